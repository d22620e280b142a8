// SPDX-License-Identifier: Apache-2.0
// A copy of all that is known, to go back to.
#include "primitive/world.h"

#include <algorithm>

namespace heddle::primitive {

World::Image World::save(base::Region& region) const {
  Image image;
  image.threads = region.take<Thread>(threads_.size());
  image.objects = region.take<Object>(objects_.size());
  image.holds = region.take<Hold>(holds_.size());
  std::copy(threads_.begin(), threads_.end(), image.threads.begin());
  std::copy(objects_.begin(), objects_.end(), image.objects.begin());
  std::copy(holds_.begin(), holds_.end(), image.holds.begin());
  image.wait_order = wait_order_;
  image.creation_time = creation_time_;
  image.ending_times = ending_times_;
  if (resources_used_) {
    image.resources = &region.take_one<ResourceTimes>();
    *image.resources = *resources_;
  }
  return image;
}

void World::load(const Image& image) {
  threads_.clear();
  objects_.clear();
  holds_.clear();
  for (const Thread& thread : image.threads) {
    threads_.push_back(thread);
  }
  for (const Object& object : image.objects) {
    objects_.push_back(object);
  }
  for (const Hold& hold : image.holds) {
    holds_.push_back(hold);
  }
  wait_order_ = image.wait_order;
  creation_time_ = image.creation_time;
  ending_times_ = image.ending_times;
  resources_used_ = image.resources != nullptr;
  if (resources_used_) {
    *resources_ = *image.resources;
  }
  looked_at_all_ = false;
}

}  // namespace heddle::primitive
