import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import { optionKeys } from '@/lib/protocols/option-key'
import type { Answers, EarlierGold, Json, Measure, Question, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { contentOf, shown } from './content'
import { countJudgements } from './count-judgements'
import { FACT, factIn, ITEM } from './fact-stage'
import { dropped, type Judgement, judgementOptions, judgements } from './options'

/** The stage's key, and the kind of unit that is judged. */
export const JUDGE = 'judge'
export const CONTINUATION = 'continuation'

const LONGEST_TEXT = 5_000

const questions: readonly Question[] = [
  {
    key: 'judgement',
    unit: CONTINUATION,
    title: 'Judgement',
    prompt: 'What does the text say about the fact?',
    section: 'Judge the texts',
    form: 'choice',
    options: judgementOptions,
    schema: z.enum(judgements),
    asked: () => true,
    required: true,
    consolidate: 'decide',
  },
  {
    key: 'comment',
    unit: ITEM,
    title: 'Comment',
    prompt: 'Anything to say about this item?',
    section: 'When in doubt',
    form: 'text',
    schema: z.string().trim().min(1, 'Write at least a word.').max(LONGEST_TEXT),
    asked: () => true,
    required: false,
    consolidate: 'aside',
  },
]

/** The keys under which continuations are judged: they tell nothing of who wrote which. */
export const continuationKeys = (written: readonly { text: string }[]): string[] =>
  optionKeys(written.map(({ text }) => text))

/** What a text was judged to be; null while nobody has. */
export function judgementOf(answers: Answers, unit: Pick<UnitDraft, 'key'>): Judgement | null {
  const value = answerOf(answers, unit.key, 'judgement')
  return judgements.find((judgement) => judgement === value) ?? null
}

const isDropped = (judgement: Judgement) => dropped.includes(judgement)

const measures: readonly Measure[] = [
  {
    key: 'judgement',
    title: 'True, false or neutral',
    unitOfAnalysis: 'generated text',
    unit: CONTINUATION,
    question: 'judgement',
    level: 'nominal',
    categories: judgementOptions
      .filter(({ value }) => !dropped.some((each) => each === value))
      .map(({ value, text, tone }) => ({ value: String(value), text, tone })),
    rating: (_, answers, unit) => {
      const judgement = judgementOf(answers, unit)
      return judgement === null || isDropped(judgement) ? null : judgement
    },
  },
  {
    key: 'dropped',
    title: 'Kept or dropped',
    unitOfAnalysis: 'generated text',
    unit: CONTINUATION,
    question: 'judgement',
    level: 'nominal',
    categories: [
      { value: 'kept', text: 'Kept', tone: 'positive' },
      { value: 'ill-formed', text: 'Ill-formed', tone: 'partial' },
      { value: 'non-contradictory', text: 'No contradiction', tone: 'neutral' },
    ],
    rating: (_, answers, unit) => {
      const judgement = judgementOf(answers, unit)
      return judgement === null ? null : isDropped(judgement) ? judgement : 'kept'
    },
  },
]

/** The item with its fact, then the texts; no texts where there is no fact to judge them by. */
function units(content: Json, _: readonly string[], earlier: EarlierGold): UnitDraft[] {
  const { completion, continuations } = contentOf(content)
  const fact = factIn(earlier[FACT]?.answers ?? {})
  const whole: UnitDraft = { key: ITEM, kind: ITEM, text: completion, data: { fact } }
  if (fact === null) return [whole]
  const keys = continuationKeys(continuations)
  return [whole, ...continuations.map(({ text }, index) => ({ key: keys[index] ?? '', kind: CONTINUATION, text }))]
}

const itemData = z.object({ fact: z.string().nullable() })

/** The fact that a judging task is about; null where none was found. */
export function factOf(whole: readonly UnitDraft[]): string | null {
  return itemData.safeParse(whole.find(({ kind }) => kind === ITEM)?.data).data?.fact ?? null
}

/** FACTOR 6, second part: what texts that models went on with say of the fact. */
export const judgeStage: Stage = {
  key: JUDGE,
  title: 'Judge the texts',
  raters: 2,
  consolidation: 'reviewer',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: ITEM, text: 'item' },
    { kind: CONTINUATION, text: 'text' },
  ],
  questions,
  measures,
  measuredContent: [],
  units,
  shuffles: CONTINUATION,
  shows: shown,
  segmentedText: () => null,
  resegments: null,
  rollUp: (subject, answers) => ({ groups: countJudgements(subject, answers) }),
}
