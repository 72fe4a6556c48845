/** Searching and quoting at a task: queries with what came back, pages as they were. */
export {}
