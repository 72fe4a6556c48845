import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Question, Stage } from '@/lib/protocols/protocol'
import { contentOf, shown } from './content'
import { kindOptions, kinds } from './options'

/** The stage's key. */
export const FACT = 'fact'
/** The unit that stands for the whole item. */
export const ITEM = 'item'

const LONGEST_TEXT = 5_000
const text = z.string().trim().min(1, 'Write at least a word.').max(LONGEST_TEXT)

const isKind = (answers: Answers, kind: (typeof kinds)[number]) => answerOf(answers, ITEM, 'kind') === kind

const questions: readonly Question[] = [
  {
    key: 'kind',
    unit: ITEM,
    title: 'Change',
    prompt: 'Does the contradiction change one fact?',
    section: 'Write the fact',
    form: 'choice',
    options: kindOptions,
    schema: z.enum(kinds),
    asked: () => true,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'fact',
    unit: ITEM,
    title: 'Minimal fact',
    prompt: 'Which fact does it change? Write the true version, and leave out what both sentences share.',
    section: 'Write the fact',
    form: 'text',
    schema: text,
    asked: (_, answers) => isKind(answers, 'fact'),
    required: true,
    consolidate: 'wording',
  },
  {
    key: 'why',
    unit: ITEM,
    title: 'Why not',
    prompt: 'Why is there no single fact?',
    section: 'Write the fact',
    form: 'text',
    schema: text,
    asked: (_, answers) => isKind(answers, 'none'),
    required: false,
    consolidate: 'aside',
  },
]

/** The fact that stands; null where there is none, or nobody has said. */
export function factIn(answers: Answers): string | null {
  const fact = isKind(answers, 'fact') ? answerOf(answers, ITEM, 'fact') : null
  return typeof fact === 'string' ? fact.trim() : null
}

/** FACTOR 6, first part: the annotator writes the minimal fact that the contradiction changes. */
export const factStage: Stage = {
  key: FACT,
  title: 'Write the fact',
  raters: 1,
  consolidation: 'reviewer',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [{ kind: ITEM, text: 'item' }],
  questions,
  measures: [
    {
      key: 'kind',
      title: 'One fact or none',
      unitOfAnalysis: 'pair of sentences',
      unit: ITEM,
      question: 'kind',
      level: 'nominal',
      categories: kindOptions.map(({ value, text: words, tone }) => ({ value: String(value), text: words, tone })),
      rating: (_, answers) => {
        const kind = answerOf(answers, ITEM, 'kind')
        return typeof kind === 'string' ? kind : null
      },
    },
  ],
  measuredContent: [],
  units: (content) => [{ key: ITEM, kind: ITEM, text: contentOf(content).completion }],
  shows: shown,
  segmentedText: () => null,
  resegments: null,
  rollUp: (_, answers) => ({ kind: answerOf(answers, ITEM, 'kind'), fact: factIn(answers) }),
}
