import 'server-only'
import { readUpheld, submittedByOwner } from '@/lib/adjudication/outcomes/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { loadAnnotating } from '@/lib/quality/people/queries'
import { MIN_TASKS } from '@/lib/quality/people/read-work'
import type { Course } from './contract'
import { courseOf, type PaceRow } from './rules'

/**
 * How the actor's own work went on. Of what became of answers only what is gold, and of time only their own: nothing about what a partner
 * does, and nothing of what is served blind (docs/decisions/103-practice-of-people.md). For members who annotate. What became gold since the
 * last time is compared with it where `compares`: that takes seconds, which a page does not wait for.
 */
export async function getOwnCourse(
  actor: Actor,
  projectId: string,
  { compares }: { compares: boolean },
): Promise<Course> {
  const { protocolId } = await transaction((tx) => loadAnnotating(tx, actor, projectId))
  const { awaited, rows } = await readUpheld(actor, projectId, { compares })
  const pace = await readPace(prisma(), actor, projectId)
  return { awaited, stages: courseOf(protocolById(protocolId).stages, pace, rows) }
}

interface Pace {
  stage: string
  week: string
  submitted: number
  timed: number
  minutes: number[] | null
}

/**
 * What the person submitted themselves, each time, by stage and week, with the minutes of round 1. Copies for calibration count like any task,
 * as among their submissions.
 */
async function readPace(db: Pick<Tx, '$queryRaw'>, actor: Actor, projectId: string): Promise<PaceRow[]> {
  const rows = await db.$queryRaw<Pace[]>`
    select s.key "stage", to_char(date_trunc('week', n.submitted_at at time zone 'UTC'), 'YYYY-MM-DD') "week", count(*)::int "submitted",
           count(*) filter (where n.round = 1 and n.active_seconds > 0)::int "timed",
           percentile_cont(array[0.25, 0.5, 0.75]) within group (order by n.active_seconds / 60.0)
             filter (where n.round = 1 and n.active_seconds > 0) "minutes"
    from annotations n join tasks t on t.id = n.task_id join stages s on s.id = t.stage_id
    where n.user_id = ${actor.userId}::uuid and ${submittedByOwner('n')} and ${ownWorkIn(projectId)}
    group by 1, 2`
  return rows.map(({ stage, week, submitted, timed, minutes }) => {
    const [low, median, high] = timed < MIN_TASKS ? [] : (minutes ?? [])
    const isTimed = low !== undefined && median !== undefined && high !== undefined
    return { stage, week, submitted, minutes: isTimed ? { low, median, high } : null }
  })
}
