# SPDX-License-Identifier: Apache-2.0

find_program(HEDDLE_TEST_GCC NAMES gcc gcc-12 REQUIRED)
find_program(HEDDLE_TEST_GXX NAMES g++ g++-12 REQUIRED)
find_program(HEDDLE_TEST_CLANG NAMES clang-19 clang)
find_program(HEDDLE_TEST_CLANGXX NAMES clang++-19 clang++)

# What decides how heddle cc compiles.  Programs are made again when this has changed; not when the
# command has, which is with every change of heddle.
file(GLOB heddle_compile_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/src/cli/compile_*.cc ${PROJECT_SOURCE_DIR}/src/hooks/*.*)

# heddle_test_program(<result> <source> <name> [COMPILER gcc|clang] [VISIBLE] [SOAK] [FLAGS <flag>...]
#                     [DEPENDS <file>...])
#
# Compiles one source, as a user would, to <name> in the current binary directory, and puts the
# path of the program into the variable <result>.  The program is made when test_programs is, or
# soak_programs if it is for the long tests alone; and again when its source or a file that it depends
# on has changed.  VISIBLE: by heddle cc or heddle c++.  Flags come last, so that they may be libraries.
function(heddle_test_program result source name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "VISIBLE;SOAK" "COMPILER" "FLAGS;DEPENDS")
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${name})
  get_filename_component(folder ${program} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  if(NOT arg_FLAGS)
    set(arg_FLAGS -O1)
  endif()
  if(source MATCHES "\\.c$")
    set(compiler ${HEDDLE_TEST_GCC})
    if(arg_COMPILER STREQUAL clang)
      set(compiler ${HEDDLE_TEST_CLANG})
    endif()
    set(standard -std=gnu17)
  else()
    set(compiler ${HEDDLE_TEST_GXX})
    if(arg_COMPILER STREQUAL clang)
      set(compiler ${HEDDLE_TEST_CLANGXX})
    endif()
    set(standard -std=c++20)
  endif()
  set(what_compiles)
  if(arg_VISIBLE)
    if(source MATCHES "\\.c$")
      set(compiler ${CMAKE_COMMAND} -E env HEDDLE_CC=${compiler} ${heddle_command} cc)
    else()
      set(compiler ${CMAKE_COMMAND} -E env HEDDLE_CXX=${compiler} ${heddle_command} c++)
    endif()
    set(what_compiles ${heddle_compile_sources})
  endif()
  set(werror)
  if(HEDDLE_WERROR)
    set(werror -Werror)
  endif()
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${compiler} ${standard} -g -pthread -Wall -Wextra -Wpedantic -Wshadow -Wconversion
            ${werror} -I${PROJECT_SOURCE_DIR}/include ${source} -o ${program} ${arg_FLAGS}
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/include/heddle/heddle.h ${what_compiles} ${arg_DEPENDS}
    COMMENT "Compiling ${name}"
    VERBATIM)
  string(MAKE_C_IDENTIFIER "test_program_${program}" target)
  add_custom_target(${target} DEPENDS ${program})
  if(arg_VISIBLE)
    heddle_needs_compiler(${target})
  endif()
  if(arg_SOAK)
    add_dependencies(soak_programs ${target})
  else()
    add_dependencies(test_programs ${target})
  endif()
  set(${result} ${program} PARENT_SCOPE)
endfunction()

# heddle_needs_compiler(<target>): it runs heddle cc.
function(heddle_needs_compiler target)
  foreach(part heddle heddle_hooks heddle_no_tsan)
    if(TARGET ${part})
      add_dependencies(${target} ${part})
    endif()
  endforeach()
endfunction()

# heddle_test_part(<result> <source> <name> LIBRARY|OBJECT [VISIBLE])
#
# Compiles one source in C to a shared library or to an object file, to be given to
# heddle_test_program() as a flag and as something that it depends on.
function(heddle_test_part result source name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "LIBRARY;OBJECT;VISIBLE" "" "")
  set(part ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(compiler ${HEDDLE_TEST_GCC})
  if(arg_VISIBLE)
    set(compiler ${CMAKE_COMMAND} -E env HEDDLE_CC=${HEDDLE_TEST_GCC} ${heddle_command} cc)
  endif()
  set(kind -c)
  if(arg_LIBRARY)
    set(kind -shared)
  endif()
  add_custom_command(
    OUTPUT ${part}
    COMMAND ${compiler} -std=gnu17 -g -O1 -fPIC -pthread -Wall -Wextra ${kind} ${source} -o ${part}
    DEPENDS ${source} ${heddle_compile_sources}
    COMMENT "Compiling ${name}"
    VERBATIM)
  string(MAKE_C_IDENTIFIER "test_program_${part}" target)
  add_custom_target(${target} DEPENDS ${part})
  heddle_needs_compiler(${target})
  set(${result} ${part} PARENT_SCOPE)
endfunction()
