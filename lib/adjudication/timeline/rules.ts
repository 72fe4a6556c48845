/** The time line as its readers go through it. */
import type { Answers } from '@/lib/protocols/protocol'
import type { TimelineEntry } from './contract'

/** What the answers were after the entry at this place, as far as the entries tell: what changed until then. */
export function answersAt(entries: readonly TimelineEntry[], place: number): Answers {
  const answers: Answers = {}
  for (const entry of entries) {
    if (entry.place > place) break
    if (entry.kind === 'answer' && entry.unit !== null)
      answers[entry.unit] = { ...answers[entry.unit], [entry.question]: entry.to }
  }
  return answers
}
