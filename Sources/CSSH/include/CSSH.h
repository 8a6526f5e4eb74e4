/* libssh, opened when it is first needed, like libcurl: a folder on the disk needs no server.

   The functions are libssh's own; see libssh.h and sftp.h. A session and everything that belongs to it is used on one
   thread at a time. */
#ifndef VITRINE_CSSH_H
#define VITRINE_CSSH_H

/* libssh.h includes netdb.h without needing it: without this, Swift would take the socket constants for this
   module's. */
#ifndef _NETDB_H
#define _NETDB_H 1
#endif
#include <libssh/libssh.h>
#include <libssh/callbacks.h>
#include <libssh/server.h>
#include <libssh/sftp.h>
#include <stdint.h>

#define VITRINE_SSH_EACH(X)                                                                                    \
  X(ssh_version) X(ssh_new) X(ssh_free) X(ssh_options_set) X(ssh_set_blocking) X(ssh_connect) X(ssh_disconnect) X(ssh_is_connected)               \
  X(ssh_get_error) X(ssh_get_fd) X(ssh_get_serverbanner) X(ssh_get_server_publickey) X(ssh_key_free)           \
  X(ssh_key_type_from_name) X(ssh_pki_export_pubkey_base64) X(ssh_pki_import_privkey_base64)                   \
  X(ssh_pki_import_cert_base64) X(ssh_pki_copy_cert_to_privkey) X(ssh_string_free_char) X(ssh_set_counters)    \
  X(ssh_set_agent_socket) X(ssh_userauth_none) X(ssh_userauth_list) X(ssh_userauth_publickey)                  \
  X(ssh_userauth_agent) X(ssh_userauth_password) X(ssh_userauth_kbdint) X(ssh_userauth_kbdint_getnprompts)     \
  X(ssh_userauth_kbdint_getprompt) X(ssh_userauth_kbdint_setanswer) X(ssh_channel_new) X(ssh_channel_free)     \
  X(ssh_channel_open_forward) X(ssh_channel_read_nonblocking) X(ssh_channel_write) X(ssh_channel_is_eof)       \
  X(ssh_channel_is_open) X(ssh_channel_open_session) X(ssh_channel_request_sftp)                               \
  X(ssh_set_channel_callbacks) X(ssh_set_message_callback) X(ssh_buffer_get_len) X(sftp_new_channel)           \
  X(sftp_init) X(sftp_free) X(sftp_get_error) X(sftp_opendir)               \
  X(sftp_readdir) X(sftp_closedir) X(sftp_stat) X(sftp_fstat) X(sftp_attributes_free) X(sftp_open)             \
  X(sftp_close) X(sftp_seek64) X(sftp_read) X(sftp_async_read_begin) X(sftp_async_read)

struct vitrine_ssh {
#define VITRINE_SSH_DECLARE(name) __typeof__(&name) name;
  VITRINE_SSH_EACH(VITRINE_SSH_DECLARE)
#undef VITRINE_SSH_DECLARE
};

/* Opens the library once, on any thread; NULL if it isn't installed, or lacks some of the functions. */
const struct vitrine_ssh *vitrine_ssh_open(void);

/* A passphrase callback that never has one. Without a callback, OpenSSL would ask on the terminal. */
int vitrine_ssh_no_passphrase(const char *prompt, char *buffer, size_t length, int echo, int verify, void *data);

/* How many bytes a session has received; may be called on any thread while it is counting. */
uint64_t vitrine_ssh_received(const struct ssh_counter_struct *counter);

#endif
