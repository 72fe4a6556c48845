import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { listTasks, readSettings } from '@/lib/quality/practice/items'
import { type AttemptRow, readAttempts, stageFrame } from '@/lib/quality/practice/standing'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { PersonStage, PracticePeople, PractisingPerson } from './contract'

/** Who has practised, by name: the members who may annotate, each stage by itself. Managers only. */
export async function listPracticePeople(actor: Actor, projectId: string): Promise<PracticePeople> {
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
    const attempts = new Map<string, AttemptRow[]>()
    for (const each of await readAttempts(tx, projectId, null))
      attempts.set(each.userId, [...(attempts.get(each.userId) ?? []), each])
    const people = await readPeople(tx, projectId)
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
    }
  })
}

function sumOf(tried: readonly AttemptRow[]): Pick<PersonStage, 'attempts' | 'lastAt'> {
  const last = tried.map(({ at }) => at.toISOString()).sort()
  return { attempts: tried.reduce((sum, { attempts }) => sum + attempts, 0), lastAt: last.at(-1) ?? null }
}

async function readPeople(tx: Tx, projectId: string): Promise<Omit<PractisingPerson, 'stages'>[]> {
  const rows = await tx.$queryRaw<
    (Pick<PractisingPerson, 'userId' | 'name' | 'role'> & {
      reason: string | null
      by: string | null
      at: Date | null
    })[]
  >`
    select u.id "userId", u.name, m.role::text "role", w.reason, b.name "by", w.at
    from memberships m join users u on u.id = m.user_id
    left join practice_waivers w on w.project_id = m.project_id and w.user_id = m.user_id left join users b on b.id = w.by_id
    where m.project_id = ${projectId}::uuid and m.role <> 'viewer' and u.deactivated_at is null
    order by lower(u.name), u.id`
  return rows.map(({ reason, by, at, ...person }) => ({
    ...person,
    waiver: reason === null || by === null || at === null ? null : { reason, by, at: at.toISOString() },
  }))
}
