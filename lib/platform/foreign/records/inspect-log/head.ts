/** Is this the beginning of a log of Inspect (`inspect-ai`) that is one JSON object? Runs anywhere. */

/** Inspect writes its fields in this order, and says in its sources that the order is a part of the format. */
const LOG_HEAD = /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,\s*"eval"\s*:\s*\{/

/** `head`: the first characters of the file, some 200 or more. */
export const isInspectJson = (head: string): boolean => LOG_HEAD.test(head)
