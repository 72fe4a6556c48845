/** The part of the scene in which annotators list claims of their own and talk about them afterwards. */
import { callThirdRater } from '@/lib/adjudication/consolidation/discussion/call-third-rater'
import { transaction } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { type MadeTask, makeAnnotation } from '@/tests/factories'

export const DISCUSSION_MOMENTS = ['listing', 'discussing', 'called'] as const
export type DiscussionMoment = (typeof DISCUSSION_MOMENTS)[number]

export const isDiscussion = (moment: string): moment is DiscussionMoment =>
  DISCUSSION_MOMENTS.some((each) => each === moment)

const listing = (claim: string, text: string, importance: string): Answers => ({
  s1: { checkworthy: 'yes', importance, claims: [{ key: claim, made: 'added', from: [] }] satisfies Json },
  s2: { checkworthy: 'opinion', importance: 'no' },
  [claim]: { text, type: 'factual', importance: 'yes' },
})

type Person = { id: string; name: string; isAdmin: boolean }

/** Ben has submitted; Ada's draft is complete, and submitted once they discuss. Each lists a claim only they know. */
export async function discuss(
  moment: DiscussionMoment,
  task: MadeTask,
  people: { assigned: Person; partner: Person; manager: Person },
  secrets: { assigned: string; partner: string },
): Promise<void> {
  await makeAnnotation(task, people.partner, listing('u-ben', secrets.partner, 'yes'), true)
  await makeAnnotation(task, people.assigned, listing('u-ada', secrets.assigned, 'no'), moment !== 'listing')
  if (moment === 'listing') return
  const by = actorOf(people.manager)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, by, task.id, { lock: true }), null))
  if (moment === 'called') await callThirdRater(actorOf(people.assigned), task.id, { reason: 'We cannot agree.' })
}
