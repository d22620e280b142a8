/* SPDX-License-Identifier: Apache-2.0 */
/* How natives are defined: what a function of list.h does in a program that runs by itself. */
#pragma once

#define NATIVE(result, name, ...)                                                 \
  __attribute__((visibility("hidden"))) result heddle_native_##name(__VA_ARGS__); \
  result heddle_native_##name(__VA_ARGS__)
