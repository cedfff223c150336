/* Preloaded into a server under test: counts, delays and fails its syncs of database files, and moves its clock.
   The test controls it through a small file that both have mapped. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct control {
  int64_t syncs;          /* written here, read by the test */
  int64_t delay_us;       /* added to each sync */
  int64_t fail;           /* 1: each sync fails with EIO */
  int64_t clock_offset_s; /* added to the wall clock, but not to the monotonic clock */
};

static struct control idle;
static struct control *control = &idle;

__attribute__((constructor)) static void open_control(void) {
  const char *path = getenv("SHIM_CONTROL");
  int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) control = mapped;
  close(fd);
}

static int is_database(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return strstr(path, ".db") != NULL;
}

static int sync_as(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (!is_database(fd)) return real(fd);
  __atomic_add_fetch(&control->syncs, 1, __ATOMIC_SEQ_CST);
  if (control->delay_us > 0) usleep((useconds_t)control->delay_us);
  if (control->fail) {
    errno = EIO;
    return -1;
  }
  return real(fd);
}

int fsync(int fd) { return sync_as("fsync", fd); }
int fdatasync(int fd) { return sync_as("fdatasync", fd); }

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += control->clock_offset_s;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(now, zone);
  if (result == 0) now->tv_sec += control->clock_offset_s;
  return result;
}
