/**
 * A project of six weeks with planted errors, so that figures of agreement, people and progress have something to show:
 * its labels are drawn by chance and say nothing about anybody or anything.
 */
import { prisma, transaction } from '@/lib/platform/server/db'
import { simulateFelm } from '@/tests/agreement-scene'
import type { Cast } from './cast'
import { simulatedProject } from './people'

const DAYS = 42
const DONE = 90
const LEFT = 30
const MONDAY = 1
const DAY_MS = 86_400_000

/** The Monday six weeks before this week's. */
function sixWeeksAgo(): Date {
  const today = new Date(new Date().toISOString().slice(0, 10))
  const sinceMonday = (today.getUTCDay() + 7 - MONDAY) % 7
  return new Date(today.getTime() - (sinceMonday + DAYS) * DAY_MS)
}

/** Makes the project and its people, who cannot sign in. */
export async function openSimulatedProject({ mara, rui, vic }: Cast['actors']): Promise<void> {
  const { project } = await simulateFelm({
    items: DONE,
    left: LEFT,
    errors: [0.06, 0.1, 0.16, 0.3],
    raters: 2,
    falseShare: 0.35,
    removed: 0.05,
    gold: 0.7,
    model: { error: 0.2, arms: true, copied: 0.6 },
    domains: ['wk', 'math', 'reasoning', 'science', 'writing_rec'],
    days: DAYS,
    from: sixWeeksAgo(),
    seed: 11,
    staff: { manager: { id: mara.userId }, reviewer: { id: rui.userId }, viewer: { id: vic.userId } },
  })
  await prisma().project.update({ where: { id: project.id }, data: { ...simulatedProject, createdById: mara.userId } })
  await writeHistory(project.id)
}

/** What would have been written down meanwhile: every answer, one after the other, and what annotators differed on. */
async function writeHistory(projectId: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`
      update items set created_at = ${sixWeeksAgo()} where project_id = ${projectId}::uuid`
    await tx.$executeRaw`
      insert into work_times (task_id, user_id, round, kind, day, project_id, stage, seconds)
      select t.id, n.user_id, n.round, 'annotation', (n.submitted_at at time zone 'UTC')::date, t.project_id, s.key, n.active_seconds
      from annotations n join tasks t on t.id = n.task_id join stages s on s.id = t.stage_id
      where t.project_id = ${projectId}::uuid and n.active_seconds > 0 and n.submitted_at is not null`
    await tx.$executeRaw`
      insert into events (at, type, actor_id, project_id, item_id, task_id, annotation_id, data)
      select n.started_at, 'annotation.started', n.user_id, t.project_id, t.item_id, t.id, n.id, '{"round": 1}'
      from annotations n join tasks t on t.id = n.task_id where t.project_id = ${projectId}::uuid order by 1`
    await tx.$executeRaw`
      insert into events (at, type, actor_id, project_id, item_id, task_id, annotation_id, data)
      select n.submitted_at, 'annotation.submitted', n.user_id, t.project_id, t.item_id, t.id, n.id,
             jsonb_build_object('round', 1, 'activeSeconds', n.active_seconds)
      from annotations n join tasks t on t.id = n.task_id
      where t.project_id = ${projectId}::uuid and n.submitted_at is not null order by 1`
    await tx.$executeRaw`
      insert into events (at, type, actor_id, project_id, item_id, task_id, annotation_id, data)
      select n.started_at + make_interval(secs => n.active_seconds * (row_number() over answers)::float / (1 + count(*) over (partition by n.id))),
             'answer.saved', n.user_id, t.project_id, t.item_id, t.id, n.id,
             jsonb_build_object('unit', u.key, 'question', l.question, 'from', null, 'to', l.value, 'origin', l.origin, 'revision', 1)
      from annotations n join tasks t on t.id = n.task_id join labels l on l.annotation_id = n.id join units u on u.id = l.unit_id
      where t.project_id = ${projectId}::uuid
      window answers as (partition by n.id order by u.kind = 'item', u.position, l.question = 'reason', l.question desc)
      order by 1`
    await tx.$executeRaw`
      insert into disagreements (id, task_id, round, unit_id, question, cause)
      select gen_random_uuid(), l.task_id, 1, l.unit_id, l.question,
             (array['slip', 'slip', 'interpretation', 'interpretation', 'interpretation', 'indirect_evidence', 'guideline_gap', null])
               [1 + abs(hashtext(l.unit_id::text || l.question)) % 8]::"DisagreementCause"
      from labels l join tasks t on t.id = l.task_id
      where t.project_id = ${projectId}::uuid and l.question in ('label', 'errorType', 'action')
      group by l.task_id, l.unit_id, l.question having count(distinct l.value) > 1`
  })
}
