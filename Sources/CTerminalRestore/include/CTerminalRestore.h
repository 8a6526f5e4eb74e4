/// Code that has to run inside a signal handler and therefore cannot be Swift: restoring the terminal in a crash, and
/// turning signals into bytes in a pipe. Nothing here allocates once it is set up.
#ifndef C_TERMINAL_RESTORE_H
#define C_TERMINAL_RESTORE_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// The longest string that `terminal_restore_arm` keeps.
enum { TERMINAL_RESTORE_CAPACITY = 512 };

/// From now on a crash (SEGV, ABRT, ILL, TRAP, BUS and FPE) for want of memory ends the process with a sentence and status
/// 1: memory is requested in too many places, most of them not ours, for each to report it.
void terminal_restore_catch_crashes(void);

/// From now on crashes and `exit` first write `bytes` to `fd` and set its modes to `modes`; then the signal takes its
/// original course, so that core files, back traces and the exit status are those of the crash. Call it before the modes
/// are first changed.
void terminal_restore_arm(
    int fd, const struct termios *modes, const uint8_t *bytes, size_t count);

/// The maximum number of paths that `terminal_restore_remember_memory` stores, and the maximum size of one including
/// its zero.
enum { TERMINAL_RESTORE_MEMORY_COUNT = 66, TERMINAL_RESTORE_MEMORY_CAPACITY = 64 };

/// After `terminal_restore_arm`, the same crashes and `exit` remove the file at `path`, which may be gone by then. Only
/// the most recent paths are stored; a path that is too long is ignored.
void terminal_restore_remember_memory(const char *path);

/// The terminal was restored; crashes no longer touch it.
void terminal_restore_disarm(void);

/// Gives the calling thread a stack for crash handlers, so that the terminal is also restored after a stack overflow.
/// Cheap after the first call on a thread.
void terminal_restore_use_alternate_stack(void);

/// If armed, writes the bytes and sets the modes that were passed to `terminal_restore_arm`, and disarms. Waits only a
/// moment for a terminal that does not read.
///
/// If `with_modes` is 0, the modes are left alone: they belong to the process in the foreground.
void terminal_restore_now(int with_modes);

/// The read end of a pipe that becomes readable when a caught signal arrives, or -1.
int terminal_signals_open(void);

/// Catches a signal with a handler, not `SIG_IGN`, so that programs started later do not inherit that.
void terminal_signals_catch(int signal_number);

/// Ignores the signal that the C library keeps for itself and lets nobody catch: from outside it would end the process.
void terminal_signals_ignore_library(void);

/// Ignores a signal in this process only.
void terminal_signals_discard(int signal_number);

/// Restores a signal's default action.
void terminal_signals_default(int signal_number);

/// The signals that arrived since the last call, bit n - 1 for signal n; empties the pipe.
uint64_t terminal_signals_take(void);

/// A descriptor that becomes readable when one of `signals` (bit n - 1 for signal n) was caught, or on
/// `terminal_watch_wake`; -1 with `errno` set on failure. For one thread, other than the reader of
/// `terminal_signals_open`.
int terminal_watch_open(uint64_t signals);

/// Makes that descriptor readable.
void terminal_watch_wake(void);

/// The watched signals that were caught since the last call; empties the descriptor.
uint64_t terminal_watch_take(void);

/// Ends the process immediately, whatever its other threads do: restores the terminal as in a crash (if armed), removes
/// the files given to `terminal_restore_remember_memory`, writes `words` to standard error and calls `_exit`. It
/// doesn't call `exit`, whose handlers may wait for a lock that is never released.
///
/// `with_modes` as in `terminal_restore_now`. `words` may be empty.
void terminal_end_now(int status, int with_modes, const char *words) __attribute__((noreturn));

#endif
