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

/// The terminal was restored; crashes no longer touch it.
void terminal_restore_disarm(void);

/// Gives the calling thread a stack for crash handlers, so that the terminal is also restored after a stack overflow.
/// Cheap after the first call on a thread.
void terminal_restore_use_alternate_stack(void);

/// Whether another program has the terminal: it was restored, but not for good.
int terminal_restore_is_lent(void);

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

/// Starts a thread that ends the process when it doesn't end by itself: it sleeps until one of `endings` (bit n - 1 for
/// signal n) is caught or the terminal `fd` is gone, which counts as SIGHUP. If `terminal_signals_take` hasn't returned the
/// signal within two seconds, or the process is there ten seconds after it has, the thread calls `terminal_end_now`.
///
/// The thread runs the handlers of all caught signals, `all`; the calling thread blocks them, so that they interrupt none of
/// its calls. Call it once, before the terminal is changed: without it a program that hangs can't be left.
///
/// Returns 0, or an `errno`.
int terminal_watch_start(int fd, uint64_t endings, uint64_t all);

/// Ends the process immediately, whatever its other threads do: restores the terminal as in a crash (if armed), writes
/// `words` to standard error and calls `_exit`. It doesn't call `exit`, whose handlers may wait for a lock that is never
/// released.
///
/// `with_modes` as in `terminal_restore_now`. `words` may be empty.
void terminal_end_now(int status, int with_modes, const char *words) __attribute__((noreturn));

#endif
