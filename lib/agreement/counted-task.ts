/** What of a revealed task's annotations is counted, with what they listed laid side by side. Pure. */
import { alignLanes } from '@/lib/protocols/align-lanes'
import { countingAnswers } from '@/lib/protocols/completeness'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'

/** The questions that measures look at. */
export const choicesOf = (stage: Stage): Question[] => stage.questions.filter(({ form }) => form === 'choice')

/** The lists whose entries are measured, and the texts by which entries are laid side by side. */
function listedQuestionsOf(stage: Stage): Question[] {
  const lists = stage.questions.filter(({ list }) => list && stage.measures.some(({ unit }) => unit === list.kind))
  const texts = stage.questions.filter(({ key, unit }) =>
    lists.some(({ list }) => list?.kind === unit && list.text === key),
  )
  return [...lists, ...texts]
}

/** All that has to be read of annotations. Reasons and links would be most of what is stored. */
export const countedQuestions = (stage: Stage): Question[] => [...choicesOf(stage), ...listedQuestionsOf(stage)]

export interface Counted<Annotation> {
  /** The task's own units and what annotators listed, one for the entries that stand for each other. */
  units: UnitDraft[]
  annotations: (Annotation & { answers: Answers })[]
}

/**
 * What is rated: choices, where they are asked. What was kept of a question that no longer arises rates nothing.
 * `subject`: the task's own units. Entries of different lists are the same unit as consolidation would propose it.
 */
export function countTask<Annotation extends { userId: string; answers: Answers }>(
  stage: Stage,
  subject: Subject,
  annotations: readonly Annotation[],
): Counted<Annotation> {
  const listed = listedQuestionsOf(stage)
  const counted = { ...stage, questions: [...choicesOf(stage), ...listed] }
  const counting = (given: Subject, answers: Answers) => countingAnswers(counted, given, answers)
  if (listed.length === 0) {
    return {
      units: [...subject.units],
      annotations: annotations.map((each) => ({ ...each, answers: counting(subject, each.answers) })),
    }
  }
  const lanes = alignLanes(
    counted,
    subject,
    annotations.map(({ userId, answers }) => ({ id: userId, answers })),
    {},
  )
  const units = new Map(subject.units.map((unit) => [unit.key, unit]))
  for (const { answers } of lanes)
    for (const unit of withMadeUnits(counted, subject, answers).units)
      if (!units.has(unit.key)) units.set(unit.key, unit)
  return {
    units: [...units.values()],
    annotations: annotations.map((each, index) => ({
      ...each,
      answers: counting(subject, lanes[index]?.answers ?? {}),
    })),
  }
}
