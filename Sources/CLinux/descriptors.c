#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

const int VITRINE_O_TMPFILE = O_TMPFILE;

int vitrine_watch_mounts(int *table) {
  /* proc(5): poll(2) tells of a change by POLLERR and POLLPRI, once; POLLIN is always there. */
  *table = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
  if (*table < 0) return -1;
  int watch = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event wanted = {.events = EPOLLPRI | EPOLLERR};
  if (watch >= 0 && epoll_ctl(watch, EPOLL_CTL_ADD, *table, &wanted) == 0) return watch;
  int code = errno;
  if (watch >= 0) close(watch);
  close(*table);
  errno = code;
  return -1;
}

ssize_t vitrine_send(int socket, const void *bytes, size_t count, const int *descriptors,
                     size_t descriptor_count) {
  if (descriptor_count > VITRINE_DESCRIPTOR_LIMIT) {
    errno = EINVAL;
    return -1;
  }
  union {
    struct cmsghdr align;
    char space[CMSG_SPACE(sizeof(int) * VITRINE_DESCRIPTOR_LIMIT)];
  } control;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t vitrine_receive(int socket, void *bytes, size_t capacity, int *descriptors,
                        size_t *descriptor_count, int *was_cut) {
  union {
    struct cmsghdr align;
    char space[CMSG_SPACE(sizeof(int) * VITRINE_DESCRIPTOR_LIMIT)];
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  message.msg_controllen = sizeof control.space;
  *descriptor_count = 0;
  *was_cut = 0;
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  *was_cut = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    if (header->cmsg_len < CMSG_LEN(0)) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count && *descriptor_count < VITRINE_DESCRIPTOR_LIMIT; index++) {
      memcpy(&descriptors[*descriptor_count], CMSG_DATA(header) + index * sizeof(int), sizeof(int));
      *descriptor_count += 1;
    }
  }
  return received;
}
