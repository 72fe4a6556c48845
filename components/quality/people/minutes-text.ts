import type { Work } from '@/lib/quality/people/contract'

const minutes = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)))

/** "4.5 (3.0 to 6.2)": the median and the quartiles; of few tasks, how many there are. */
export function minutesText({ minutes: quartiles, timedTasks }: Pick<Work, 'minutes' | 'timedTasks'>): string {
  if (!quartiles) return timedTasks === 0 ? '–' : `too few (${timedTasks} of at least 10 tasks)`
  return `${minutes(quartiles.median)} (${minutes(quartiles.low)} to ${minutes(quartiles.high)})`
}
