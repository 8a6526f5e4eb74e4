/* libcurl, opened when it is first needed: it loads 30 libraries that would delay each start of the program by 5 ms,
   and a folder on the disk needs no server.

   The functions are libcurl's own; see curl_easy_setopt(3), curl_multi_poll(3) and so on. Those with a varying
   number of arguments, which Swift can't call, have a form for each kind of argument. All except
   vitrine_curl_open require that it returned NULL. */
#ifndef VITRINE_CCURL_H
#define VITRINE_CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

/* Swift can't read the casts in curl.h's. */
enum { VITRINE_CURLAUTH_BASIC = 1 << 0, VITRINE_CURLAUTH_DIGEST = 1 << 1 };

/* Opens the library once, on any thread. NULL if it is available, else the reason (never freed). */
const char *vitrine_curl_open(void);

/* The library's version, what it is built with, and where it looks for certificates. */
const curl_version_info_data *vitrine_curl_about(void);

/* A transfer: its callbacks, all called with `context`, and what libcurl needs until its end. */
struct vitrine_curl_transfer {
  /* A line of a head, with its end. Any other result than `count` ends the transfer. */
  size_t (*header)(char *bytes, size_t size, size_t count, void *context);
  size_t (*body)(char *bytes, size_t size, size_t count, void *context);
  /* Whether an address in network order may be connected to; no bytes for another family than IPv4 and IPv6. */
  bool (*may_connect)(const uint8_t *address, size_t count, void *context);
  /* The connection is established, and nothing of the request has been sent yet. */
  int (*connected)(void *context, char *address, char *local, int port, int local_port);
  void *context;
  CURL *easy;
  struct curl_slist *lines;
  char error[CURL_ERROR_SIZE];
};

/* Makes the handle. The callbacks are set, and the transfer stays where it is until its end. False if there is no memory. */
bool vitrine_curl_begin(struct vitrine_curl_transfer *transfer);
void vitrine_curl_end(struct vitrine_curl_transfer *transfer);
/* A line of the request's head. */
void vitrine_curl_add_line(struct vitrine_curl_transfer *transfer, const char *line);
/* libcurl's message; empty for none. */
const char *vitrine_curl_error(const struct vitrine_curl_transfer *transfer);
CURLcode vitrine_curl_set_long(CURL *easy, CURLoption option, long value);
/* Strings are copied. */
CURLcode vitrine_curl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode vitrine_curl_set_pointer(CURL *easy, CURLoption option, void *value);
long vitrine_curl_info_long(CURL *easy, CURLINFO info);
int64_t vitrine_curl_info_offset(CURL *easy, CURLINFO info);
/* The header of the last answer that follows `previous`, or the first one; NULL after the last. */
struct curl_header *vitrine_curl_next_header(CURL *easy, struct curl_header *previous);

CURLM *vitrine_curl_multi(void);
void vitrine_curl_multi_free(CURLM *multi);
CURLMcode vitrine_curl_add(CURLM *multi, CURL *easy);
CURLMcode vitrine_curl_remove(CURLM *multi, CURL *easy);
CURLMcode vitrine_curl_perform(CURLM *multi, int *running);
/* The next transfer that has ended; NULL for none. */
CURL *vitrine_curl_next_ended(CURLM *multi, CURLcode *code);
CURLMcode vitrine_curl_poll(CURLM *multi, int milliseconds);
/* Ends a poll, from any thread. */
CURLMcode vitrine_curl_wake(CURLM *multi);

#endif
