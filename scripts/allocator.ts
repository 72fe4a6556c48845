/**
 * How the C library keeps the memory of long-lived processes: what is freed from 128 kB on goes back to the system, a limit that it would raise by
 * itself, and two arenas, where it would make eight for each processor. Variables that the environment sets already are kept.
 */
export const ALLOCATOR = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ || '131072',
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ || '131072',
}
