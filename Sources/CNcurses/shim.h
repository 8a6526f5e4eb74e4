#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1

#include <curses.h>
#include <term.h>
#include <wchar.h>

// Hidden behind _XOPEN_SOURCE, which a module must not depend on; ncurses uses it for widths.
extern int wcwidth(wchar_t character);
static inline int curses_columns(wchar_t character) { return wcwidth(character); }

// Only what Swift cannot import: macros with casts, mutable globals, arrays of unknown length.

static inline attr_t curses_attribute_bold(void) { return WA_BOLD; }
static inline attr_t curses_attribute_dim(void) { return WA_DIM; }
static inline attr_t curses_attribute_underline(void) { return WA_UNDERLINE; }
static inline attr_t curses_attribute_reverse(void) { return WA_REVERSE; }
static inline attr_t curses_attribute_blink(void) { return WA_BLINK; }
static inline attr_t curses_attribute_conceal(void) { return WA_INVIS; }

static inline WINDOW *curses_standard_screen(void) { return stdscr; }
static inline WINDOW *curses_current_screen(void) { return curscr; }

/// The name of a standard capability, in the order of compiled entries; NULL after the last one.
static inline const char *curses_boolean_name(int index) { return boolnames[index]; }
static inline const char *curses_number_name(int index) { return numnames[index]; }
static inline const char *curses_string_name(int index) { return strnames[index]; }

/// The string of a capability; NULL if it is absent (0) or not a string capability (-1).
static inline const char *curses_string(const char *name) {
  const char *value = tigetstr((NCURSES_CONST char *)name);
  return value == (const char *)-1 ? 0 : value;
}
static inline int curses_number(const char *name) { return tigetnum((NCURSES_CONST char *)name); }
static inline int curses_flag(const char *name) { return tigetflag((NCURSES_CONST char *)name); }

/// Looks up a terminal type; 0 if it is unknown.
static inline int curses_look_up(const char *name, int fd) {
  int status = 0;
  return setupterm((NCURSES_CONST char *)name, fd, &status) == OK;
}
static inline void curses_forget_lookup(void) {
  if (cur_term) del_curterm(cur_term);
}

/// A cell with a pair number beyond the 16 bits of `setcchar`'s own parameter.
static inline void curses_set_cell(
    cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
  setcchar(cell, text, attributes, 0, &pair);
}

#endif
