// SPDX-License-Identifier: Apache-2.0
//
// A small bank.  Every account has a lock of its own, and a transfer takes the locks of both
// accounts, so that nobody ever sees money that has left one account and not reached the other.
//
// This is bank_transfer.c, repaired: all transfers take the two locks in the same order, by the
// number of the account, whichever way the money goes.
//
//     gcc -g -O1 -pthread examples/bank_transfer_fixed.c -o bank_transfer_fixed
//     heddle run ./bank_transfer_fixed
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

struct account {
  int number;
  const char* owner;
  long balance;
  pthread_mutex_t lock;
};

static struct account company = {1001, "company", 5000, PTHREAD_MUTEX_INITIALIZER};
static struct account tenant = {1002, "tenant", 700, PTHREAD_MUTEX_INITIALIZER};

static bool transfer(struct account* from, struct account* to, long amount) {
  struct account* first = from->number < to->number ? from : to;
  struct account* second = first == from ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  const bool covered = from->balance >= amount;
  if (covered) {
    from->balance -= amount;
    to->balance += amount;
  }
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
  return covered;
}

static void* pay_salary(void* unused) {
  transfer(&company, &tenant, 2000);
  return unused;
}

static void* collect_rent(void* unused) {
  transfer(&tenant, &company, 600);
  return unused;
}

int main(void) {
  const long before = company.balance + tenant.balance;

  pthread_t clerks[2];
  pthread_create(&clerks[0], NULL, pay_salary, NULL);
  pthread_create(&clerks[1], NULL, collect_rent, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_join(clerks[i], NULL);
  }

  printf("%s: %ld, %s: %ld\n", company.owner, company.balance, tenant.owner, tenant.balance);
  return company.balance + tenant.balance == before ? 0 : 1;
}
