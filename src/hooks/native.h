/* SPDX-License-Identifier: Apache-2.0 */
/* How natives are defined: what a function of list.h does in a program that runs by itself. */
#pragma once

/* By this among an object's symbols the runtime library knows that it is one of these. */
__asm__(".set heddle_part, 0");

#define NATIVE(result, name, ...)                                                 \
  __attribute__((visibility("hidden"))) result heddle_native_##name(__VA_ARGS__); \
  result heddle_native_##name(__VA_ARGS__)
