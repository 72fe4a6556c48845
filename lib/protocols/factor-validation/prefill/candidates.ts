/** What the builder's steps tell each other, in the notes of the run's item. */
import { z } from 'zod'
import { contentOf, startOf } from '@/lib/protocols/factor-validation/content'
import { errorTypes } from '@/lib/protocols/factor-validation/options'
import { StepFailure, type StepInput } from '@/lib/protocols/prefill'

export const CONTRADICTIONS = 'contradictions'
export const CONTRADICTION_FILTER = 'contradiction-filter'
export const FLUENCY_FILTER = 'fluency-filter'

export const candidateSchema = z.object({
  text: z.string(),
  edit: z.string().nullable(),
  type: z.enum(errorTypes).nullable(),
})
export type Candidate = z.infer<typeof candidateSchema>

const candidatesNote = z.object({ candidates: z.array(candidateSchema) })

/** What a filter says of a candidate: its score, and whether it stays. */
export const filteredSchema = z.object({ text: z.string(), score: z.number(), passes: z.boolean() })
export type Filtered = z.infer<typeof filteredSchema>
const filterNote = z.object({ filtered: z.array(filteredSchema) })

/** The prefix and the completion. Throws StepFailure `rejected` while nothing is chosen. */
export function exampleStart({ content }: StepInput): { prefix: string; completion: string } {
  const start = startOf(contentOf(content))
  if (start) return start
  throw new StepFailure('rejected', 'No sentence of this document is chosen. Add the step “Choose a sentence”.')
}

export function candidatesIn({ notes }: StepInput): readonly Candidate[] {
  const read = candidatesNote.safeParse(notes[CONTRADICTIONS])
  return read.success ? read.data.candidates : []
}

/** What a filter of this run said, by text; empty where it did not run. */
export function filteredIn({ notes }: StepInput, filter: string): ReadonlyMap<string, Filtered> {
  const read = filterNote.safeParse(notes[filter])
  return new Map(read.success ? read.data.filtered.map((each) => [each.text, each]) : [])
}

/** Texts with their numbers, as prompts give them. */
export const numbered = (texts: readonly string[]) => texts.map((text, index) => `${index + 1}. ${text}`).join('\n')

const NOTHING = '(nothing)'

/** The last words before the completion. */
export function nearContext(prefix: string, words: number): string {
  if (words < 1) return NOTHING
  const starts = Array.from(prefix.matchAll(/\S+/g), ({ index }) => index)
  return prefix.slice(starts.at(-words) ?? 0).trim() || NOTHING
}

/** Answers by number, one for every text. A number that names nothing, or is missing, is a malformed answer. */
export function byNumber<Answer extends { number: number }>(answers: readonly Answer[], count: number): Answer[] {
  return Array.from({ length: count }, (_, index) => {
    const answer = answers.find(({ number }) => number === index + 1)
    if (answer && answers.length === count) return answer
    const message = `The model judged ${answers.length} of ${count} texts, or named one that does not exist. Try again, or choose another model.`
    throw new StepFailure('malformed', message)
  })
}
