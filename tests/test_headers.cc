// SPDX-License-Identifier: Apache-2.0
// Nothing: what is compiled with it are the headers that unit tests have in common.
