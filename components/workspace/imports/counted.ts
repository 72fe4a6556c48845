const NUMBERS = new Intl.NumberFormat('en')

/** "1 record", "2,500 records". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBERS.format(count)} ${count === 1 ? one : many}`

/** Bytes in words: "340 bytes", "1.2 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [unit, size] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000]
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(size)} ${unit}`
}
