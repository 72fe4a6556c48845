/** Which question's policy holds for which: a list's covers what is asked about its entries. Pure. */
import type { Question, Stage } from '@/lib/protocols/protocol'

export interface QuestionName {
  unitKind: string
  question: string
}

const nameOf = ({ unit, key }: Question): QuestionName => ({ unitKind: unit, question: key })

/** The lists whose entries are units of this kind. */
export const listsOf = (stage: Stage, unitKind: string): Question[] =>
  stage.questions.filter(({ list }) => list?.kind === unitKind)

/** The question whose arm holds for this one: itself, or the list that units of its kind are entries of. */
export function governing(stage: Stage, name: QuestionName): QuestionName {
  const visited = new Set<string>()
  let governor = name
  for (;;) {
    const list = listsOf(stage, governor.unitKind)[0]
    if (!list || visited.has(list.unit)) return governor
    visited.add(governor.unitKind)
    governor = nameOf(list)
  }
}

const sameName = (one: QuestionName, other: QuestionName) =>
  one.unitKind === other.unitKind && one.question === other.question

/** The questions that have a policy of their own, in stage order, each with those that it covers. */
export function governedQuestions(stage: Stage): { question: Question; covers: Question[] }[] {
  const policyQuestions = stage.questions.filter((question) =>
    sameName(governing(stage, nameOf(question)), nameOf(question)),
  )
  return policyQuestions.map((question) => ({
    question,
    covers: stage.questions.filter(
      (other) => other !== question && sameName(governing(stage, nameOf(other)), nameOf(question)),
    ),
  }))
}
