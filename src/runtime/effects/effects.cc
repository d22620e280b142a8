// SPDX-License-Identifier: Apache-2.0
#include "runtime/effects/effects.h"

#include "event/resource.h"
#include "process/texts.h"
#include "runtime/runtime.h"
#include "runtime/uses.h"

#include <initializer_list>

extern "C" {
constinit bool heddle_has_company = true;
}

namespace heddle::runtime {
namespace {

using event::ResourceKind;
using event::Use;

constexpr uint64_t kOutputName = uint64_t{1} << 40;  // no descriptor has it

event::Resource resource_for(Shared what, uint64_t name) {
  switch (what) {
    case Shared::descriptors:
      return {ResourceKind::descriptor_table, 0};
    case Shared::file:
      return {ResourceKind::descriptor, name};
    case Shared::output:
      return {ResourceKind::descriptor, kOutputName};
    case Shared::output_state:
      return {ResourceKind::descriptor, kOutputName + 1};
    case Shared::stream:
      return {ResourceKind::file_stream, name};
    case Shared::names:
    case Shared::contents:
      return {ResourceKind::filesystem, static_cast<uint64_t>(what)};
    case Shared::random:
    case Shared::random48:
      return {ResourceKind::random, static_cast<uint64_t>(what)};
    case Shared::environment:
      return {ResourceKind::environment, 0};
    case Shared::exit_handlers:
      return {ResourceKind::exit_handlers, 0};
    case Shared::mappings:
      return {ResourceKind::mapping, 0};
    case Shared::signals:
    case Shared::process:
    case Shared::messages:
      return {ResourceKind::process, static_cast<uint64_t>(what)};
    default:
      return {ResourceKind::libc, static_cast<uint64_t>(what)};
  }
}

// That a name was noted is remembered by where it is.
void note_call(const char* call) {
  const char*& noted = rt.noted_calls[reinterpret_cast<uintptr_t>(call) / 4 % Runtime::kNotedCalls];
  if (noted != call) {
    noted = call;
    process::add_text(rt.arena->effects, call);
  }
}

// What is in this list is used by calls; what is not, by other means.
void add_everything() {
  for (const ResourceKind kind :
       {ResourceKind::descriptor_table, ResourceKind::descriptor, ResourceKind::file_stream,
        ResourceKind::filesystem, ResourceKind::random, ResourceKind::environment,
        ResourceKind::exit_handlers, ResourceKind::mapping, ResourceKind::process,
        ResourceKind::libc}) {
    add_use({kind, event::kWholeKind}, Use::changes);
  }
  rt.descriptors.forget();
}

}  // namespace

void count_company() {
  const bool company = rt.active && world().thread_count() > 1;
  if (heddle_has_company != company) {  // a write costs a copy its page
    heddle_has_company = company;
  }
}

bool has_effect(const void* site) {
  return heddle_has_company && rt.active && this_fiber() != nullptr && world().thread_count() > 1 &&
         !rt.own_library.contains(reinterpret_cast<uint64_t>(site));
}

void announce_first_effect(const void* site) {
  if (rt.starter != nullptr) {
    perform({.kind = event::OpKind::effect}, site);
  }
}

void begin_effect(const char* call, const void* site) {
  announce_first_effect(site);
  note_call(call);
  rt.foreign_files.met(site);
  current().visits.forget_round();  // it may have learned anything
}

void add_effect(Shared what, Use use, uint64_t name) {
  if (what == Shared::everything) {
    add_everything();
  } else {
    add_use(resource_for(what, name), use);
  }
}

void note_effect(const char* call, const void* site, Shared what, Use use, uint64_t name) {
  if (has_effect(site)) {
    begin_effect(call, site);
    add_effect(what, use, name);
  }
}

void note_effect_on_everything(const char* call, const void* site) {
  note_effect(call, site, Shared::everything, Use::changes);
}

void note_unseen_effect(const char* call, const void* site) {
  if (has_effect(site)) {
    begin_effect(call, site);
    add_everything();
    change_unseen();
  }
}

void note_keys(const void* site) {
  if (has_effect(site)) {
    add_effect(Shared::keys, Use::changes);
  }
}

}  // namespace heddle::runtime
