/* SPDX-License-Identifier: Apache-2.0 */
/* A stack of numbers under a lock: the shared library, in C++. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

void stack_push(int number);
int stack_pop(void); /* 0: there is none */

#ifdef __cplusplus
}
#endif
