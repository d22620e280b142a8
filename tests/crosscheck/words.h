// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/text.h"

// The words that models are made of.
namespace heddle::crosscheck {

using model::Act;
using model::After;
using model::Family;
using model::has_object;
using model::kAfters;
using model::kFamilies;
using model::kObjectsPerFamily;
using model::names_thread;
using model::Op;
using model::Program;
using model::Stop;

}  // namespace heddle::crosscheck
