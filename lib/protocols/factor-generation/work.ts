import { workDefinition } from '@/lib/protocols/built-in-work'
import { answerOf } from '@/lib/protocols/completeness'
import { compileWork } from '@/lib/protocols/language/compile/compile-work'
import type { EarlierGold, Json, ProtocolWork, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { contentOf, shown } from './content'
import { countJudgements } from './count-judgements'
import { CONTINUATION, FACT, factIn, ITEM, withKeys } from './labels'
import work from './work.json' with { type: 'json' }

export const definition = workDefinition(work)
const compiled = compileWork(definition)
const [writing, judging = writing] = compiled.stages

/** FACTOR 6, first part: the annotator writes the minimal fact that the contradiction changes. Nobody sees the texts yet. */
export const factStage: Stage = {
  ...writing,
  comparisons: [],
  units: (content) => [{ key: ITEM, kind: ITEM, text: contentOf(content).completion }],
  shows: shown,
  rollUp: (_, answers) => ({ kind: answerOf(answers, ITEM, 'kind'), fact: factIn(answers) }),
}

/** FACTOR 6, second part: what texts that models went on with say of the fact. */
export const judgeStage: Stage = {
  ...judging,
  units: unitsToJudge,
  shows: shown,
  rollUp: (subject, answers) => ({ groups: countJudgements(subject, answers) }),
}

/** The item with its fact, then the texts; no texts where there is no fact to judge them by. */
function unitsToJudge(content: Json, _: readonly string[], earlier: EarlierGold): UnitDraft[] {
  const { completion, continuations } = contentOf(content)
  const fact = factIn(earlier[FACT]?.answers ?? {})
  const texts = fact === null ? [] : withKeys(continuations)
  return [
    { key: ITEM, kind: ITEM, text: completion, data: { fact } },
    ...texts.map(({ key, text }) => ({ key, kind: CONTINUATION, text })),
  ]
}

/** Browser-safe part; prompts and formats stay out. */
export const factorGenerationWork: ProtocolWork = { ...compiled, stages: [factStage, judgeStage] }
