import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { newUnitKey } from '@/lib/protocols/made-units'
import type { Json } from '@/lib/protocols/protocol'
import type { Succession } from './exchange-units'
import { type LoadedTask, listUnits } from './load-task'
import { renameValue } from './rename-units'
import { shuffledFor } from './shuffle-units'

/**
 * Starts a person's annotation of a new round from the one before, after units were exchanged: labels go along with their
 * units, and keys in their values with them. Units that the person listed under one that has another key now are listed
 * anew under it. Labels on what is gone stay behind in the old round.
 */
export async function carryAnnotation(
  tx: Tx,
  task: LoadedTask,
  round: number,
  userId: string,
  succession: Succession,
): Promise<void> {
  const old = await tx.annotation.findFirst({
    where: { taskId: task.id, userId, round: task.round },
    select: { labels: { select: { unitId: true, question: true, value: true } } },
  })
  if (!old) return
  const { rows, renamed } = await moveListed(tx, task, userId, succession)
  const shown = shuffledFor(task.stage, await listUnits(tx, { id: task.id, round }), { taskId: task.id, userId })
  const created = await tx.annotation.create({
    data: { taskId: task.id, userId, round, independent: false, ...(shown ? { shown } : {}) },
    select: { id: true },
  })
  const gone = new Set(succession.before.filter(({ id }) => !succession.rows.has(id)).map(({ key }) => key))
  await tx.label.createMany({
    data: old.labels.flatMap(({ unitId, question, value }) => {
      const unit = rows.get(unitId)
      const fitting = withoutGone(value as Json, gone)
      if (!unit || fitting === null) return []
      const carried = renameValue(task.stage, question, fitting, renamed)
      const labelOf = { annotationId: created.id, taskId: task.id, unitId: unit, question }
      return [{ ...labelOf, value: carried as Prisma.InputJsonValue, origin: 'carried' as const }]
    }),
  })
}

/** References to units that are gone are dropped, null when none is left; other values hold no keys of them. */
function withoutGone(value: Json, gone: ReadonlySet<string>): Json {
  if (!Array.isArray(value)) return value
  const left = value.filter((each) => typeof each !== 'string' || !gone.has(each))
  return left.length > 0 ? left : null
}

/** Rows by the old rows and keys by the old keys, the person's own listed units among them. */
async function moveListed(tx: Tx, task: LoadedTask, userId: string, succession: Succession) {
  const rows = new Map([...succession.rows].map(([id, unit]) => [id, unit.id]))
  const renamed = new Map(succession.renamed)
  const gone = new Set(succession.before.filter(({ id }) => !succession.rows.has(id)).map(({ key }) => key))
  const listed = await tx.unit.findMany({
    where: { taskId: task.id, makerId: userId },
    select: { id: true, key: true, kind: true, parentKey: true },
    orderBy: { id: 'asc' },
  })
  for (const unit of listed) {
    const parentKey = renamed.get(unit.parentKey ?? '')
    if (parentKey === undefined) {
      if (gone.has(unit.parentKey ?? '')) gone.add(unit.key)
      else rows.set(unit.id, unit.id)
      continue
    }
    const key = newUnitKey()
    const { id } = await tx.unit.create({
      data: { taskId: task.id, key, kind: unit.kind, parentKey, makerId: userId, position: 0, text: '' },
      select: { id: true },
    })
    rows.set(unit.id, id)
    renamed.set(unit.key, key)
  }
  return { rows, renamed }
}
