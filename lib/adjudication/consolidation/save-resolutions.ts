import 'server-only'
import { recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { scopeOf } from './change-consolidation'
import type { LoadedConsolidation } from './load-consolidation'

export interface NewResolution {
  unit: string
  question: string
  value: NonNullable<Json>
  how: 'lane' | 'edited'
  /** The letter of the lane it was taken from. */
  lane: string | null
  reason: string
}

/** Writes what a person settled, over what they or somebody else settled before, with one event each. */
export async function saveResolutions(
  tx: Tx,
  actor: Actor,
  { task, rowIds, lanes }: LoadedConsolidation,
  resolutions: readonly NewResolution[],
): Promise<void> {
  const annotationOf = (letter: string | null) => lanes.find(({ id }) => id === letter)?.annotationId ?? null
  for (const { unit, question, lane, ...resolution } of resolutions) {
    const unitId = rowIds.get(unit) ?? ''
    const key = { taskId: task.id, round: task.round, unitId, question }
    const data = {
      ...resolution,
      annotationId: annotationOf(lane),
      resolvedById: actor.userId,
      resolvedAt: new Date(),
    }
    await tx.resolution.upsert({
      where: { taskId_round_unitId_question: key },
      create: { ...key, ...data },
      update: data,
      select: { unitId: true },
    })
  }
  await recordMany(
    tx,
    'resolution.saved',
    resolutions.map((data) => ({
      scope: { ...scopeOf(actor, task), annotationId: annotationOf(data.lane) },
      data: { ...data },
    })),
  )
}
