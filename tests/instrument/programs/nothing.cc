// SPDX-License-Identifier: Apache-2.0

// For what depends on how a program is linked, and not on what it does.
int main() {}
