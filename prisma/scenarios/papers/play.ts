/** Plays a small project through the commands that people use. */

import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { assignTasks } from '@/lib/annotation/assignments/assign-tasks'
import { renewAssignment } from '@/lib/annotation/assignments/renew-assignment'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { confirmGuideline } from '@/lib/workspace/guidelines/confirm-guideline'
import type { Cast } from '@/prisma/scenarios/cast'
import type { Annotator } from '@/prisma/scenarios/scenario'
import type { PaperProject, PaperWork } from './project'

type Actors = Cast['actors']

const SECONDS_AN_ANSWER = 7

/** Everything that happened to the imported items, in order. */
export async function playPaper(actors: Actors, projectId: string, { work, protocolId }: PaperProject): Promise<void> {
  const asks = protocolById(protocolId).stages.some(({ guidelinesFirst }) => guidelinesFirst)
  const readers = asks ? new Set(work.flatMap(({ by }) => by)) : []
  for (const who of readers) await confirmGuideline(actors[who], projectId, { version: 1 })
  for (const each of work) await playWork(actors, projectId, each)
}

async function playWork(actors: Actors, projectId: string, work: PaperWork): Promise<void> {
  const { position, stage } = work
  const { id: taskId } = await prisma().task.findFirstOrThrow({
    where: { projectId, position, stage: { key: stage } },
    select: { id: true },
  })
  const userIds = work.by.map((who) => actors[who].userId)
  const range = { from: position, to: position, count: 1, batch: '' }
  const { assigned } = await assignTasks(actors.mara, projectId, { userIds, ...range })
  if (assigned !== 1) throw new Error(`item ${position} of project ${projectId} cannot be given out for ${stage}`)
  let last: Workbench | null = null
  for (const who of work.by) last = await annotate(actors[who], taskId, who, work)
  if (work.confirmed && last) await confirm(actors[work.confirmed.by], taskId, work.confirmed.right(last))
}

async function annotate(actor: Actor, taskId: string, who: Annotator, work: PaperWork): Promise<Workbench> {
  const workbench = await getWorkbench(actor, taskId)
  const changes = Object.entries(work.answers(workbench, who)).flatMap(([unit, values]) =>
    Object.entries(values).map(([question, value]) => ({
      unit,
      question,
      value,
      ...({
        expectedRevision: 0,
        origin: typeof value === 'string' && value.includes(' ') ? 'typed' : 'chosen',
      } as const),
    })),
  )
  const { outcomes } = await saveAnswers(actor, taskId, { annotationId: workbench.annotationId, answers: changes })
  const refused = outcomes.find(({ status }) => status !== 'saved')
  if (refused) throw new Error(`${who} could not answer item ${work.position}: ${JSON.stringify(refused)}`)
  await renewAssignment(actor, taskId, 45 + SECONDS_AN_ANSWER * changes.length)
  if (work.unfinished !== who) await submitAnnotation(actor, taskId)
  return workbench
}

/** Settles question by question until nothing is open, and confirms the item. */
async function confirm(reviewer: Actor, taskId: string, right: Answers): Promise<void> {
  let view = await getConsolidation(reviewer, taskId)
  for (let [open] = view.open; open; [open] = view.open) {
    const { unit, question } = open
    const value = answerOf(right, unit, question)
    if (value === null) throw new Error(`nothing is said of ${unit}.${question}`)
    const lane = view.lanes.find((each) => sameValue(answerOf(each.answers, unit, question), value))
    const choice = lane ? { lane: lane.id } : { value }
    view = await resolveQuestion(reviewer, taskId, {
      unit,
      question,
      choice,
      reason: 'As the text says.',
      expectedRevision: view.revision,
    })
  }
  await adjudicateTask(reviewer, taskId, { expectedRevision: view.revision })
}
