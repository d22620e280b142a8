/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that push numbers: the static library, in C. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Pushes 1 and 2, each in a thread of its own; returns how many were pushed. */
int push_by_threads(void);

#ifdef __cplusplus
}
#endif
