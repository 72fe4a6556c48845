import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { listTasks, readSettings } from '@/lib/quality/practice/items'
import { type AttemptRow, readAttempts, stageFrame } from '@/lib/quality/practice/standing'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { PersonStage, PracticePeople, PractisingPerson } from './contract'

/** People on a page: each is judged stage by stage, from all their attempts. */
const PAGE_SIZE = 50

/** Who has practised, by name: a page of the members who may annotate, each stage by itself. Managers only. */
export async function listPracticePeople(actor: Actor, projectId: string, page = 1): Promise<PracticePeople> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Who has practised is for managers of the project.')
    const { required, bars } = await readSettings(tx, projectId)
    const tasks = await listTasks(tx, project)
    const frames = protocolById(project.protocolId)
      .stages.map((stage) =>
        stageFrame(
          stage,
          bars,
          tasks.filter((task) => task.stage === stage.key),
        ),
      )
      .filter(({ items }) => items.length > 0)
    const { people, total } = await readPeople(tx, projectId, page)
    const ids = people.map(({ userId }) => userId)
    const attempts = new Map(ids.map((userId): [string, AttemptRow[]] => [userId, []]))
    for (const each of await readAttempts(tx, projectId, ids)) attempts.get(each.userId)?.push(each)
    return {
      required,
      stages: frames.map(({ stage: { key, title }, items, hasBars }) => ({
        key,
        title,
        items: items.length,
        hasBars,
      })),
      people: people.map((person) => ({
        ...person,
        stages: frames.map((frame): PersonStage => {
          const { tried, state } = frame.standingOf(attempts.get(person.userId) ?? [])
          return { stage: frame.stage.key, tried: tried.length, ...sumOf(tried), state }
        }),
      })),
      total,
      page,
      pageSize: PAGE_SIZE,
    }
  })
}

function sumOf(tried: readonly AttemptRow[]): Pick<PersonStage, 'attempts' | 'lastAt'> {
  const last = tried.map(({ at }) => at.toISOString()).sort()
  return { attempts: tried.reduce((sum, { attempts }) => sum + attempts, 0), lastAt: last.at(-1) ?? null }
}

interface PersonRow extends Pick<PractisingPerson, 'userId' | 'name' | 'role'> {
  reason: string | null
  by: string | null
  at: Date | null
}

async function readPeople(tx: Tx, projectId: string, page: number) {
  const annotators = Prisma.sql`
    from memberships m join users u on u.id = m.user_id
    left join practice_waivers w on w.project_id = m.project_id and w.user_id = m.user_id left join users b on b.id = w.by_id
    where m.project_id = ${projectId}::uuid and m.role <> 'viewer' and u.deactivated_at is null`
  const [all] = await tx.$queryRaw<{ total: number }[]>`select count(*)::int "total" ${annotators}`
  const rows = await tx.$queryRaw<PersonRow[]>`
    select u.id "userId", u.name, m.role::text "role", w.reason, b.name "by", w.at ${annotators}
    order by lower(u.name), u.id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`
  const people = rows.map(({ reason, by, at, ...person }) => ({
    ...person,
    waiver: reason === null || by === null || at === null ? null : { reason, by, at: at.toISOString() },
  }))
  return { people, total: all?.total ?? 0 }
}
