#define _GNU_SOURCE

#include "CCurl.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* curl.h defines macros for some functions that are called here with any type. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define EACH(X)                                                                                             \
  X(curl_global_init) X(curl_version_info) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt)       \
  X(curl_easy_getinfo) X(curl_slist_append) X(curl_slist_free_all) X(curl_multi_init)       \
  X(curl_multi_cleanup) X(curl_multi_add_handle) X(curl_multi_remove_handle)                                \
  X(curl_multi_perform) X(curl_multi_info_read) X(curl_multi_poll) X(curl_multi_wakeup) \
  X(curl_easy_nextheader)

static struct {
#define DECLARE(name) __typeof__(&name) name;
  EACH(DECLARE)
#undef DECLARE
} library;

static const char *problem = "it was not opened";
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* CURLOPT_PROTOCOLS_STR is from 7.85; a library that does not know it would follow addresses of other protocols. */
enum { OLDEST_VERSION = 0x075500 };

/* The library that archives bring with them, by the program's own place. */
#define BUNDLED "$ORIGIN/../../lib/vitrine/fallback/"
static bool is_bundled;

static bool is_recent(void *handle) {
  __typeof__(&curl_version_info) version = (__typeof__(&curl_version_info))dlsym(handle, "curl_version_info");
  return version != NULL && version(CURLVERSION_NOW)->version_num >= OLDEST_VERSION;
}

/* The system's library comes first: its updates mend it. NULL if there is none. */
static void *open_any_library(void) {
  void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (handle != NULL && is_recent(handle)) return handle;
  /* The bundled one too takes the system's OpenSSL if there is one. */
  dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
  void *bundled = dlopen(BUNDLED "libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  is_bundled = bundled != NULL;
  if (is_bundled) return bundled;
  if (handle != NULL) {
    problem = "libcurl.so.4 is older than 7.85";
    return NULL;
  }
  /* For the message. */
  handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  const char *reason = dlerror();
  problem = strdup(reason != NULL ? reason : "libcurl.so.4 is missing");
  return handle;
}

static void open_library(void) {
  /* Never closed: its registrations with OpenSSL and the C library can't be undone. */
  void *handle = open_any_library();
  if (handle == NULL) return;
#define FIND(name)                                                                                         \
  library.name = (__typeof__(&name))dlsym(handle, #name);                                                  \
  if (library.name == NULL) {                                                                              \
    problem = "libcurl.so.4 has no " #name;                                                                \
    return;                                                                                                \
  }
  EACH(FIND)
#undef FIND
  /* At the end of the process OpenSSL frees data that a thread may be using to close a connection; this prevents it.
     The symbol is libcrypto's, which libcurl loads; without it there is nothing to prevent. OPENSSL_INIT_NO_ATEXIT. */
  int (*init_openssl)(uint64_t options, const void *settings) =
      (int (*)(uint64_t, const void *))dlsym(handle, "OPENSSL_init_crypto");
  if (init_openssl != NULL) init_openssl(0x00080000L, NULL);
  problem = library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "it could not be set up";
}

const char *vitrine_curl_open(void) {
  pthread_once(&once, open_library);
  return problem;
}

const curl_version_info_data *vitrine_curl_about(void) { return library.curl_version_info(CURLVERSION_NOW); }

/* Where distributions keep their certificates; the bundled library knows the first only. */
static const char *const certificate_files[] = {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                                                "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};

CURLcode vitrine_curl_set_long(CURL *easy, CURLoption option, long value) {
  return library.curl_easy_setopt(easy, option, value);
}

CURLcode vitrine_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return library.curl_easy_setopt(easy, option, value);
}

CURLcode vitrine_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return library.curl_easy_setopt(easy, option, value);
}

long vitrine_curl_info_long(CURL *easy, CURLINFO info) {
  long value = 0;
  library.curl_easy_getinfo(easy, info, &value);
  return value;
}

int64_t vitrine_curl_info_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  library.curl_easy_getinfo(easy, info, &value);
  return value;
}

struct curl_header *vitrine_curl_next_header(CURL *easy, struct curl_header *previous) {
  return library.curl_easy_nextheader(easy, CURLH_HEADER, -1, previous);
}

/* libcurl requests a socket at the last moment before connecting, so the address is the one that is really
   connected to. */
static curl_socket_t open_socket(void *transfer, curlsocktype purpose, struct curl_sockaddr *address) {
  const struct vitrine_curl_transfer *asked = transfer;
  (void)purpose;
  const uint8_t *bytes = NULL;
  size_t count = 0;
  if (address->family == AF_INET) {
    bytes = (const uint8_t *)&((const struct sockaddr_in *)&address->addr)->sin_addr;
    count = sizeof(struct in_addr);
  } else if (address->family == AF_INET6) {
    bytes = (const uint8_t *)&((const struct sockaddr_in6 *)&address->addr)->sin6_addr;
    count = sizeof(struct in6_addr);
  }
  if (!asked->may_connect(bytes, count, asked->context)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool vitrine_curl_begin(struct vitrine_curl_transfer *transfer) {
  CURL *easy = transfer->easy = library.curl_easy_init();
  if (easy == NULL) return false;
  __typeof__(library.curl_easy_setopt) set = library.curl_easy_setopt;
  for (size_t i = 0; is_bundled && i < sizeof certificate_files / sizeof *certificate_files; i++)
    if (access(certificate_files[i], R_OK) == 0) {
      set(easy, CURLOPT_CAINFO, certificate_files[i]);
      break;
    }
  set(easy, CURLOPT_HEADERFUNCTION, transfer->header);
  set(easy, CURLOPT_HEADERDATA, transfer->context);
  set(easy, CURLOPT_WRITEFUNCTION, transfer->body);
  set(easy, CURLOPT_WRITEDATA, transfer->context);
  set(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  set(easy, CURLOPT_OPENSOCKETDATA, transfer);
  set(easy, CURLOPT_PREREQFUNCTION, transfer->connected);
  set(easy, CURLOPT_PREREQDATA, transfer->context);
  set(easy, CURLOPT_ERRORBUFFER, transfer->error);
  return true;
}

void vitrine_curl_end(struct vitrine_curl_transfer *transfer) {
  if (transfer->easy != NULL) library.curl_easy_cleanup(transfer->easy);
  library.curl_slist_free_all(transfer->lines);
}

void vitrine_curl_add_line(struct vitrine_curl_transfer *transfer, const char *line) {
  transfer->lines = library.curl_slist_append(transfer->lines, line);
  library.curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->lines);
}

const char *vitrine_curl_error(const struct vitrine_curl_transfer *transfer) { return transfer->error; }

CURLM *vitrine_curl_multi(void) { return library.curl_multi_init(); }
void vitrine_curl_multi_free(CURLM *multi) { library.curl_multi_cleanup(multi); }

CURLMcode vitrine_curl_add(CURLM *multi, CURL *easy) { return library.curl_multi_add_handle(multi, easy); }
CURLMcode vitrine_curl_remove(CURLM *multi, CURL *easy) {
  return library.curl_multi_remove_handle(multi, easy);
}
CURLMcode vitrine_curl_perform(CURLM *multi, int *running) {
  return library.curl_multi_perform(multi, running);
}

CURL *vitrine_curl_next_ended(CURLM *multi, CURLcode *code) {
  int left = 0;
  for (CURLMsg *message; (message = library.curl_multi_info_read(multi, &left)) != NULL;)
    if (message->msg == CURLMSG_DONE) {
      *code = message->data.result;
      return message->easy_handle;
    }
  return NULL;
}

CURLMcode vitrine_curl_poll(CURLM *multi, int milliseconds) {
  return library.curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode vitrine_curl_wake(CURLM *multi) { return library.curl_multi_wakeup(multi); }
