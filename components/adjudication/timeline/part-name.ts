import type { TimelineHead } from '@/lib/adjudication/timeline/contract'

/** A part of the time line as it is offered. */
export function partName({ key, own, name }: TimelineHead['parts'][number]): string {
  if (key === 'all') return 'everything'
  if (key === 'task') return 'the task as a whole'
  if (own) return 'you'
  return name ? `lane ${key} (${name})` : `lane ${key}`
}
