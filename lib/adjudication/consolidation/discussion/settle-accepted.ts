import 'server-only'
import { dropAboutChanged } from '@/lib/adjudication/consolidation/lists/drop-about-changed'
import { type LoadedConsolidation, loadConsolidation } from '@/lib/adjudication/consolidation/load-consolidation'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import type { LoadedTask } from '@/lib/workspace/tasks/load-task'
import { acceptedByAll, heldValues, type Word } from './rules'

interface Accepted {
  unit: string
  question: string
  value: NonNullable<Json>
}

/**
 * Settles every open question on which all partners hold the same value, step by step: one settled question can raise the
 * next, on which they may agree already. Nobody alone has decided, so the resolution names nobody; the events say who
 * accepted when. Returns the state it leaves.
 */
export async function settleAccepted(tx: Tx, actor: Actor, task: LoadedTask): Promise<LoadedConsolidation> {
  for (;;) {
    const loaded = await loadConsolidation(tx, task)
    const found = task.stage.consolidation === 'discussion' ? findAccepted(loaded) : []
    if (found.length === 0) return loaded
    for (const each of found) await saveDiscussed(tx, actor, loaded, each)
    await dropAboutChanged(tx, actor, loaded)
  }
}

function findAccepted(loaded: LoadedConsolidation): Accepted[] {
  const lanes = loaded.lanes.map(({ id }) => id)
  return loaded.outcome.open.flatMap(({ unit, question, values }) => {
    const value = acceptedByAll(heldValues(lanes, values, wordsOn(loaded, { unit, question })))
    return value === null ? [] : [{ unit, question, value }]
  })
}

/** What the partners have said about a question in the discussion. */
export function wordsOn(
  { accepted, lanes }: Pick<LoadedConsolidation, 'accepted' | 'lanes'>,
  place: { unit: string; question: string },
): Word[] {
  return accepted
    .filter(({ unit, question }) => unit === place.unit && question === place.question)
    .flatMap(({ userId, value }) =>
      lanes.filter((lane) => lane.userId === userId).map(({ id }) => ({ lane: id, value })),
    )
}

async function saveDiscussed(
  tx: Tx,
  actor: Actor,
  { task, units, lanes }: LoadedConsolidation,
  { unit, question, value }: Accepted,
): Promise<void> {
  const givers = lanes.filter(({ answers }) => sameValue(answers[unit]?.[question] ?? null, value))
  const giver = givers.length === 1 ? givers[0] : undefined
  const unitId = units.find(({ key }) => key === unit)?.id ?? ''
  const annotationId = giver?.annotationId ?? null
  const key = { taskId: task.id, round: task.round, unitId, question }
  const data = {
    value,
    how: 'discussed',
    annotationId,
    resolvedById: null,
    reason: '',
    resolvedAt: new Date(),
  } as const
  await tx.resolution.upsert({
    where: { taskId_round_unitId_question: key },
    create: { ...key, ...data },
    update: data,
    select: { unitId: true },
  })
  const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId: task.id, annotationId }
  await record(tx, 'resolution.saved', scope, {
    unit,
    question,
    value,
    how: 'discussed',
    lane: giver?.id ?? null,
    reason: '',
  })
}
