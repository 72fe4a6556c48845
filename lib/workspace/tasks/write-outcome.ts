import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Consolidation, Settled } from '@/lib/protocols/consolidation'

/** What the values of a task follow from, with the rows that the database knows units and lanes by. */
export interface SettledTask {
  task: { id: string; round: number }
  units: readonly { id: string; key: string }[]
  lanes: readonly { id: string; annotationId: string }[]
  outcome: Pick<Consolidation, 'answers' | 'settled' | 'open'>
}

/** Why a value stands that no majority gave. */
const NO_MAJORITY = 'No value was given by more than half of the annotators.'
const MEDIAN = 'It is the median of the answers.'

/** How a value came to stand that nobody had to decide. */
const BY_ITSELF = ['agreed', 'single', 'majority'] as const

/** Drops resolutions of questions that are no longer asked, and writes those that nobody had to make. */
export async function writeOutcome(tx: Tx, { task, units, lanes, outcome }: SettledTask): Promise<void> {
  const { id: taskId, round } = task
  const unitIds = new Map(units.map(({ key, id }) => [key, id]))
  const standing = new Set(outcome.settled.map(({ unit, question }) => `${unitIds.get(unit)} ${question}`))
  const rows = await tx.resolution.findMany({
    where: { taskId, round, how: { notIn: [...BY_ITSELF] } },
    select: { unitId: true, question: true },
  })
  const unasked = rows.filter(({ unitId, question }) => !standing.has(`${unitId} ${question}`))
  // An earlier confirmation that was refused or undone has left its own.
  await tx.resolution.deleteMany({
    where: { taskId, round, OR: [{ how: { in: [...BY_ITSELF] } }, ...unasked] },
  })
  const byItself = outcome.settled.filter(({ how }) => how !== 'resolved')
  await tx.resolution.createMany({
    data: byItself.map(({ unit, question, value, how, lane }) => ({
      taskId,
      round,
      unitId: unitIds.get(unit) ?? '',
      question,
      value: value as Prisma.InputJsonValue,
      how: howOf(how, lane),
      annotationId: lanes.find(({ id }) => id === lane)?.annotationId ?? null,
      reason: REASON[how] ?? '',
    })),
  })
}

/** Why a value stands that nobody decided on, where that is not plain. */
export const REASON: Partial<Record<Settled['how'], string>> = {
  merged: 'What the annotators listed, put together.',
  median: MEDIAN,
  tied: NO_MAJORITY,
}

function howOf(how: Settled['how'], lane: string | null): (typeof BY_ITSELF)[number] {
  if (how === 'majority' || how === 'median' || how === 'tied') return 'majority'
  return how === 'agreed' && lane !== null ? 'single' : 'agreed'
}
