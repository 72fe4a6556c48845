/** The files that the text of a protocol file names, as far as that can be seen without reading it as YAML: those of records in its tests. */
export const testFileNames = (source: string): string[] => namesIn(source, /\brecord: *["']?([\w][\w. -]{0,99})#\d/g)

/** Second files that records have partners in. */
export const secondFileNames = (source: string): string[] =>
  namesIn(source, /\bfile: *["']?([\w][\w. -]{0,99}\.\w{1,10})\b(?!\*)/g)

/** All of them, records first. */
export const recordFileNames = (source: string): string[] => [
  ...new Set([...testFileNames(source), ...secondFileNames(source)]),
]

const namesIn = (source: string, pattern: RegExp): string[] => [
  ...new Set([...source.matchAll(pattern)].flatMap(([, name]) => name ?? [])),
]
