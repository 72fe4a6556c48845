/** Takes newer gold into a stale task: its units become what they would be today, and answers go along where they fit. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { newUnitKey } from '@/lib/protocols/made-units'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { isSame, matchUnits, staleChanges } from './compare-units'
import { loadStaleTask } from './load-stale-task'
import { type LoadedTask, listUnits, type TaskUnit, unitOf } from './load-task'
import { createUnits, unitsNow } from './open-next-stage'
import { proposeAnswers } from './propose-answers'
import { readEarlier } from './read-earlier'
import { renameValue } from './rename-units'
import { openRound, release, splitByPresence } from './reopen-task'
import { shuffledFor } from './shuffle-units'

/** What became of the units: a row for each that stays or has a successor; the others are gone. */
interface Succession {
  before: readonly TaskUnit[]
  /** The row of today's unit, and its key, by the row of the old one. */
  rows: ReadonlyMap<string, { id: string; key: string }>
  /** New keys of units whose key changed. */
  renamed: ReadonlyMap<string, string>
}

/** Retires what is not the same at the same place, and brings the new units in. */
async function exchangeUnits(
  tx: Tx,
  task: { id: string; round: number },
  before: readonly TaskUnit[],
  after: readonly UnitDraft[],
): Promise<Succession> {
  const pairs = matchUnits(before, after)
  const stays = ({ before: old, after: fresh }: (typeof pairs)[number]) =>
    old.key === fresh.key && old.parent === fresh.parent && old.position === after.indexOf(fresh) && isSame(old, fresh)
  const stayingIds = new Set(pairs.filter(stays).map((pair) => pair.before.id))
  const placed = after.map((unit, position) => ({ ...unit, position }))
  const entering = placed.filter((unit) => !pairs.some((pair) => pair.after.key === unit.key && stays(pair)))
  const leaving = before.filter(({ id }) => !stayingIds.has(id)).map(({ id }) => id)
  await tx.unit.updateMany({ where: { id: { in: leaving } }, data: { retiredRound: task.round } })
  const created = new Map((await createUnits(tx, task, entering)).map((unit) => [unit.key, unit]))
  const rows = new Map(
    pairs.map((pair) => [pair.before.id, created.get(pair.after.key) ?? { id: pair.before.id, key: pair.before.key }]),
  )
  // What a machine proposed about a unit goes along with it.
  for (const [id, row] of rows)
    if (row.id !== id) await tx.suggestion.updateMany({ where: { unitId: id }, data: { unitId: row.id } })
  const moved = pairs.filter((pair) => pair.before.key !== pair.after.key)
  return { before, rows, renamed: new Map(moved.map((pair) => [pair.before.key, pair.after.key])) }
}

/**
 * Starts a person's annotation of a new round from the one before, after units were exchanged: labels go along with their
 * units, and keys in their values with them. Units that the person listed under one that has another key now are listed
 * anew under it. Labels on what is gone stay behind in the old round.
 */
async function carryAnnotation(
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
  const shownOrder = shuffledFor(task.stage, await listUnits(tx, { id: task.id, round }), { taskId: task.id, userId })
  const created = await tx.annotation.create({
    data: { taskId: task.id, userId, round, independent: false, ...(shownOrder ? { shown: shownOrder } : {}) },
    select: { id: true },
  })
  const goneKeys = new Set(succession.before.filter(({ id }) => !succession.rows.has(id)).map(({ key }) => key))
  await tx.label.createMany({
    data: old.labels.flatMap(({ unitId, question, value }) => {
      const unit = rows.get(unitId)
      const fitting = withoutGone(value as Json, goneKeys)
      if (!unit || fitting === null) return []
      const carried = renameValue(task.stage, question, fitting, renamed)
      const labelOf = { annotationId: created.id, taskId: task.id, unitId: unit, question }
      return [{ ...labelOf, value: carried as Prisma.InputJsonValue, origin: 'carried' as const }]
    }),
  })
}

/** References to units that are gone are dropped, null when none is left; other values hold no keys of them. */
function withoutGone(value: Json, goneKeys: ReadonlySet<string>): Json {
  if (!Array.isArray(value)) return value
  const left = value.filter((each) => typeof each !== 'string' || !goneKeys.has(each))
  return left.length > 0 ? left : null
}

/** Rows by the old rows and keys by the old keys, the person's own listed units among them. */
async function moveListed(tx: Tx, task: LoadedTask, userId: string, succession: Succession) {
  const rows = new Map([...succession.rows].map(([id, unit]) => [id, unit.id]))
  const renamed = new Map(succession.renamed)
  const goneKeys = new Set(succession.before.filter(({ id }) => !succession.rows.has(id)).map(({ key }) => key))
  const listed = await tx.unit.findMany({
    where: { taskId: task.id, makerId: userId },
    select: { id: true, key: true, kind: true, parentKey: true },
    orderBy: { id: 'asc' },
  })
  for (const unit of listed) {
    const parentKey = renamed.get(unit.parentKey ?? '')
    if (parentKey === undefined) {
      if (goneKeys.has(unit.parentKey ?? '')) goneKeys.add(unit.key)
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

/**
 * Takes the changes over as a new round: units that are gone or changed retire, the new ones come in, and everybody who
 * annotated goes on from what they answered. A task without annotators gets its old gold as proposals. Errors: as
 * `loadStaleTask`.
 */
export async function takeOverTask(actor: Actor, taskId: string): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadStaleTask(tx, actor, taskId)
    const before = await listUnits(tx, task)
    const after = await unitsNow(tx, task, task.stage)
    const changes = staleChanges(before.map(unitOf), after)
    const gold = (await readEarlier(tx, task.itemId, [task.stage.key]))[task.stage.key]
    const round = task.round + 1
    await openRound(tx, taskId, round)
    await tx.task.update({
      where: { id: taskId },
      data: { stale: false, staleChanges: Prisma.DbNull },
    })
    const succession = await exchangeUnits(tx, { id: taskId, round }, before, after)
    const { present, gone } = await sendOn(tx, task)
    for (const userId of present) await carryAnnotation(tx, task, round, userId, succession)
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    if (present.length === 0 && gold) await proposeGold(tx, task, round, gold.answers)
    await record(tx, 'task.taken_over', scope, { round, userIds: present, changes: changes as Json[] })
    await release(tx, scope, gone)
  })
}

/** Everybody who holds a place works on; the places of those who cannot are freed. */
async function sendOn(tx: Tx, task: LoadedTask): Promise<{ present: string[]; gone: string[] }> {
  const shares = await tx.assignment.findMany({
    where: { taskId: task.id, state: { in: ['reserved', 'assigned', 'submitted'] } },
    select: { userId: true },
  })
  const split = await splitByPresence(
    tx,
    task.projectId,
    shares.map(({ userId }) => userId),
  )
  await tx.assignment.updateMany({
    where: { taskId: task.id, userId: { in: split.present }, state: 'submitted' },
    data: { state: 'assigned', expiresAt: null },
  })
  return split
}

/** Imported gold has no annotator who could go on from it; whoever takes the task finds it proposed. */
async function proposeGold(tx: Tx, task: LoadedTask, round: number, answers: Parameters<typeof proposeAnswers>[2]) {
  const units = await listUnits(tx, { id: task.id, round })
  const idOf = new Map(units.map(({ key, id }) => [key, id]))
  const proposals = proposeAnswers(task.stage, units, answers)
  await tx.suggestion.createMany({
    data: proposals.map(({ unit, question, value }) => ({
      taskId: task.id,
      unitId: idOf.get(unit) ?? '',
      question,
      source: 'the gold before',
      value: value as Prisma.InputJsonValue,
    })),
  })
}
