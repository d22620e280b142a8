// SPDX-License-Identifier: Apache-2.0
#include "trust/variables.h"

#include <gtest/gtest.h>

namespace heddle::trust {
namespace {

// glibc 2.36, sysdeps/generic/unsecvars.h, and what later versions added.
TEST(BringsInCode, AllThatTheLoaderTakesFromNoSetUserIdProgram) {
  for (const char* name : {"GCONV_PATH",
                           "GETCONF_DIR",
                           "GLIBC_TUNABLES",
                           "HOSTALIASES",
                           "LD_AUDIT",
                           "LD_BIND_NOT",
                           "LD_BIND_NOW",
                           "LD_DEBUG",
                           "LD_DEBUG_OUTPUT",
                           "LD_DYNAMIC_WEAK",
                           "LD_HWCAP_MASK",
                           "LD_LIBRARY_PATH",
                           "LD_ORIGIN_PATH",
                           "LD_PRELOAD",
                           "LD_PREFER_MAP_32BIT_EXEC",
                           "LD_PROFILE",
                           "LD_PROFILE_OUTPUT",
                           "LD_SHOW_AUXV",
                           "LD_USE_LOAD_BIAS",
                           "LD_VERBOSE",
                           "LD_WARN",
                           "LOCALDOMAIN",
                           "LOCPATH",
                           "MALLOC_ARENA_MAX",
                           "MALLOC_ARENA_TEST",
                           "MALLOC_CHECK_",
                           "MALLOC_MMAP_MAX_",
                           "MALLOC_MMAP_THRESHOLD_",
                           "MALLOC_PERTURB_",
                           "MALLOC_TCACHE_COUNT",
                           "MALLOC_TOP_PAD_",
                           "MALLOC_TRACE",
                           "MALLOC_TRIM_THRESHOLD_",
                           "NIS_PATH",
                           "NLSPATH",
                           "RESOLV_HOST_CONF",
                           "RES_OPTIONS",
                           "TMPDIR",
                           "TZDIR"}) {
    EXPECT_TRUE(brings_in_code(name)) << name;
  }
}

TEST(BringsInCode, WhatInterpretersLibrariesAndHeddleGoBy) {
  for (const char* name : {"HEDDLE_ARENA",
                           "HEDDLE_LD_PRELOAD",
                           "PYTHONPATH",
                           "PYTHONSTARTUP",
                           "PERL5LIB",
                           "GUILE_LOAD_PATH",
                           "PHPRC",
                           "CUDA_INJECTION64_PATH",
                           "HSA_TOOLS_LIB",
                           "ALSA_CONFIG_PATH",
                           "SDL_DYNAMIC_API",
                           "__EGL_VENDOR_LIBRARY_FILENAMES",
                           "GBM_BACKENDS_PATH",
                           "ODBCSYSINI",
                           "CPUPROFILE",
                           "SSLKEYLOGFILE",
                           "PERL5OPT",
                           "RUBYOPT",
                           "NODE_OPTIONS",
                           "JAVA_TOOL_OPTIONS",
                           "BASH_ENV",
                           "BASH_FUNC_ls%%",
                           "ENV",
                           "PATH",
                           "HOME",
                           "QT_PLUGIN_PATH",
                           "GTK_MODULES",
                           "GIO_EXTRA_MODULES",
                           "OPENSSL_CONF",
                           "TSAN_OPTIONS",
                           "XDG_CONFIG_HOME",
                           "MYLIB_PLUGIN_PATH",
                           "DYLD_LIBRARY_PATH",
                           "GIT_SSH_COMMAND"}) {
    EXPECT_TRUE(brings_in_code(name)) << name;
  }
}

TEST(BringsInCode, NotWhatIsTheProgramsOwn) {
  for (const char* name : {"", "LANG", "LC_ALL", "TZ", "TERM", "USER", "OMP_NUM_THREADS", "DEBUG",
                           "QUEUE_SIZE", "LOAD", "MY_LD_PATH", "PATHS", "HOMES", "WORKERS"}) {
    EXPECT_FALSE(brings_in_code(name)) << name;
  }
}

}  // namespace
}  // namespace heddle::trust
