import { MIN_UNITS } from '@/lib/quality/agreement/contract'

/** "18 of 20 (90%)"; of few units the count alone, of none a dash. */
export function alikeText({ alike, units }: { alike: number; units: number }): string {
  if (units === 0) return '–'
  const count = `${alike} of ${units}`
  return units < MIN_UNITS ? count : `${count} (${Math.floor((alike * 100) / units)}%)`
}
