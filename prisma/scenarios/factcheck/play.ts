/** Plays the fact-checking project through the commands that people use. */

import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { acceptLane } from '@/lib/adjudication/consolidation/discussion/accept-lane'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { assignTasks } from '@/lib/annotation/assignments/assign-tasks'
import { renewAssignment } from '@/lib/annotation/assignments/renew-assignment'
import { addComment } from '@/lib/annotation/comments/add-comment'
import { prisma } from '@/lib/platform/server/db'
import type { Cast } from '@/prisma/scenarios/cast'
import type { Annotator } from '@/prisma/scenarios/scenario'
import { decompose, merge, verify } from './answers'
import type { Document } from './document'
import { type Played, played, type StageWork } from './project'

type Actors = Cast['actors']

const STAGES = { decompose, verify, merge } as const
const SECONDS_AN_ANSWER = 9

/** A document as the record that is imported: with what a machine proposed and found. */
export function recordOf({ key, source, prompt, sentences }: Document) {
  const proposed = sentences.map(({ claims = [] }) => claims.filter((claim) => claim.proposed !== null))
  return {
    id: key,
    source,
    prompt,
    response: sentences.map(({ text }) => text).join(' '),
    sentences: sentences.map(({ text }) => text),
    'atomic claims': proposed.map((claims) => claims.map(({ text, proposed: other }) => other ?? text)),
    evidence: proposed.map((claims) =>
      claims.map(({ passages = [] }) => passages.map(({ quote, url, query }) => ({ quote, url, query }))),
    ),
  }
}

export const records = played.map(({ document }) => recordOf(document))

/** Everything that happened to the imported documents, stage by stage. */
export async function playFactcheck(actors: Actors, projectId: string): Promise<void> {
  for (const [index, each] of played.entries())
    for (const stage of ['decompose', 'verify', 'merge'] as const) {
      const work = each[stage]
      if (work) await playStage(actors, { projectId, position: index + 1, stage, played: each, work })
    }
}

interface Scene {
  projectId: string
  position: number
  stage: keyof typeof STAGES
  played: Played
  work: StageWork
}

async function playStage(actors: Actors, scene: Scene): Promise<void> {
  const { projectId, position, stage, work } = scene
  const userIds = work.by.map((who) => actors[who].userId)
  const range = { from: position, to: position, count: 1, batch: '' }
  const { assigned } = await assignTasks(actors.mara, projectId, { userIds, ...range })
  if (assigned !== 1) throw new Error(`document ${position} cannot be given out for stage ${stage}`)
  const { id } = await prisma().task.findFirstOrThrow({
    where: { projectId, position, stage: { key: stage } },
    select: { id: true },
  })
  for (const who of work.by) await annotate(actors, scene, id, who)
  if (work.remark) await remark(actors, id, work.remark)
  if (work.settledBy) await giveWay(actors, id, work.settledBy)
  if (work.confirmedBy) {
    const { revision } = await getConsolidation(actors[work.confirmedBy], id)
    await adjudicateTask(actors[work.confirmedBy], id, { expectedRevision: revision })
  }
}

async function annotate(actors: Actors, { stage, played: each, work }: Scene, taskId: string, who: Annotator) {
  const actor = actors[who]
  const workbench = await getWorkbench(actor, taskId)
  const answers = STAGES[stage](each.document, workbench, work.views?.[who] ?? {})
  const unfinished = work.unfinished?.includes(who) ?? false
  const changes = unfinished ? answers.slice(0, Math.ceil(answers.length / 2)) : answers
  if (changes.length > 0) {
    const { outcomes } = await saveAnswers(actor, taskId, { annotationId: workbench.annotationId, answers: changes })
    const refused = outcomes.find(({ status }) => status !== 'saved')
    if (refused) throw new Error(`${who} could not answer ${each.document.key}: ${JSON.stringify(refused)}`)
  }
  await renewAssignment(actor, taskId, Math.min(900, 60 + SECONDS_AN_ANSWER * changes.length))
  if (!unfinished) await submitAnnotation(actor, taskId)
}

async function remark(actors: Actors, taskId: string, [who, body]: readonly [Annotator, string]): Promise<void> {
  const { open } = await getConsolidation(actors[who], taskId)
  const first = open[0]
  if (!first) throw new Error(`nothing is open in ${taskId}`)
  await addComment(actors[who], taskId, { unit: first.unit, question: first.question, body })
}

/** Accepts what the partner has, until nothing is open. */
async function giveWay(actors: Actors, taskId: string, who: Annotator): Promise<void> {
  let view = await getConsolidation(actors[who], taskId)
  while (view.state === 'consolidating' && view.open[0]) {
    const partner = view.lanes.find(({ own }) => !own)
    if (!partner) throw new Error(`${who} has no partner in ${taskId}`)
    view = await acceptLane(actors[who], taskId, { unit: view.open[0].unit, lane: partner.id })
  }
}
