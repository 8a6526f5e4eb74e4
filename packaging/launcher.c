// bin/vitrine of the archive: starts libexec/vitrine/vitrine of the same tree, or says in one line why this system cannot
// run it.
//
// The loader's own message ("version `GLIBC_2.34' not found") says neither what to do nor which program it is about; a system
// without glibc says "not found" of a file that is there. So this program is linked statically and looks first, which takes less than half a
// millisecond.

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
#define LOADER "/lib64/ld-linux-x86-64.so.2"
#define MULTIARCH "x86_64-linux-gnu"
#elif defined(__aarch64__)
#define LOADER "/lib/ld-linux-aarch64.so.1"
#define MULTIARCH "aarch64-linux-gnu"
#endif

/// The oldest version that has all that the archive's files ask for; `scripts/make-dist` checks that.
#define NEEDED "2.34"

/// Where distributions have the C library. Where it is in none of these, nothing is checked.
static const char *const libraries[] = {"/lib64/libc.so.6", "/lib/" MULTIARCH "/libc.so.6", "/usr/lib64/libc.so.6",
                                        "/usr/lib/libc.so.6"};

static int fail(const char *message, const char *detail) {
  fprintf(stderr, "vitrine: %s%s\n", message, detail);
  // EX_UNAVAILABLE of sysexits.h.
  return 69;
}

/// Whether a C library defines this version; also if the file is not one that can be read.
static int defines(const unsigned char *file, size_t size, const char *wanted) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64)
    return 1;
  if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shoff > size ||
      header->e_shnum > (size - header->e_shoff) / sizeof(Elf64_Shdr))
    return 1;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum; i++) {
    const Elf64_Shdr *section = &sections[i];
    if (section->sh_type != SHT_GNU_verdef || section->sh_link >= header->e_shnum) continue;
    const Elf64_Shdr *names = &sections[section->sh_link];
    if (section->sh_offset > size || section->sh_size > size - section->sh_offset || names->sh_offset > size ||
        names->sh_size > size - names->sh_offset)
      return 1;
    const unsigned char *at = file + section->sh_offset, *end = at + section->sh_size;
    while ((size_t)(end - at) >= sizeof(Elf64_Verdef)) {
      const Elf64_Verdef *version = (const Elf64_Verdef *)at;
      if ((size_t)(end - at) < version->vd_aux + sizeof(Elf64_Verdaux)) return 1;
      const Elf64_Verdaux *name = (const Elf64_Verdaux *)(at + version->vd_aux);
      if (name->vda_name < names->sh_size) {
        const char *text = (const char *)file + names->sh_offset + name->vda_name;
        if (strncmp(text, wanted, names->sh_size - name->vda_name) == 0) return 1;
      }
      if (version->vd_next == 0) return 0;
      if (version->vd_next > (size_t)(end - at)) return 1;
      at += version->vd_next;
    }
    return 1;
  }
  // No sections, or none with versions.
  return 1;
}

static int is_too_old(void) {
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    int file = open(libraries[i], O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    struct stat status;
    void *bytes = MAP_FAILED;
    if (fstat(file, &status) == 0 && status.st_size > 0)
      bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    // It stays mapped: the next step is another program.
    return bytes != MAP_FAILED && !defines(bytes, (size_t)status.st_size, "GLIBC_" NEEDED);
  }
  return 0;
}

/// Where ncurses looks for a terminal's description, the archive's last. `prefix` is of the tree.
static void add_terminals(const char *prefix) {
  static char folders[8 * PATH_MAX];
  const char *own = getenv("TERMINFO_DIRS");
  int length = snprintf(folders, sizeof folders, "%s%s/etc/terminfo:/lib/terminfo:/usr/share/terminfo:%s/share/vitrine/terminfo",
                        own != NULL ? own : "", own != NULL ? ":" : "", prefix);
  // Without those of the archive where the variable is absurdly long.
  if (length > 0 && (size_t)length < sizeof folders) setenv("TERMINFO_DIRS", folders, 1);
}

int main(int count, char **arguments) {
  (void)count;
  static char path[PATH_MAX + 32];
  ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
  if (length <= 0) return fail("/proc is needed: ", strerror(errno));
  path[length] = 0;
  // PREFIX/bin/vitrine
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(path, '/');
    if (slash != NULL) *slash = 0;
  }
  add_terminals(path);
  strcat(path, "/libexec/vitrine/vitrine");
  if (access(LOADER, F_OK) != 0)
    return fail("this build needs glibc, and this system has another C library. ", LOADER " is missing");
  if (is_too_old())
    return fail("this build needs glibc " NEEDED " or later (Debian 12, Ubuntu 22.04, Fedora 35, RHEL 9, ...); ",
                "the one of this system is older");
  execv(path, arguments);
  return fail(path, errno == ENOENT ? " is missing: keep the files of the archive together" : ": cannot be started");
}
