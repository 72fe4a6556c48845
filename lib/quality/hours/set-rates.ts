import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { refuseArchived } from '@/lib/workspace/projects/queries'
import type { Rates, SetRates } from './contract'
import { loadForManagers, readRates } from './queries'

/** Says what an hour is paid in a project. Of two managers at once the second is told (`revision_conflict`). */
export function setRates(
  actor: Actor,
  projectId: string,
  { expectedRevision, currency, rate, people }: SetRates,
): Promise<Rates> {
  return transaction(async (tx) => {
    const project = await loadForManagers(tx, actor, projectId)
    refuseArchived(project)
    await tx.$queryRaw`select 1 from projects where id = ${project.id}::uuid for no key update`
    const before = await readRates(tx, project.id)
    if (before.revision !== expectedRevision)
      throw new AppError(
        'revision_conflict',
        'Somebody else has changed the rates since you opened them. Look at them as they are now, and try again.',
      )
    const revision = before.revision + 1
    const data = { currency, rate, people, revision }
    await tx.hourRates.upsert({
      where: { projectId: project.id },
      create: { projectId: project.id, ...data },
      update: data,
    })
    await refuseStrangers(tx, project.id, Object.keys(people))
    const changed = [...new Set([...Object.keys(before.people), ...Object.keys(people)])].filter(
      (userId) => before.people[userId] !== people[userId],
    )
    const scope = { actorId: actor.userId, projectId: project.id }
    await record(tx, 'hours.rates_changed', scope, {
      currency: { from: before.revision === 0 ? null : before.currency, to: currency },
      rate: { from: before.rate, to: rate },
      people: changed.map((userId) => ({ userId, from: before.people[userId] ?? null, to: people[userId] ?? null })),
    })
    return data
  })
}

/** Who is no member and has done nothing here gets no rate here. */
async function refuseStrangers(tx: Tx, projectId: string, userIds: readonly string[]): Promise<void> {
  const eligiblePeople = await tx.$queryRaw<unknown[]>`
    select 1 from unnest(${userIds}::uuid[]) k(id)
    where exists (select 1 from memberships m where m.project_id = ${projectId}::uuid and m.user_id = k.id)
       or exists (select 1 from work_times w where w.project_id = ${projectId}::uuid and w.user_id = k.id)
       or exists (select 1 from annotations n join tasks t on t.id = n.task_id where t.project_id = ${projectId}::uuid and n.user_id = k.id)`
  if (eligiblePeople.length < userIds.length)
    throw new AppError('rule', 'Only people who are members of the project or have worked in it can have a rate.')
}
