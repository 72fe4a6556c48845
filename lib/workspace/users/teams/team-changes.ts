import 'server-only'
import { createHash } from 'node:crypto'
import type { Tx } from '@/lib/platform/server/db'

export interface TeamChanges {
  join: string[]
  leave: string[]
  fingerprint: string
}

/**
 * What has changed in a team since a project took it in, by id. Who is a member already does not join; only those leave whose membership the
 * team gave, and who are in no other team of the project.
 */
export async function readTeamChanges(tx: Tx, projectId: string, teamId: string): Promise<TeamChanges> {
  const join = await tx.$queryRaw<{ id: string }[]>`
    select t.user_id "id" from team_members t join users u on u.id = t.user_id and u.deactivated_at is null
    where t.team_id = ${teamId}::uuid
      and not exists (select 1 from project_team_people p where p.project_id = ${projectId}::uuid and p.team_id = t.team_id and p.user_id = t.user_id)
      and not exists (select 1 from memberships m where m.project_id = ${projectId}::uuid and m.user_id = t.user_id)
    order by 1`
  const leave = await tx.$queryRaw<{ id: string }[]>`
    select p.user_id "id" from project_team_people p
    join memberships m on m.project_id = p.project_id and m.user_id = p.user_id
    where p.project_id = ${projectId}::uuid and p.team_id = ${teamId}::uuid and p.gave and not exists (
      select 1 from team_members t join project_teams o on o.team_id = t.team_id and o.project_id = p.project_id
      where t.user_id = p.user_id)
    order by 1`
  const ids = { join: join.map(({ id }) => id), leave: leave.map(({ id }) => id) }
  return { ...ids, fingerprint: createHash('sha256').update(JSON.stringify(ids)).digest('hex') }
}
