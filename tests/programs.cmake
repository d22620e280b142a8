# SPDX-License-Identifier: Apache-2.0

find_program(HEDDLE_TEST_GCC NAMES gcc gcc-12 REQUIRED)
find_program(HEDDLE_TEST_GXX NAMES g++ g++-12 REQUIRED)
find_program(HEDDLE_TEST_CLANG NAMES clang-19 clang)
find_program(HEDDLE_TEST_CLANGXX NAMES clang++-19 clang++)

# heddle_test_program(<result> <source> <name> [COMPILER gcc|clang] [FLAGS <flag>...]
#                     [DEPENDS <file>...])
#
# Compiles one source, as a user would, to <name> in the current binary directory, and puts the
# path of the program into the variable <result>.  The program is made when test_programs is, and
# again when its source or a file that it depends on has changed.
function(heddle_test_program result source name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "COMPILER" "FLAGS;DEPENDS")
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
  set(werror)
  if(HEDDLE_WERROR)
    set(werror -Werror)
  endif()
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${compiler} ${standard} -g ${arg_FLAGS} -pthread -Wall -Wextra -Wpedantic -Wshadow
            -Wconversion ${werror} -I${PROJECT_SOURCE_DIR}/include ${source} -o ${program}
    DEPENDS ${source} ${PROJECT_SOURCE_DIR}/include/heddle/heddle.h ${arg_DEPENDS}
    COMMENT "Compiling ${name}"
    VERBATIM)
  string(MAKE_C_IDENTIFIER "test_program_${program}" target)
  add_custom_target(${target} DEPENDS ${program})
  add_dependencies(test_programs ${target})
  set(${result} ${program} PARENT_SCOPE)
endfunction()
