import { workDefinition } from '@/lib/protocols/built-in-work'
import { answerOf } from '@/lib/protocols/completeness'
import { compileWork } from '@/lib/protocols/language/compile/compile-work'
import type { EarlierGold, Json, Measure, ProtocolWork, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { contentOf, shown } from './content'
import { countJudgements } from './count-judgements'
import { CONTINUATION, continuationKeys, dropped, FACT, factIn, ITEM, judgementOf } from './labels'
import work from './work.json' with { type: 'json' }

export const definition = workDefinition(work)
const compiled = compileWork(definition)
const [{ shuffles: _, ...writing }, judging = writing] = compiled.stages

/** FACTOR 6, first part: the annotator writes the minimal fact that the contradiction changes. Nobody sees the texts yet. */
export const factStage: Stage = {
  ...writing,
  unitKinds: writing.unitKinds.filter(({ kind }) => kind === ITEM),
  comparisons: [],
  units: (content) => [{ key: ITEM, kind: ITEM, text: contentOf(content).completion }],
  shows: shown,
  rollUp: (_, answers) => ({ kind: answerOf(answers, ITEM, 'kind'), fact: factIn(answers) }),
}

/** FACTOR 6, second part: what texts that models went on with say of the fact. */
export const judgeStage: Stage = {
  ...judging,
  // Where there is no fact there are no texts.
  questions: judging.questions.map((question) => ({ ...question, asked: () => true })),
  measures: judging.measures.flatMap(keptAndDropped),
  units: unitsToJudge,
  shows: shown,
  rollUp: (subject, answers) => ({ groups: countJudgements(subject, answers) }),
}

/** Agreement on texts that count, and on which those are. */
function keptAndDropped(measure: Measure): Measure[] {
  const isDropped = (value: string) => dropped.some((each) => each === value)
  return [
    {
      ...measure,
      title: 'True, false or neutral',
      unitOfAnalysis: 'generated text',
      categories: measure.categories.filter(({ value }) => !isDropped(value)),
      rating(_, answers, unit) {
        const judgement = judgementOf(answers, unit)
        return judgement === null || isDropped(judgement) ? null : judgement
      },
    },
    {
      ...measure,
      key: 'dropped',
      title: 'Kept or dropped',
      unitOfAnalysis: 'generated text',
      categories: [
        { value: 'kept', text: 'Kept', tone: 'positive' },
        { value: 'ill-formed', text: 'Ill-formed', tone: 'partial' },
        { value: 'non-contradictory', text: 'No contradiction', tone: 'neutral' },
      ],
      rating(_, answers, unit) {
        const judgement = judgementOf(answers, unit)
        return judgement === null ? null : isDropped(judgement) ? judgement : 'kept'
      },
    },
  ]
}

/** The item with its fact, then the texts; no texts where there is no fact to judge them by. */
function unitsToJudge(content: Json, _: readonly string[], earlier: EarlierGold): UnitDraft[] {
  const { completion, continuations } = contentOf(content)
  const fact = factIn(earlier[FACT]?.answers ?? {})
  const whole: UnitDraft = { key: ITEM, kind: ITEM, text: completion, data: { fact } }
  if (fact === null) return [whole]
  const keys = continuationKeys(continuations)
  return [whole, ...continuations.map(({ text }, index) => ({ key: keys[index] ?? '', kind: CONTINUATION, text }))]
}

/** Browser-safe part; prompts and formats stay out. */
export const factorGenerationWork: ProtocolWork = { ...compiled, stages: [factStage, judgeStage] }
