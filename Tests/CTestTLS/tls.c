#include "CTestTLS.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>

void *test_tls_context(const char *certificate, const char *key) {
  SSL_CTX *context = SSL_CTX_new(TLS_server_method());
  if (context == NULL) return NULL;
  BIO *certificate_text = BIO_new_mem_buf(certificate, -1);
  BIO *key_text = BIO_new_mem_buf(key, -1);
  X509 *leaf = PEM_read_bio_X509(certificate_text, NULL, NULL, NULL);
  EVP_PKEY *private_key = PEM_read_bio_PrivateKey(key_text, NULL, NULL, NULL);
  bool works = leaf != NULL && private_key != NULL && SSL_CTX_use_certificate(context, leaf) == 1 &&
               SSL_CTX_use_PrivateKey(context, private_key) == 1;
  X509_free(leaf);
  EVP_PKEY_free(private_key);
  BIO_free(certificate_text);
  BIO_free(key_text);
  if (!works) {
    SSL_CTX_free(context);
    return NULL;
  }
  return context;
}

void test_tls_context_free(void *context) { SSL_CTX_free(context); }

void *test_tls_accept(void *context, int descriptor) {
  SSL *connection = SSL_new(context);
  if (connection == NULL) return NULL;
  if (SSL_set_fd(connection, descriptor) == 1 && SSL_accept(connection) == 1) return connection;
  SSL_free(connection);
  return NULL;
}

int test_tls_read(void *connection, void *bytes, int count) { return SSL_read(connection, bytes, count); }

bool test_tls_write(void *connection, const void *bytes, size_t count) {
  size_t written = 0;
  return SSL_write_ex(connection, bytes, count, &written) == 1;
}

void test_tls_close(void *connection) {
  SSL_shutdown(connection);
  SSL_free(connection);
}
