import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { laneLetter } from '@/lib/adjudication/consolidation/rules'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { areNamesOpen, inLaneOrder } from '@/lib/workspace/tasks/lane-order'
import type { LoadedTask } from '@/lib/workspace/tasks/load-task'
import { WRITTEN_BLIND } from '@/lib/workspace/tasks/written-blind'
import {
  ANNOTATION_EVENTS,
  ASSIGNMENT_EVENTS,
  COURSE_EVENTS,
  DESK_EVENTS,
  INQUIRY_EVENTS,
  SEARCH_EVENTS,
} from './event-words'

export interface LanePerson {
  lane: string
  userId: string
  /** Only where the reader may know it. */
  name: string | null
}

/** Who took part, as far as the reader may know, and which parts of the time line are open to them. */
export interface Parts {
  readAll: boolean
  /** Are the names of the lanes open? As in consolidation: to managers, once the task is gold. */
  named: boolean
  lanes: LanePerson[]
  /** Has the reader answers of their own here, submitted or not? */
  own: boolean
}

/** Reads who takes part. Nobody is in `lanes` before the reader may read all answers. */
export async function loadParts(tx: Tx, actor: Actor, task: LoadedTask): Promise<Parts> {
  const { id: taskId, round } = task.answered
  const hasAnnotation = (await tx.annotation.count({ where: { taskId, userId: actor.userId } })) > 0
  if (!canTask(actor, 'task.readAnswers', task.subject))
    return { readAll: false, named: false, lanes: [], own: hasAnnotation }
  const hasNames = areNamesOpen(task)
  const submitted = await tx.annotation.findMany({
    where: { taskId, round, state: 'submitted' },
    select: { id: true, userId: true, user: { select: { name: true } } },
  })
  const lanes = inLaneOrder(task.id, submitted).map(({ userId, user }, index) => {
    return { lane: laneLetter(index), userId, name: hasNames ? user.name : null }
  })
  return { readAll: true, named: hasNames, lanes, own: hasAnnotation }
}

/** The parts on offer, best first. */
export function partKeys({ readAll, named, lanes, own }: Parts): string[] {
  if (!readAll) return own ? ['you'] : []
  return [...(named ? ['all'] : []), 'task', ...lanes.map(({ lane }) => lane)]
}

/** Which events of the task (`e`) are in a part. */
export function partWhere(actor: Actor, taskId: string, parts: Parts, part: string): Prisma.Sql {
  const ofLane = parts.lanes.find(({ lane }) => lane === part)
  if (part === 'you') return personWhere(taskId, actor.userId)
  if (ofLane) return personWhere(taskId, ofLane.userId)
  const people = parts.lanes.map(({ userId }) => userId)
  const whole = taskWhere(taskId, people)
  if (part === 'task') return whole
  return Prisma.sql`(${Prisma.join([whole, ...people.map((userId) => personWhere(taskId, userId))], ' or ')})`
}

/** What one annotator answered, searched and noted before a reveal, and what became of their share. */
function personWhere(taskId: string, userId: string): Prisma.Sql {
  return Prisma.sql`(
    e.type = any(${ANNOTATION_EVENTS}) and e.annotation_id in (
      select n.id from annotations n where n.task_id = ${taskId}::uuid and n.user_id = ${userId}::uuid)
    or (e.type = any(${SEARCH_EVENTS}) or ${WRITTEN_BLIND}) and e.actor_id = ${userId}::uuid
    or e.type = any(${ASSIGNMENT_EVENTS}) and e.data->>'userId' = ${userId})`
}

/**
 * What was done with the task as a whole, and the searches of those who settle it. Of people without a lane, who skipped
 * it or lost their share, there is what became of the share: what they had written never became an answer.
 */
function taskWhere(taskId: string, lanes: readonly string[]): Prisma.Sql {
  return Prisma.sql`(
    e.type = any(${[...COURSE_EVENTS, ...DESK_EVENTS]}) and not (e.actor_id = any(${[...lanes]}::uuid[]) and ${WRITTEN_BLIND})
    or e.type = any(${SEARCH_EVENTS}) and e.actor_id <> all(${[...lanes]}::uuid[])
       and e.actor_id not in (select n.user_id from annotations n where n.task_id = ${taskId}::uuid)
    or e.type = any(${ASSIGNMENT_EVENTS}) and e.type <> all(${INQUIRY_EVENTS})
       and e.data->>'userId' <> all(${[...lanes]}::text[]))`
}
