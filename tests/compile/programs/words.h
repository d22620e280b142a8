// SPDX-License-Identifier: Apache-2.0
// Also precompiled.
#pragma once

#include <string>
#include <vector>

using Words = std::vector<std::string>;
