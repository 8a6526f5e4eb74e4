// The columns of a character.

#define _GNU_SOURCE
#include "CLinux.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_utf8(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int vitrine_columns(unsigned int scalar) {
  pthread_once(&once, make_utf8);
  // Where that isn't installed, the terminal has set another locale with UTF-8.
  locale_t former = utf8 ? uselocale(utf8) : (locale_t)0;
  int columns = wcwidth((wchar_t)scalar);
  if (utf8) uselocale(former);
  return columns;
}
