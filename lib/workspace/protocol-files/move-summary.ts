/** What a move does, as it is kept with it. Pure. */
import { measureKeys } from '@/lib/protocols/language/compile/set-measures'
import type { Definition, StageDefinition } from '@/lib/protocols/language/definition'
import { partsOfTree, type Tree } from '@/lib/protocols/language/expressions/tree'
import type { MovePlan, PlannedChange } from '@/lib/protocols/language/migrate'
import type { Finished, MoveSummary, StoredCount } from './contract'

/** A change with what it touches in the project. */
export type CountedChange = PlannedChange & { stored: StoredCount[] }

interface Summed {
  changes: readonly CountedChange[]
  plan: MovePlan
  after: Definition
  /** What a manager decided about finished items; null: nothing was to be decided. */
  finished: Finished | null
  /** Finished items that lack an answer. */
  lacking: number
}

export function summaryOf({ changes, plan, after, finished, lacking }: Summed): MoveSummary {
  const answerChanges = changes.flatMap(({ at, touched, handled, stored }) => {
    if (touched.what !== 'answers' || (handled !== 'renamed' && handled !== 'dropped')) return []
    const answers = stored.find(({ what }) => what === 'answers')?.count ?? 0
    return [{ at, handled, answers, question: touched.question, value: touched.value }]
  })
  const nameOf = ({ question, value }: (typeof answerChanges)[number]) => {
    const move = plan.questions.find((each) => each.question === question)
    return value === null ? move?.to : move?.values.find(({ from }) => from === value)?.to
  }
  return {
    renamed: answerChanges
      .filter(({ handled }) => handled === 'renamed')
      .map((each) => ({
        at: each.at,
        from: String(each.value ?? each.question),
        to: String(nameOf(each) ?? ''),
        answers: each.answers,
      })),
    dropped: answerChanges
      .filter(({ handled }) => handled === 'dropped')
      .map(({ at, value, answers }) => ({ at, value: value === null ? null : String(value), answers })),
    asked: plan.asks.map(({ stage, question }) => `${stage}.${question}`),
    finished,
    reopened: finished === 'ask' ? lacking : 0,
    unmeasured: Object.fromEntries(
      after.stages.flatMap((stage): [string, string[]][] => {
        const measures = unmeasuredIn(stage, plan)
        return measures.length > 0 ? [[stage.id, measures]] : []
      }),
    ),
  }
}

/** The measures of what is asked anew, and of what follows from it: answers given before say nothing under them. */
function unmeasuredIn(stage: StageDefinition, plan: MovePlan): string[] {
  const newQuestionIds = plan.asks.filter((ask) => ask.stage === stage.id).map(({ question }) => question)
  const looksAt = (tree: Tree): boolean =>
    (tree.is === 'field' && newQuestionIds.includes(tree.name)) || partsOfTree(tree).some(looksAt)
  return stage.measures
    .filter(({ of }) => newQuestionIds.includes(of) || stage.rollUps.some(({ name, is }) => name === of && looksAt(is)))
    .flatMap(({ of }) =>
      measureKeys(
        of,
        stage.questions.find(({ id }) => id === of),
      ),
    )
}
