import { counted } from '@/lib/text/counted'

/** Bytes in words: "340 bytes", "1.2 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [unit, size] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000]
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(size)} ${unit}`
}
