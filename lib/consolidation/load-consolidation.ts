/** A revealed task with its lanes and what stands: every read and every command of this room works on this. */
import 'server-only'
import { createHash } from 'node:crypto'
import type { ResolutionHow } from '@/generated/prisma/client'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { countingAnswers } from '@/lib/protocols/completeness'
import { type Consolidation, consolidate } from '@/lib/protocols/consolidation'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Subject } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import {
  type LoadedTask,
  listMadeUnits,
  listSubmitted,
  listUnits,
  subjectOf,
  type TaskUnit,
} from '@/lib/tasks/load-task'
import { answersOfSettled, laneLetter } from './rules'

/** One annotator's frozen answers, by a letter that tells nothing about the person. */
export interface LoadedLane {
  id: string
  annotationId: string
  userId: string
  answers: Answers
}

export interface ResolutionRow {
  unit: string
  question: string
  value: Json
  how: ResolutionHow
  annotationId: string | null
  resolvedById: string | null
  reason: string
  resolvedAt: Date
}

export interface LoadedConsolidation {
  task: LoadedTask
  /** The task's own units and those of settled lists, each with its row. */
  units: TaskUnit[]
  /** What they are about. `prepared`: without what the lists make. */
  subject: Subject
  prepared: Subject
  /** With what they list under common keys (lib/protocols/align-lanes.ts). */
  lanes: LoadedLane[]
  /** What people settled; what agreement settled is worked out anew. */
  rows: ResolutionRow[]
  resolved: Answers
  outcome: Consolidation
}

const BY_PEOPLE: readonly ResolutionHow[] = ['lane', 'edited', 'majority', 'discussed']

/** Reads the task's consolidation as it stands in this transaction. */
export async function loadConsolidation(tx: Tx, task: LoadedTask): Promise<LoadedConsolidation> {
  const { stage } = task
  const own = await listUnits(tx, task)
  const prepared = subjectOf(task, own)
  const rows = await listResolutions(tx, task)
  const resolved = answersOfSettled(rows)
  const submitted = await listLanes(tx, task, prepared)
  const answers = new Map(alignLanes(stage, prepared, submitted, resolved).map((lane) => [lane.id, lane.answers]))
  const lanes = submitted.map((lane) => ({ ...lane, answers: answers.get(lane.id) ?? lane.answers }))
  const outcome = consolidate(stage, prepared, lanes, resolved)
  const subject = withMadeUnits(stage, prepared, outcome.answers)
  const units = withRows(subject, own, await listMadeUnits(tx, task.id))
  return { task, units, subject, prepared, lanes, rows, resolved, outcome }
}

/** Units in their order, each with the row it has; a listed one has its annotator's. */
function withRows({ units }: Subject, own: readonly TaskUnit[], made: readonly TaskUnit[]): TaskUnit[] {
  const rows = new Map([...own, ...made].map((row) => [row.key, row]))
  return units.flatMap((unit, position) => {
    const row = rows.get(unit.key)
    return row ? [{ ...unit, id: row.id, position }] : []
  })
}

/**
 * The lanes in an order of their own for every task, the same at each reading: by a hash of the annotation's id, which no
 * third person ever sees.
 */
async function listLanes(tx: Tx, task: LoadedTask, subject: Subject): Promise<LoadedLane[]> {
  const place = (id: string) => createHash('sha256').update(`${task.id} ${id}`).digest('hex')
  const submitted = await listSubmitted(tx, task)
  return submitted
    .map((annotation) => ({ annotation, place: place(annotation.id) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ annotation }, index) => ({
      id: laneLetter(index),
      annotationId: annotation.id,
      userId: annotation.userId,
      answers: countingAnswers(task.stage, subject, annotation.answers),
    }))
}

async function listResolutions(tx: Tx, task: LoadedTask): Promise<ResolutionRow[]> {
  const rows = await tx.resolution.findMany({
    where: { taskId: task.id, round: task.round, how: { in: [...BY_PEOPLE] } },
    select: {
      question: true,
      value: true,
      how: true,
      annotationId: true,
      resolvedById: true,
      reason: true,
      resolvedAt: true,
      unit: { select: { key: true } },
    },
  })
  return rows.map(({ unit, value, ...row }) => ({ ...row, unit: unit.key, value: value as Json }))
}
