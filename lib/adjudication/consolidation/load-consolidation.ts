/** A revealed task with its lanes and what stands: every read and every command of this room works on this. */
import 'server-only'
import type { ResolutionHow } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { alignLanes, commonKeysIn } from '@/lib/protocols/align-lanes'
import { answerOf, countingAnswers, isAsked } from '@/lib/protocols/completeness'
import { type Consolidation, consolidate, type Place } from '@/lib/protocols/consolidation'
import { entriesOf, textOfEntry, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Stage, Subject } from '@/lib/protocols/protocol'
import { inLaneOrder } from '@/lib/workspace/tasks/lane-order'
import { listSubmitted } from '@/lib/workspace/tasks/list-submitted'
import { type LoadedTask, listMadeUnits, listUnits, subjectOf, type TaskUnit } from '@/lib/workspace/tasks/load-task'
import { answersOfSettled, laneLetter } from './rules'

/** One annotator's frozen answers, by a letter that tells nothing about the person. */
export interface LoadedLane {
  id: string
  annotationId: string
  userId: string
  answers: Answers
  /** What the annotator listed, under the keys it was listed under, each with its text. */
  listed: ListedEntry[]
}

/** An entry of an annotator's own list. */
export interface ListedEntry {
  unit: string
  question: string
  key: string
  text: string
}

/** What a person accepts in the discussion of a question; null: nothing that has been said so far. */
export interface AcceptanceRow {
  unit: string
  question: string
  userId: string
  value: Json
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
  /** The row of every unit by its key, also of what is listed in lists that are still open. */
  rowIds: ReadonlyMap<string, string>
  /** What they are about. `prepared`: without what the lists make. */
  subject: Subject
  prepared: Subject
  /** With what they list under common keys (lib/protocols/align-lanes.ts). */
  lanes: LoadedLane[]
  /** What people settled; what agreement or a majority settled is worked out anew. */
  rows: ResolutionRow[]
  resolved: Answers
  /** What was said in the discussion of this round, the latest of each person to each question. */
  accepted: AcceptanceRow[]
  /** Has a partner said anything on it? Then their frozen answers alone settle it no more. */
  contested: (place: Place) => boolean
  outcome: Consolidation
}

const BY_PEOPLE: readonly ResolutionHow[] = ['lane', 'edited', 'discussed']

/** Reads the task's consolidation as it stands in this transaction. */
export async function loadConsolidation(tx: Tx, task: LoadedTask): Promise<LoadedConsolidation> {
  const { stage } = task
  const taskUnits = await listUnits(tx, task)
  const prepared = subjectOf(task, taskUnits)
  const rows = await listResolutions(tx, task)
  const resolved = answersOfSettled(rows)
  const submitted = await listLanes(tx, task, prepared)
  const answers = new Map(alignLanes(stage, prepared, submitted, resolved).map((lane) => [lane.id, lane.answers]))
  const lanes = submitted.map((lane) => {
    const aligned = answers.get(lane.id) ?? lane.answers
    return { ...lane, answers: aligned, listed: underCommonKeys(lane.listed, aligned) }
  })
  const accepted = await listAcceptances(tx, task)
  const partners = new Set(lanes.map(({ userId }) => userId))
  const moved = new Set(accepted.filter(({ userId }) => partners.has(userId)).map(placeOf))
  const contested = (place: Place) => moved.has(placeOf(place))
  const outcome = consolidate(stage, prepared, lanes, resolved, contested)
  const subject = withMadeUnits(stage, prepared, outcome.answers)
  for (const lane of lanes) lane.answers = withStarts(stage, subject, lane.answers, outcome.answers)
  const rowIds = new Map([...taskUnits, ...(await listMadeUnits(tx, task.id))].map(({ key, id }) => [key, id]))
  const units = withRows(subject, rowIds)
  return { task, units, rowIds, subject, prepared, lanes, rows, resolved, accepted, contested, outcome }
}

const placeOf = ({ unit, question }: Place) => `${unit} ${question}`

/** What is listed for an entry of another list is listed for the unit that the entry stands for. */
function underCommonKeys(listed: readonly ListedEntry[], aligned: Answers): ListedEntry[] {
  const common = commonKeysIn(aligned)
  return listed.map((entry) => ({ ...entry, unit: common.get(entry.unit) ?? entry.unit }))
}

/** The lane's answers with what it left as it started, wherever the question was asked of it. */
function withStarts(stage: Stage, subject: Subject, lane: Answers, settled: Answers): Answers {
  const filled = { ...lane }
  for (const question of stage.questions.filter(({ initial }) => initial)) {
    for (const unit of subject.units.filter(({ kind }) => kind === question.unit)) {
      if (answerOf(lane, unit.key, question.key) !== null || !isAsked(question, subject, lane, unit)) continue
      const start = question.initial?.(subject, settled, unit) ?? null
      filled[unit.key] = { ...filled[unit.key], [question.key]: start }
    }
  }
  return filled
}

/** Units in their order, each with the row it has; a listed one has its annotator's. */
function withRows({ units }: Subject, rowIds: ReadonlyMap<string, string>): TaskUnit[] {
  return units.flatMap((unit, position) => {
    const id = rowIds.get(unit.key)
    return id === undefined ? [] : [{ ...unit, id, position }]
  })
}

/** The lanes, without the names of their annotators. */
async function listLanes(tx: Tx, task: LoadedTask, subject: Subject): Promise<LoadedLane[]> {
  const submitted = inLaneOrder(task.id, await listSubmitted(tx, task.answered))
  return submitted.map((annotation, index) => {
    const answers = countingAnswers(task.stage, subject, annotation.answers)
    return {
      id: laneLetter(index),
      annotationId: annotation.id,
      userId: annotation.userId,
      answers,
      listed: listedIn(task.stage, subject, answers),
    }
  })
}

function listedIn(stage: Stage, { content }: Subject, answers: Answers): ListedEntry[] {
  return stage.questions.flatMap(({ key: question, list }) =>
    list === undefined
      ? []
      : Object.entries(answers).flatMap(([unit, values]) =>
          entriesOf(values[question]).map(({ key }) => ({
            unit,
            question,
            key,
            text: textOfEntry(list, content, answers[key]),
          })),
        ),
  )
}

async function listAcceptances(tx: Tx, task: LoadedTask): Promise<AcceptanceRow[]> {
  const rows = await tx.acceptance.findMany({
    where: { taskId: task.id, round: task.round },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
    select: { question: true, userId: true, value: true, unit: { select: { key: true } } },
  })
  return rows.map(({ unit, value, ...row }) => ({ ...row, unit: unit.key, value: value as Json }))
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
