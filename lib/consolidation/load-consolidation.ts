/** A revealed task with its lanes and what stands: every read and every command of this room works on this. */
import 'server-only'
import { createHash } from 'node:crypto'
import type { ResolutionHow } from '@/generated/prisma/client'
import { countingAnswers } from '@/lib/protocols/completeness'
import { type Consolidation, consolidate } from '@/lib/protocols/consolidation'
import type { Answers, Json, Subject } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import { type LoadedTask, listSubmitted, listUnits, subjectOf, type TaskUnit } from '@/lib/tasks/load-task'
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
  units: TaskUnit[]
  subject: Subject
  lanes: LoadedLane[]
  /** What people settled; what agreement settled is worked out anew. */
  rows: ResolutionRow[]
  resolved: Answers
  outcome: Consolidation
}

const BY_PEOPLE: readonly ResolutionHow[] = ['lane', 'edited', 'majority']

/** Reads the task's consolidation as it stands in this transaction. */
export async function loadConsolidation(tx: Tx, task: LoadedTask): Promise<LoadedConsolidation> {
  const units = await listUnits(tx, task.id)
  const subject = subjectOf(task, units)
  const lanes = await listLanes(tx, task, subject)
  const rows = await listResolutions(tx, task)
  const resolved = answersOfSettled(rows)
  return { task, units, subject, lanes, rows, resolved, outcome: consolidate(task.stage, subject, lanes, resolved) }
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
