/** Accepting what is proposed: what the key takes next, and what a button does. */
import type { AnswerCause } from '@/lib/annotation/annotations/contract'
import { answerOf } from '@/lib/protocols/completeness'
import type { Bench, QuestionProps } from './bench-context'
import { withLinks } from './links'
import { isListQuestion, type List, listAt, listOf } from './lists'
import { acceptSeeds, firstSet, isInTheWay, openSeeds, type Seed } from './seeds'
import { isExactly, type Proposed, proposedFor } from './suggested'

/** What the key accepts: a value for a field, or entries of a list. */
export type Acceptable = { question: string; proposed: Proposed } | { list: List; seeds: readonly Seed[] }

type Known = Pick<Bench, 'workbench' | 'survey' | 'answers' | 'open' | 'readOnly' | 'passedOver'>

/**
 * The first proposal for the open unit's first question that has one and no answer; for a list, its own or the one that
 * holds it, all that the first suggestion has left to propose. Null where nothing is left.
 */
export function nextAcceptable(bench: Known): Acceptable | null {
  const { workbench, survey, answers, open, readOnly } = bench
  if (readOnly) return null
  for (const question of survey.units.get(open)?.asked ?? []) {
    if (isListQuestion(question)) {
      const list = listOf(answers, open, question)
      const seeds = acceptableSeeds(bench, list)
      if (seeds.length > 0) return { list, seeds }
    } else if (answerOf(answers, open, question.key) === null) {
      const [proposed] = proposedFor(workbench.suggestions, { unit: open, question: question.key })
      if (proposed) return { question: question.key, proposed }
    }
  }
  const around = listAt(survey, answers, open)?.list
  const seeds = around ? acceptableSeeds(bench, around) : []
  return around && seeds.length > 0 ? { list: around, seeds } : null
}

/** What the first suggestion that has anything left can add to a list. */
const acceptableSeeds = (bench: Known, list: List): Seed[] =>
  firstSet(openSeeds(bench, list).filter((seed) => !isInTheWay(list, seed)))

/** What the key for accepting does now. */
export function acceptance(bench: Bench): (() => void) | undefined {
  const next = nextAcceptable(bench)
  const unit = bench.openUnit
  if (!next || !unit) return undefined
  if ('list' in next) return () => bench.perform(acceptSeeds(next.list, next.seeds))
  const question = bench.survey.units.get(unit.key)?.asked.find(({ key }) => key === next.question)
  return question && (() => accept(bench, { unit, question }, next.proposed))
}

const causeOf = ({ by }: Proposed): AnswerCause => ({ origin: 'suggestion', suggestionId: by[0].id })

/** Makes a proposed value the answer, and goes where that leads; links join those that are there. */
export function accept({ answers, choose }: Bench, { unit, question }: QuestionProps, proposed: Proposed): void {
  const currentAnswer = answerOf(answers, unit.key, question.key)
  const value = question.form === 'links' ? withLinks(currentAnswer, proposed.value) : proposed.value
  choose(unit.key, question.key, value, isExactly(value, proposed.value) ? causeOf(proposed) : undefined)
}

/** Takes a proposed text over into its field, to go on from there: what is typed then is typed, not accepted. */
export function editFrom({ chooseAll, go }: Bench, { unit, question }: QuestionProps, proposed: Proposed): void {
  chooseAll([{ unit: unit.key, question: question.key, value: proposed.value }], causeOf(proposed))
  go({ unit: unit.key, question: question.key })
}
