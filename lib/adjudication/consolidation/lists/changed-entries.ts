/** Which listed entries stand for other annotators' entries than before. Pure. */
import type { Consolidation } from '@/lib/protocols/consolidation'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Stage } from '@/lib/protocols/protocol'

type Standing = Pick<Consolidation, 'answers' | 'open'>

/**
 * The keys of entries that a list held and does not hold any more, or holds for others of the annotators' entries: what was decided about them was
 * decided about something else. A list that is not asked as things stand has not been put together anew.
 */
export function changedEntries({ questions }: Pick<Stage, 'questions'>, before: Standing, after: Standing): string[] {
  const lists = new Set(questions.flatMap(({ key, list }) => (list ? [key] : [])))
  return Object.entries(before.answers).flatMap(([unit, values]) =>
    Object.entries(values).flatMap(([question, value]) => {
      if (!lists.has(question)) return []
      const now = after.answers[unit]?.[question]
      const isOpen = after.open.some((each) => each.unit === unit && each.question === question)
      if (now === undefined && !isOpen) return []
      const origins = new Map(entriesOf(now).map(({ key, from }) => [key, inOneOrder(from)]))
      return entriesOf(value).flatMap(({ key, from }) => (origins.get(key) === inOneOrder(from) ? [] : [key]))
    }),
  )
}

const inOneOrder = (from: readonly string[]): string => JSON.stringify(from.toSorted())
