import 'server-only'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Tx } from '@/lib/server/db'
import { AppError, found } from '@/lib/server/errors'
import { listAnnotators } from './annotators'
import { type RatedUnit, ratedUnits } from './rated-units'
import { readStage } from './read-tasks'

/** A figure of the agreement page: the ratings of a measure, of one value or two, of one annotator or two. */
export interface FigureQuery {
  stage: string
  measure: string
  /** A rating; with `b`, the one that another annotator gave the same unit. */
  a?: string
  b?: string
  /** Keys of annotators as on the page; the first gave `a`, the second `b`. */
  raters?: readonly string[]
}

/** The positions of exactly the items that the figure counts. */
export async function positionsBehind(
  tx: Tx,
  project: { id: string; protocolId: string },
  query: FigureQuery,
): Promise<number[]> {
  const row = await tx.stage.findFirst({ where: { projectId: project.id, key: query.stage }, select: { id: true } })
  const { id } = found(row, 'There is no such stage.')
  const stage = stageByKey(protocolById(project.protocolId), query.stage)
  const measure = stage.measures.find(({ key }) => key === query.measure)
  if (!measure) throw new AppError('invalid_request', 'There is no such measure.')
  const { tasks } = await readStage(tx, id, stage)
  const annotators = (await listAnnotators(tx, project.id)).map(({ userId }) => userId)
  const index = (value: string | undefined) =>
    value === undefined ? undefined : measure.categories.findIndex((category) => category.value === value)
  const [first, second] = (query.raters ?? []).map((key) => Number(key.slice(1)) - 1)
  const sides = {
    first: { rater: first, category: index(query.a) },
    second: { rater: second, category: index(query.b) },
  }
  const behind = ratedUnits(measure, tasks, annotators).filter((unit) => isBehind(unit, sides))
  return [...new Set(behind.map(({ position }) => position))]
}

interface Side {
  rater: number | undefined
  category: number | undefined
}

function isBehind({ ratings }: RatedUnit, { first, second }: { first: Side; second: Side }): boolean {
  const on = (side: Side) =>
    ratings.filter(({ rater, category }) => (side.rater ?? rater) === rater && (side.category ?? category) === category)
  const asksTwo = second.rater !== undefined || second.category !== undefined
  if (!asksTwo) return on(first).length > 0
  return on(first).some((one) => on(second).some((other) => other.rater !== one.rater))
}
