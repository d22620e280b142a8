// SPDX-License-Identifier: Apache-2.0
#pragma once

extern int counter;

void count(void);
