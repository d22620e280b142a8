# SPDX-License-Identifier: Apache-2.0
#
# How heddle's own code is compiled: one static library a folder of src/, and one
# executable for a folder's unit tests.
#
#   heddle_library(search IN_PROCESS DEPS base event explore)
#   heddle_unit_tests(search)
#
# Sources are found by pattern, and looked for again at every build: a new file
# needs no line anywhere.  A folder without sources is a library without objects.

# What runs inside the program under test (runtime/ and all that is linked into
# it) throws nothing, shows nothing and needs no C++ library at run time.  Its TLS
# is static, because the way to dynamic TLS may allocate.  It has no std::string, for whose
# sake heddle_compile() does without some warnings.
set(heddle_in_process -fPIC -fvisibility=hidden -fno-exceptions -fno-stack-protector
    -ftls-model=initial-exec $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti;-fno-threadsafe-statics>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Warray-bounds;-Wstringop-overflow>)

# As it goes into libheddle_rt.so.  Not sanitized: it replaces what the sanitizers
# replace.  Fast in every preset: its speed is the number of executions a second.  Nothing is
# vectorized: loops go round a few times only, and small fields that were just written one by one
# make a processor stall when they are read at once.
set(heddle_for_runtime -O3 -g -fno-sanitize=all -fno-tree-vectorize)

if(HEDDLE_SANITIZE)
  # vptr needs RTTI, which the folders that run in the program do without.
  set(heddle_sanitize -fsanitize=${HEDDLE_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
endif()

# heddle_compile(<target> [<flag>...]): our warnings and include path, and the flags.
function(heddle_compile target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src
                                               ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion>
    $<$<AND:$<COMPILE_LANGUAGE:C,CXX>,$<BOOL:${HEDDLE_WERROR}>>:-Werror>
    # GCC 12 sees overlaps and overflows that are not there in std::string (its bugs 105651, 105329).
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow>
    # A path in a message (__FILE__) starts at the top of the tree, wherever it was built.
    -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
    ${ARGN})
endfunction()

# heddle_precompile(<target> <library> <header>): what many sources include, and this header of a
# library, is compiled once for all targets.  Not where a compiler's cache is used, which does not like
# it; but always for the sanitizers, whose preset is built from nothing more often than not.
function(heddle_precompile target library header)
  if(CMAKE_CXX_COMPILER_LAUNCHER AND NOT HEDDLE_SANITIZE)
    return()
  endif()
  string(MAKE_C_IDENTIFIER "heddle_headers_${library}" headers)
  if(NOT TARGET ${headers})
    add_library(${headers} OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/headers.cc)
    heddle_compile(${headers} ${heddle_sanitize})
    target_link_libraries(${headers} PRIVATE ${library})
    target_precompile_headers(${headers} PRIVATE
      <algorithm> <cstdint> <functional> <map> <memory> <optional> <set> <span> <string>
      <string_view> <vector> ${header})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
endfunction()

# heddle_library(<folder> [IN_PROCESS] [DEPS <folder>...] [LINK <library>...])
#
# Makes heddle_<folder>.  IN_PROCESS also gives heddle_<folder>_rt, the form for
# libheddle_rt.so: another name for the same, unless there are sanitizers.
function(heddle_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "IN_PROCESS" "" "DEPS;LINK")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cc)
  list(FILTER sources EXCLUDE REGEX "(_test|/main)\\.cc$")
  list(TRANSFORM arg_DEPS PREPEND heddle_ OUTPUT_VARIABLE deps)

  if(NOT arg_IN_PROCESS)
    _heddle_archive(heddle_${folder} FLAGS ${heddle_sanitize} LINK ${deps} ${arg_LINK})
    if(sources AND fmt::fmt IN_LIST arg_LINK)
      heddle_precompile(heddle_${folder} fmt::fmt <fmt/format.h>)
    endif()
  elseif(NOT HEDDLE_SANITIZE)
    _heddle_archive(heddle_${folder} FLAGS ${heddle_in_process} ${heddle_for_runtime} LINK ${deps})
    add_library(heddle_${folder}_rt ALIAS heddle_${folder})
  else()
    _heddle_archive(heddle_${folder} FLAGS ${heddle_in_process} ${heddle_sanitize} LINK ${deps})
    list(TRANSFORM deps APPEND _rt)
    _heddle_archive(heddle_${folder}_rt
                    FLAGS ${heddle_in_process} ${heddle_for_runtime} LINK ${deps})
  endif()
endfunction()

# A library of ${sources}.
function(_heddle_archive target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FLAGS;LINK")
  if(NOT sources)
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${arg_LINK})
    return()
  endif()
  add_library(${target} STATIC ${sources})
  heddle_compile(${target} ${arg_FLAGS})
  target_link_libraries(${target} PUBLIC ${arg_LINK})
endfunction()

# heddle_unit_tests(<folder> [DEPS <folder>...] [WITHOUT_SANITIZERS]): <folder>_test from the
# folder's *_test.cc.  DEPS are folders that only the tests use.
function(heddle_unit_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "WITHOUT_SANITIZERS" "" "DEPS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *_test.cc)
  if(NOT HEDDLE_TESTS OR NOT sources OR (HEDDLE_SANITIZE AND arg_WITHOUT_SANITIZERS))
    return()
  endif()
  list(TRANSFORM arg_DEPS PREPEND heddle_ OUTPUT_VARIABLE deps)

  # Built by the target unit_tests, not by `all`.
  add_executable(${folder}_test EXCLUDE_FROM_ALL ${sources})
  heddle_compile(${folder}_test ${heddle_sanitize})
  heddle_precompile(${folder}_test GTest::gtest <gtest/gtest.h>)
  target_link_options(${folder}_test PRIVATE ${heddle_sanitize})
  target_link_libraries(${folder}_test PRIVATE heddle_${folder} ${deps} GTest::gtest_main)
  add_dependencies(unit_tests ${folder}_test)
  set(label unit)
  if(arg_WITHOUT_SANITIZERS)
    set_target_properties(${folder}_test PROPERTIES EXCLUDE_FROM_ALL OFF)
    set(label text)
  endif()

  heddle_discover_tests(${folder}_test ${folder} ${label})
endfunction()

# heddle_discover_tests(<test program> <name> <label>): each of its tests as <name>.<test>.
function(heddle_discover_tests program name label)
  # Listed when ctest runs, so that a test program that crashes at once is a
  # failed test and not a failed build.
  gtest_discover_tests(${program}
    TEST_PREFIX ${name}. TEST_FILTER -*Soak.* DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label} TIMEOUT 120)
endfunction()
