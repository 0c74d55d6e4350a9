#pragma once

/* A window without accounts calls nothing of some libraries, but mapping, relocating and initialising them (with what
 * they need in turn, more than thirty) costs a fifth of what it takes the dynamic linker to start the program. So each
 * of their functions stands in the program itself, under its own name, and forwards to the library, which is loaded by
 * the first call. */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* The address of a function. A library that is missing ends the process with the dynamic linker's message, as it would
 * have at the start. */
static void *find(const char *library, const char *function) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void *address = handle ? dlsym(handle, function) : NULL;
  if (!address) {
    fprintf(stderr, "optimist: %s\n", dlerror());
    abort();
  }
  return address;
}

/* Defines a function as its header declares it. Threads that call it for the first time at once find the same address. */
#define FORWARD(result, name, parameters, arguments)                      \
  result name parameters {                                                \
    static void *known;                                                   \
    void *address = __atomic_load_n(&known, __ATOMIC_RELAXED);            \
    if (!address) {                                                       \
      address = find(LIBRARY, #name);                                     \
      __atomic_store_n(&known, address, __ATOMIC_RELAXED);                \
    }                                                                     \
    return ((__typeof__(&name))address)arguments;                         \
  }
