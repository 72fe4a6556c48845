import { z } from 'zod'
import type { Question, Subject } from '@/lib/protocols/protocol'

/** The key of the unit that stands for the whole item. */
export const ITEM = 'item'
/** The kind of the units that are chosen from. */
export const REVISION = 'revision'
/** As many fit side by side, with a key each. */
export const MOST_REVISIONS = 4

const LONGEST_TEXT = 2_000

/** Is there something to choose from? A machine may still have to make it. */
export const isReady = ({ units }: Subject): boolean => units.filter(({ kind }) => kind === REVISION).length > 1

export const questions: readonly Question[] = [
  {
    key: 'best',
    unit: ITEM,
    title: 'Best revision',
    prompt: 'Which revision is the best?',
    section: 'Three criteria, in this order',
    form: 'references',
    schema: z.array(z.string().min(1).max(100)).min(1).max(MOST_REVISIONS),
    asked: isReady,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'reason',
    unit: ITEM,
    title: 'Reason',
    prompt: 'Why, in a sentence?',
    section: 'The reason',
    form: 'text',
    schema: z.string().trim().min(1, 'Write at least a word.').max(LONGEST_TEXT),
    asked: isReady,
    required: true,
    consolidate: 'aside',
  },
]

/** What makes a revision better, the first that tells two apart deciding (Factcheck-Bench, 4.4). */
export const criteria = [
  { title: 'No factual errors', text: 'What was false is corrected, and nothing false was put in.' },
  { title: 'Keeps the style', text: 'It keeps the wording, tone and form of the original wherever that was right.' },
  { title: 'Reads naturally', text: 'It is fluent and complete, as if it had been written that way from the start.' },
] as const
