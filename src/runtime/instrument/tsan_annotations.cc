// SPDX-License-Identifier: Apache-2.0
// What programs say of themselves to race detectors, in the words that ThreadSanitizer
// and Valgrind's tools understand.
#include "runtime/benign.h"
#include "runtime/instrument/hooks.h"

namespace heddle::runtime {
namespace {

void happens_before(const volatile void* object) {
  if (Fiber* self = watched_thread(); self != nullptr) {
    rt.watch.order->release(self->id, memory_at(reinterpret_cast<uint64_t>(object)));
    renew_time(*self);
  }
}

void happens_after(const volatile void* object) {
  if (const Fiber* self = watched_thread(); self != nullptr) {
    rt.watch.order->acquire(self->id, memory_at(reinterpret_cast<uint64_t>(object)));
  }
}

void ignore(int32_t more) {
  if (Fiber* self = watched_thread(); self != nullptr) {
    self->ignored += more;
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_INTERPOSE void __tsan_acquire(void* object) { happens_after(object); }
HEDDLE_INTERPOSE void __tsan_release(void* object) { happens_before(object); }

HEDDLE_INTERPOSE void AnnotateHappensBefore(const char* /*file*/, int /*line*/,
                                            const volatile void* object) {
  happens_before(object);
}

HEDDLE_INTERPOSE void AnnotateHappensAfter(const char* /*file*/, int /*line*/,
                                           const volatile void* object) {
  happens_after(object);
}

HEDDLE_INTERPOSE void AnnotateBenignRaceSized(const char* /*file*/, int /*line*/,
                                              const volatile void* address, unsigned long bytes,
                                              const char* /*why*/) {
  if (controlled()) {
    note_benign(reinterpret_cast<uint64_t>(address), bytes);
  }
}

HEDDLE_INTERPOSE void AnnotateBenignRace(const char* /*file*/, int /*line*/,
                                         const volatile void* address, const char* /*why*/) {
  if (controlled()) {
    note_benign(reinterpret_cast<uint64_t>(address), 1);
  }
}

HEDDLE_INTERPOSE void __tsan_ignore_thread_begin() { ignore(1); }
HEDDLE_INTERPOSE void __tsan_ignore_thread_end() { ignore(-1); }
HEDDLE_INTERPOSE void AnnotateIgnoreReadsBegin(const char* /*file*/, int /*line*/) { ignore(1); }
HEDDLE_INTERPOSE void AnnotateIgnoreReadsEnd(const char* /*file*/, int /*line*/) { ignore(-1); }
HEDDLE_INTERPOSE void AnnotateIgnoreWritesBegin(const char* /*file*/, int /*line*/) { ignore(1); }
HEDDLE_INTERPOSE void AnnotateIgnoreWritesEnd(const char* /*file*/, int /*line*/) { ignore(-1); }

// Locks of the program's own are made of atomic accesses, which are seen.
HEDDLE_INTERPOSE void AnnotateIgnoreSyncBegin(const char* /*file*/, int /*line*/) {}
HEDDLE_INTERPOSE void AnnotateIgnoreSyncEnd(const char* /*file*/, int /*line*/) {}
HEDDLE_INTERPOSE void __tsan_mutex_create(void* /*lock*/, unsigned /*flags*/) {}
HEDDLE_INTERPOSE void __tsan_mutex_destroy(void* /*lock*/, unsigned /*flags*/) {}
HEDDLE_INTERPOSE void __tsan_mutex_pre_lock(void* /*lock*/, unsigned /*flags*/) {}
HEDDLE_INTERPOSE void __tsan_mutex_post_lock(void* /*lock*/, unsigned /*flags*/, int /*depth*/) {}
HEDDLE_INTERPOSE int __tsan_mutex_pre_unlock(void* /*lock*/, unsigned /*flags*/) { return 0; }
HEDDLE_INTERPOSE void __tsan_mutex_post_unlock(void* /*lock*/, unsigned /*flags*/) {}
HEDDLE_INTERPOSE void __tsan_mutex_pre_signal(void* /*lock*/, unsigned /*flags*/) {}
HEDDLE_INTERPOSE void __tsan_mutex_post_signal(void* /*lock*/, unsigned /*flags*/) {}
HEDDLE_INTERPOSE void __tsan_mutex_pre_divert(void* /*lock*/, unsigned /*flags*/) {}
HEDDLE_INTERPOSE void __tsan_mutex_post_divert(void* /*lock*/, unsigned /*flags*/) {}
