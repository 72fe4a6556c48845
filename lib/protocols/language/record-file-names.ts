/** The files of records that the text of a protocol file names, as far as that can be seen without reading it as YAML. */
export const recordFileNames = (source: string): string[] => [
  ...new Set([...source.matchAll(/\brecord: *["']?([\w][\w. -]{0,99})#\d/g)].flatMap(([, name]) => name ?? [])),
]
