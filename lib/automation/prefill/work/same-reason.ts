import type { FailureCode } from '@/lib/protocols/prefill'

/**
 * What failures for one and the same reason have in common: their kind, and their words without numbers, names of requests
 * and what is quoted, which differ from item to item.
 */
export function sameReason(code: FailureCode | null, message: string | null): string {
  const words = (message ?? '')
    .replace(/"[^"]*"|“[^”]*”/g, '…')
    .split(/\s+/)
    .map((word) => (/\d/.test(word) ? '…' : word))
  return `${code ?? ''}: ${words.join(' ')}`
}
