/// Parts of Linux that Swift cannot use directly: calls that its Glibc module lacks, macros (CMSG_*), variadic
/// functions, system calls without a function, and signal handlers, which must be plain C.
#ifndef C_LINUX_H
#define C_LINUX_H

// Without <fcntl.h>: it would define `struct stat` a second time, and Swift extensions of the other one would not
// apply.
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/types.h>

// Calls that Swift's Glibc module lacks because it is built without _GNU_SOURCE. Defining that here would not help: the
// system's headers come from that module. They are therefore declared as in glibc's headers.

/// <string.h> (glibc 2.32): the description of an error, a constant; NULL if there is none.
extern const char *strerrordesc_np(int code);

/// <sched.h>: the processors that a process may use.
extern int sched_getaffinity(pid_t process, size_t byte_count, cpu_set_t *set);

/// <sys/mman.h> (glibc 2.27): a file in memory, without a name in any folder.
extern int memfd_create(const char *name, unsigned int flags);

/// `MFD_CLOEXEC` of <sys/mman.h>.
static const unsigned int VITRINE_MEMFD_CLOEXEC = 1;

/// <unistd.h> (glibc 2.27): copies bytes between files within the kernel, sharing blocks if possible.
extern ssize_t copy_file_range(int from, off_t *from_offset, int to, off_t *to_offset,
                               size_t count, unsigned int flags);

/// <stdio.h> (glibc 2.28).
extern int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name,
                     unsigned int flags);

/// `RENAME_NOREPLACE` of <stdio.h>: fails with EEXIST if the new name exists.
static const unsigned int VITRINE_RENAME_NOREPLACE = 1;

/// <sys/xattr.h>, which Swift's Glibc module leaves out: extended attributes of an open file.
extern ssize_t flistxattr(int file, char *names, size_t capacity);
extern ssize_t fgetxattr(int file, const char *name, void *value, size_t capacity);
extern int fsetxattr(int file, const char *name, const void *value, size_t count, int flags);

/// Keeps the user's other processes from tracing this one, reading its memory or taking its descriptors, and turns off
/// core files, until the next exec. For <sys/prctl.h>, which is variadic.
static inline void vitrine_forbid_looking_in(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// `O_TMPFILE` of <fcntl.h>: a file without a name.
extern const int VITRINE_O_TMPFILE;

/// A descriptor that becomes readable for a moment when something is mounted or unmounted, closed on exec; -1 with
/// `errno`.
///
/// `table`: a second descriptor, to be closed after it.
int vitrine_watch_mounts(int *table);

/// `wcwidth` of <wchar.h>, in UTF-8 whatever the locale is: the columns of a Unicode scalar; -1 for what isn't printable.
int vitrine_columns(unsigned int scalar);

// Other programs.

/// Starts a program, found in PATH unless its name contains a slash, with no signals blocked or ignored, and with no
/// descriptors but 0, 1 and 2. It runs in a session of its own, so that it cannot touch the terminal, or in the process
/// group of this process, so that it may use the terminal and stops with Ctrl-Z.
///
/// - `environment`: NULL for that of this process.
/// - `input`, `output`, `errors`: Its standard descriptors, which stay open in the caller; -1 for /dev/null.
///
/// Returns 0, or an `errno`.
int vitrine_start(pid_t *process, const char *program, char *const arguments[], char *const environment[],
                  int input, int output, int errors, int is_in_group);

/// Waits until a child has ended, without reaping it: until it is reaped, its process id cannot be reused.
///
/// `is_in_group`: whether it is in the process group of this process, which then stops when the child does.
void vitrine_await_end(pid_t process, int is_in_group);

/// Starts a process that asks a mount for its state and for its first names, and ends when it has answered. A process in which a
/// thread waits for a mount can't end before that: for FUSE, once the request was read, not even by SIGKILL (fuse/dev.c,
/// request_wait_answer).
///
/// Returns a pipe that ends with the process; -1 with `errno` if it can't be started.
int vitrine_probe_mount(const char *point);

/// The environment variables of this process, byte for byte; terminated by NULL.
char **vitrine_environment(void);

// Passing open files over a socket: SCM_RIGHTS, see cmsg(3) and unix(7).

/// The maximum number of descriptors per call.
#define VITRINE_DESCRIPTOR_LIMIT 8

/// Sends bytes and, with the first of them, descriptors. Never raises SIGPIPE.
///
/// Returns the number of bytes sent, or -1 with `errno`. If the result is above 0, the descriptors were sent.
ssize_t vitrine_send(int socket, const void *bytes, size_t count, const int *descriptors,
                     size_t descriptor_count);

/// Receives bytes and the descriptors that came with them, which are closed on exec.
///
/// `descriptors` has room for VITRINE_DESCRIPTOR_LIMIT. Returns the number of bytes received, 0 at the end, -1 with
/// `errno`. `was_cut` is set to 1 if there were more descriptors than there was room for, or this process has none
/// left; the kernel has closed those that did not fit.
ssize_t vitrine_receive(int socket, void *bytes, size_t capacity, int *descriptors,
                        size_t *descriptor_count, int *was_cut);

// A picture worker's own process.

/// The parts of the sandbox ("cell") that this system supports.
struct vitrine_cell {
  /// Whether system calls are filtered (seccomp): 1 or 0.
  int filters_calls;
  /// The version of Landlock that restricts what can be opened, at least 1; 0 if the kernel has none.
  int landlock_version;
};

/// Closes the sandbox around this process for good: from now on it can decode what it is given, and nothing else.
///
/// - Every system call that decoding does not need fails or ends the process. The arguments of dangerous calls that it
///   does need are checked. `cell.c` has the lists and the reasons.
/// - If the kernel has Landlock, only fonts and the like can be opened, and only for reading.
/// - No program that it could start gains privileges, and the user's other processes cannot look into it.
///
/// Everything that has to be loaded must be loaded before, above all libraries: no more memory can be made executable.
/// Call it with a single thread: Landlock does not restrict others. Takes about 0.3 ms.
struct vitrine_cell vitrine_close_cell(void);

/// The number of a system call that was tried since, is in no list, and has not been reported yet; -1 for none. It
/// failed with ENOSYS. This shows what another version of a library needs.
int vitrine_next_unlisted_call(void);

/// Soft and hard limits of this process (setrlimit(2), most of whose names Swift's Glibc module lacks in some builds): no file is
/// written, no core dumped. `writable` bytes are private memory; mapped files do not count.
void vitrine_limit_worker(unsigned long long address_space, unsigned long long writable, unsigned long long open_files);

/// Uses one heap for all threads: an arena reserves 64 MiB of address space, which is limited.
void vitrine_use_one_heap(void);

/// Makes this process give way to others: adds to its nice value, also to that of its session, and never lets it take a
/// processor from a process that is running, but gives its own to one that wakes up. Returns 0, or -1 if `vitrine_give_way_again` should be called later.
int vitrine_give_way(int steps);

/// The same for what was not possible then. Returns 0, or -1 if it should be called again.
int vitrine_give_way_again(void);

/// The size of the heap that was taken from the system and is not in use.
long long vitrine_free_heap_bytes(void);

/// Returns unused memory to the system. If there is a lot of it, this takes a millisecond.
void vitrine_give_memory_back(void);

/// After this many seconds of CPU time, SIGPROF ends the process (its default action); 0 cancels that.
int vitrine_end_after_cpu_seconds(unsigned seconds);

/// Ends this process as soon as the other end of the socket on descriptor 0 is closed, even in the middle of a decoder:
/// the kernel sends SIGIO when a socket changes.
///
/// Not PR_SET_PDEATHSIG: that is tied to the thread that started this process, and the main process starts workers from
/// short-lived threads.
int vitrine_end_with_socket(void);

#endif
