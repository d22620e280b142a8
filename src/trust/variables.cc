// SPDX-License-Identifier: Apache-2.0
#include "trust/variables.h"

#include <algorithm>

namespace heddle::trust {
namespace {

// All that begins with one of these.
constexpr std::string_view kFamilies[] = {
    // How heddle itself speaks to its library.
    "HEDDLE_",
    // The dynamic loader and libc.  All that ld.so takes from no set-user-id program (glibc's
    // unsecvars.h) is here or among the names below.
    "LD_",
    "GLIBC_",
    "MALLOC_",
    "RES_",
    "RESOLV_",
    // Shells, their start-up files and functions.
    "BASH_",
    // Interpreters that a program may embed or start.
    "PYTHON",
    "PERL5",
    "PERL_",
    "RUBY",
    "NODE_",
    "LUA_",
    "GUILE_",
    "PHP",
    "JULIA_",
    "JAVA_",
    "_JAVA_",
    "JDK_",
    "DOTNET_",
    "CORECLR_",
    // Libraries that load modules, drivers, configuration or plugins.
    "QT_",
    "QML",
    "GTK_",
    "GDK_",
    "GIO_",
    "GST_",
    "OPENSSL_",
    "SSL_",
    "PKCS11_",
    "SASL_",
    "KRB5_",
    "LIBGL_",
    "VK_",
    "EGL_",
    "OCL_",
    "OMP_TOOL",
    "OMPI_",
    "XDG_",
    "ALSA_",
    "PULSE_",
    "PIPEWIRE_",
    "SPA_",
    "SDL_",
    "CUDA_",
    "HSA_",
    "UCX_",
    "PMIX_",
    "MESA_",
    "LIBVA_",
    "VDPAU_",
    "GBM_",
    "__EGL_",
    "__GLX_",
    "MAGICK_",
    "ODBC",
    // What sanitizers, profilers and tracers load, and where they write.
    "ASAN_",
    "TSAN_",
    "UBSAN_",
    "LSAN_",
    "MSAN_",
    "GCOV_",
    "LLVM_",
    "LTTNG_",
    "CPUPROFILE",
    "HEAPPROFILE",
    "GMON_OUT_PREFIX",
    "SSLKEYLOGFILE",
    // Programs that are started for the user.
    "GIT_",
    "SSH_",
    "DBUS_",
};

constexpr std::string_view kNames[] = {
    // libc's, which ld.so takes from no set-user-id program.
    "GCONV_PATH", "GETCONF_DIR", "HOSTALIASES", "LOCALDOMAIN", "LOCPATH", "NIS_PATH", "NLSPATH",
    "TMPDIR", "TZDIR",
    // Which programs are run, and where what they load is looked for.
    "PATH", "HOME", "IFS", "ENV", "SHELL", "SHELLOPTS", "BASHOPTS", "PS4", "CDPATH", "ZDOTDIR",
    "EDITOR", "VISUAL", "PAGER", "BROWSER", "LESSOPEN", "LESSCLOSE", "PERLLIB", "CLASSPATH",
    "GEM_PATH", "GEM_HOME", "TCLLIBPATH", "TERMINFO", "TERMINFO_DIRS", "TERMCAP", "TERMPATH",
    "INPUTRC", "TEMP", "TMP"};

// In whatever name: MYLIB_PLUGIN_PATH, FOO_PRELOAD.
constexpr std::string_view kParts[] = {"PRELOAD", "PLUGIN", "MODULE_PATH", "LIBRARY_PATH",
                                       "DRIVERS_PATH"};

}  // namespace

bool brings_in_code(std::string_view variable) {
  const auto begins = [&](std::string_view family) { return variable.starts_with(family); };
  const auto contains = [&](std::string_view part) {
    return variable.find(part) != std::string_view::npos;
  };
  return std::ranges::any_of(kFamilies, begins) ||
         std::ranges::find(kNames, variable) != std::end(kNames) ||
         std::ranges::any_of(kParts, contains);
}

}  // namespace heddle::trust
