# SPDX-License-Identifier: Apache-2.0
#
# bin/heddle looks for ../lib/heddle/libheddle_rt.so beside itself, so "lib" is
# fixed here; the build tree has the same shape.

if(TARGET heddle)
  install(TARGETS heddle RUNTIME DESTINATION bin)
  install(FILES ${PROJECT_BINARY_DIR}/bin/heddle-cc ${PROJECT_BINARY_DIR}/bin/heddle-c++
          DESTINATION bin)  # links, and installed as such
endif()
if(TARGET heddle_rt)
  install(TARGETS heddle_rt LIBRARY DESTINATION lib/heddle)
endif()
install(TARGETS heddle_hooks ARCHIVE DESTINATION lib/heddle)
install(TARGETS heddle_no_tsan ARCHIVE DESTINATION lib/heddle/gcc)
install(FILES ${PROJECT_BINARY_DIR}/lib/heddle/gcc/libtsan_preinit.o DESTINATION lib/heddle/gcc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle DESTINATION include OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION share/doc/heddle OPTIONAL)
