/**
 * Limits that end what would hang. Everything a test waits for comes as fast as the machine allows, so these are far beyond what the
 * slowest machine takes, and no wait and no test has one of its own.
 */

/** How long a test waits for one thing. */
export const WAIT_LIMIT_MS = 30_000

/** How long a page takes to load: many requests, and all of its code. */
export const PAGE_LIMIT_MS = 120_000

/** How long a test takes altogether: longer than any of its waits, so that it is the wait which says what did not come. */
export const TEST_LIMIT_MS = 600_000
