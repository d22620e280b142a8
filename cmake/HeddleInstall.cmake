# SPDX-License-Identifier: Apache-2.0
#
# bin/heddle looks for ../lib/heddle/libheddle_rt.so beside itself, so "lib" is
# fixed here; the build tree has the same shape.

if(TARGET heddle)
  install(TARGETS heddle RUNTIME DESTINATION bin)
endif()
if(TARGET heddle_rt)
  install(TARGETS heddle_rt LIBRARY DESTINATION lib/heddle)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle DESTINATION include OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION share/doc/heddle OPTIONAL)
