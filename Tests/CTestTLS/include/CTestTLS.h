/* The server's side of TLS for tests, over OpenSSL: blocking, a thread a connection. */
#ifndef VITRINE_CTESTTLS_H
#define VITRINE_CTESTTLS_H

#include <stdbool.h>
#include <stddef.h>

/* A certificate and its key in PEM. NULL when they are no such. */
void *test_tls_context(const char *certificate, const char *key);
void test_tls_context_free(void *context);

/* Takes a connection's handshake; NULL when that failed. The descriptor stays the caller's. */
void *test_tls_accept(void *context, int descriptor);
/* Bytes read; 0 or less at the end. */
int test_tls_read(void *connection, void *bytes, int count);
bool test_tls_write(void *connection, const void *bytes, size_t count);
void test_tls_close(void *connection);

#endif
