import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Consolidation } from '@/lib/protocols/consolidation'
import type { Tx } from '@/lib/server/db'

/** What the values of a task follow from, with the rows that the database knows units and lanes by. */
export interface SettledTask {
  task: { id: string; round: number }
  units: readonly { id: string; key: string }[]
  lanes: readonly { id: string; annotationId: string }[]
  outcome: Pick<Consolidation, 'answers' | 'settled' | 'open'>
}

/** Drops resolutions of questions that are no longer asked, and writes those that nobody had to make. */
export async function writeOutcome(tx: Tx, { task, units, lanes, outcome }: SettledTask): Promise<void> {
  const { id: taskId, round } = task
  const unitIds = new Map(units.map(({ key, id }) => [key, id]))
  const standing = new Set(outcome.settled.map(({ unit, question }) => `${unitIds.get(unit)} ${question}`))
  const rows = await tx.resolution.findMany({
    where: { taskId, round, how: { notIn: ['agreed', 'single'] } },
    select: { unitId: true, question: true },
  })
  const unasked = rows.filter(({ unitId, question }) => !standing.has(`${unitId} ${question}`))
  // An earlier confirmation that was refused or undone has left its own.
  await tx.resolution.deleteMany({
    where: { taskId, round, OR: [{ how: { in: ['agreed', 'single'] } }, ...unasked] },
  })
  const byItself = outcome.settled.filter(({ how }) => how !== 'resolved')
  await tx.resolution.createMany({
    data: byItself.map(({ unit, question, value, how, lane }) => ({
      taskId,
      round,
      unitId: unitIds.get(unit) ?? '',
      question,
      value: value as Prisma.InputJsonValue,
      how: how === 'agreed' && lane !== null ? 'single' : 'agreed',
      annotationId: lanes.find(({ id }) => id === lane)?.annotationId ?? null,
      reason: how === 'merged' ? 'What the annotators listed, put together.' : '',
    })),
  })
}
