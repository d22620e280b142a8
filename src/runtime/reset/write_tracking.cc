// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/write_tracking.h"

#include "runtime/raw.h"
#include "runtime/reset/private_descriptor.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

namespace heddle::runtime {
namespace {

using explore::SnapshotBy;

// Of Linux 6.7; the headers may be older.
constexpr uint64_t kUserModeOnly = 1;
constexpr uint64_t kFeatureWpUnpopulated = uint64_t{1} << 13;
constexpr uint64_t kFeatureWpAsync = uint64_t{1} << 15;

struct PageRegion {
  uint64_t begin;
  uint64_t end;
  uint64_t categories;
};

struct ScanArgument {
  uint64_t size;
  uint64_t flags;
  uint64_t begin;
  uint64_t end;
  uint64_t walk_end;
  uint64_t found;
  uint64_t found_room;
  uint64_t most_pages;
  uint64_t category_inverted;
  uint64_t category_mask;
  uint64_t category_any_of;
  uint64_t return_mask;
};

constexpr long kPagemapScan = _IOWR('f', 16, ScanArgument);
constexpr uint64_t kScanProtect = 1;
constexpr uint64_t kScanOnlyWatched = 2;  // fails where memory is not
constexpr uint64_t kPageProtectable = 1;
constexpr uint64_t kPageWritten = 2;

}  // namespace

bool WriteTracking::begin(SnapshotBy by, PageStore& store) {
  by_ = by;
  store_ = &store;
  if (by_ == SnapshotBy::userfaultfd) {
    userfaultfd_ =
        keep_private(raw_syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | kUserModeOnly));
    pagemap_ =
        keep_private(raw_syscall(SYS_open, as_long("/proc/self/pagemap"), O_RDONLY | O_CLOEXEC));
    uffdio_api api = {};
    api.api = UFFD_API;
    api.features = kFeatureWpAsync | kFeatureWpUnpopulated | UFFD_FEATURE_PAGEFAULT_FLAG_WP;
    if (userfaultfd_ < 0 || pagemap_ < 0 ||
        raw_syscall(SYS_ioctl, userfaultfd_, UFFDIO_API, as_long(&api)) < 0) {
      return false;
    }
  }
  for (const PageStore::Region& region : store.regions()) {
    if (!watch(region.span)) {
      return false;
    }
  }
  return true;
}

bool WriteTracking::watch(Span span) {
  if (by_ == SnapshotBy::userfaultfd) {
    return watch_by_userfaultfd(span);
  }
  return watch_by_mprotect(span);
}

// Runs of pages that are not hot.
bool WriteTracking::watch_by_mprotect(Span span) const {
  const PageStore::Region* region = store_->region_of(span.begin);
  const int protection = region->protection & ~PROT_WRITE;
  if (region->is_stack && span.begin == region->span.begin) {
    // What is added below is like the lowest page, so that one stays open.
    store_->add_hot({span.begin, span.begin + kPageBytes});
  }
  for (uintptr_t at = span.begin; at < span.end;) {
    uintptr_t end = at;
    while (end < span.end && !store_->is_hot(*region, end)) {
      end += kPageBytes;
    }
    if (end > at && raw_syscall(SYS_mprotect, static_cast<long>(at), static_cast<long>(end - at),
                                protection) != 0) {
      return false;
    }
    at = end + kPageBytes;
  }
  return true;
}

// Memory that does not exist yet is not protected: when it comes into being it
// counts as written, which is right.
bool WriteTracking::watch_by_userfaultfd(Span span) const {
  uffdio_register enrol = {};
  enrol.range = {span.begin, span.size()};
  enrol.mode = UFFDIO_REGISTER_MODE_WP;
  if (raw_syscall(SYS_ioctl, userfaultfd_, UFFDIO_REGISTER, as_long(&enrol)) < 0) {
    return false;
  }
  ScanArgument scan = {};
  scan.size = sizeof scan;
  scan.flags = kScanProtect;
  scan.begin = span.begin;
  scan.end = span.end;
  scan.category_mask = kPageWritten;
  return raw_syscall(SYS_ioctl, pagemap_, kPagemapScan, as_long(&scan)) >= 0;
}

bool WriteTracking::find_written(bool& news) {
  news = false;
  return by_ != SnapshotBy::userfaultfd || find_by_userfaultfd(news);
}

bool WriteTracking::find_by_userfaultfd(bool& news) {
  for (const PageStore::Region& region : store_->regions()) {
    if (!find_in(region.span, news)) {
      return false;
    }
  }
  return true;
}

// Memory that is there but no longer watched is not what we have been watching: libc
// has given some back behind our back, say, and taken it again.
bool WriteTracking::find_in(Span span, bool& news) {
  constexpr size_t kRoom = 256;
  PageRegion found[kRoom];
  ScanArgument scan = {};
  scan.size = sizeof scan;
  scan.flags = kScanOnlyWatched;
  scan.begin = span.begin;
  scan.end = span.end;
  scan.found = reinterpret_cast<uint64_t>(found);
  scan.found_room = kRoom;
  scan.category_mask = kPageWritten | kPageProtectable;
  scan.return_mask = kPageWritten;
  while (scan.begin < scan.end) {
    const long count = raw_syscall(SYS_ioctl, pagemap_, kPagemapScan, as_long(&scan));
    if (count < 0) {
      return false;
    }
    for (long i = 0; i < count; ++i) {
      news |= store_->add_hot({found[i].begin, found[i].end});
    }
    scan.begin = scan.walk_end;
  }
  return true;
}

bool WriteTracking::allow_write(uintptr_t address) {
  if (by_ != SnapshotBy::mprotect || store_ == nullptr) {
    return false;
  }
  const PageStore::Region* region = store_->region_of(address);
  if (region == nullptr || store_->is_hot(*region, address)) {
    return false;
  }
  const uintptr_t page = address & ~(kPageBytes - 1);
  store_->add_hot({page, page + kPageBytes});
  return raw_syscall(SYS_mprotect, static_cast<long>(page), kPageBytes, region->protection) == 0;
}

}  // namespace heddle::runtime
