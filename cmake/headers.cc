// SPDX-License-Identifier: Apache-2.0
// Nothing: what is compiled with it are the headers that many sources have in common.
