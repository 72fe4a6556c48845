/** A task with what a person has of it and what opening it depends on: in one statement, since every task that somebody comes to is opened. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { ASKS_FOR_PRACTICE } from '@/lib/annotation/assignments/practice-source'
import type { OwnInquiry } from '@/lib/annotation/inquiries/contract'
import { ownInquiries } from '@/lib/annotation/inquiries/queries'
import { HAS_ARMS } from '@/lib/annotation/suggestions/draw-arms'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { type InForce, inForceColumns } from '@/lib/workspace/guidelines/queries'
import { type LoadedTask, loadTaskAnd, ownUnits, readUnits, type TaskUnit } from '@/lib/workspace/tasks/load-task'
import { type OwnAnnotation, ownAnnotation } from './own-annotation'

export interface OwnWork {
  task: LoadedTask
  /** Of the latest round that the person took part in; null where they have none. */
  annotation: OwnAnnotation | null
  /** The task's own, in its round. */
  units: TaskUnit[]
  /** What the person asked the managers about it. */
  inquiries: OwnInquiry[]
  /** The guidelines in force. */
  inForce: InForce
  /** Do machines or files propose anything here? */
  hasSuggestions: boolean
  /** Are there arms to draw, or drawn ones? Where there are none, and no suggestions, nothing is drawn, given or listed. */
  hasArms: boolean
  /** Does the project ask for practice before the first task of some stage? */
  asksForPractice: boolean
}

interface Row extends InForce, Pick<OwnWork, 'inquiries' | 'hasSuggestions' | 'hasArms' | 'asksForPractice'> {
  units: unknown
  ownId: string | null
  ownRound: number
  ownState: OwnAnnotation['state']
  ownSubmittedAt: Date | null
  ownHeldUntil: Date | null
  ownGuidelineVersion: number | null
  ownShown: OwnAnnotation['shown']
  ownAnswers: OwnAnnotation['answers']
}

/** As `loadTask`, which says what is thrown, and what `offered` is. */
export async function loadOwnWork(
  tx: Tx,
  actor: Actor,
  taskId: string,
  { offered = false }: { offered?: boolean } = {},
): Promise<OwnWork> {
  const { userId } = actor
  const { task, more } = await loadTaskAnd<Row>(tx, actor, taskId, {
    offered,
    columns: Prisma.sql`,
      n.id "ownId", n.round "ownRound", n.state "ownState", n."submittedAt" "ownSubmittedAt", n."heldUntil" "ownHeldUntil",
      n."guidelineVersion" "ownGuidelineVersion", n.shown "ownShown", n.answers "ownAnswers",
      ${ownUnits(Prisma.sql`t.id`, Prisma.sql`t.round`)} "units", ${ownInquiries(userId)} "inquiries",
      ${inForceColumns(Prisma.sql`p.id`, Prisma.sql`s.key`)}, exists (select 1 from suggestions g where g.task_id = t.id) "hasSuggestions",
      ${HAS_ARMS} "hasArms", ${ASKS_FOR_PRACTICE} "asksForPractice"`,
    joins: Prisma.sql`left join lateral (${ownAnnotation(userId, Prisma.sql`t.id`)}) n on true`,
  })
  const { inquiries, version, first, hasSuggestions, hasArms, asksForPractice } = more
  return {
    task,
    annotation: annotationIn(more),
    units: readUnits(more.units),
    inquiries,
    inForce: { version, first },
    hasSuggestions,
    hasArms,
    asksForPractice,
  }
}

function annotationIn(row: Row): OwnAnnotation | null {
  if (row.ownId === null) return null
  return {
    id: row.ownId,
    round: row.ownRound,
    state: row.ownState,
    submittedAt: row.ownSubmittedAt,
    heldUntil: row.ownHeldUntil,
    guidelineVersion: row.ownGuidelineVersion,
    shown: row.ownShown,
    answers: row.ownAnswers,
  }
}
