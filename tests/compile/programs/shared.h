/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdatomic.h>

extern int shared_value;
extern atomic_int counter;
extern volatile int flag;

int bump(int by);
