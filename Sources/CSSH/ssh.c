#include "CSSH.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct vitrine_ssh library;
static bool is_open;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
  /* At the end of the process OpenSSL frees data that a thread may be using to close a connection. This prevents it,
     and has to come before libssh initializes OpenSSL. OPENSSL_INIT_NO_ATEXIT. Without the symbol there is nothing to
     prevent. */
  void *crypto = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  /* What archives bring with them, for systems without OpenSSL 3; by the program's own place. */
  if (crypto == NULL) crypto = dlopen("$ORIGIN/../../lib/vitrine/fallback/libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  int (*init_openssl)(uint64_t options, const void *settings) =
      crypto == NULL ? NULL : (int (*)(uint64_t, const void *))dlsym(crypto, "OPENSSL_init_crypto");
  if (init_openssl != NULL) init_openssl(0x00080000L, NULL);
  /* Never closed: its registrations with OpenSSL can't be undone. */
  void *handle = dlopen("libssh.so.4", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name)                                                                                             \
  library.name = (__typeof__(&name))dlsym(handle, #name);                                                      \
  if (library.name == NULL) return;
  VITRINE_SSH_EACH(FIND)
#undef FIND
  is_open = true;
}

const struct vitrine_ssh *vitrine_ssh_open(void) {
  pthread_once(&once, open_library);
  return is_open ? &library : NULL;
}

int vitrine_ssh_no_passphrase(const char *prompt, char *buffer, size_t length, int echo, int verify, void *data) {
  (void)prompt, (void)buffer, (void)length, (void)echo, (void)verify, (void)data;
  return -1;
}

uint64_t vitrine_ssh_received(const struct ssh_counter_struct *counter) {
  return __atomic_load_n(&counter->in_bytes, __ATOMIC_RELAXED);
}
