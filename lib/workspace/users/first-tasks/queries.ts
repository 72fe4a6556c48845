import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { FirstTasks } from './contract'

/**
 * What helps the actor in their first tasks of a project. The tour is for those who have never submitted anything, in any project,
 * and have not ended it.
 */
export async function getFirstTasks({ userId }: Actor, projectId: string): Promise<FirstTasks> {
  const [row] = await prisma().$queryRaw<FirstTasks[]>`
    select u.tour_ended_at is null
        and not exists (select 1 from annotations a where a.user_id = u.id and a.state = 'submitted') "tour",
      m.closed_definitions "closedDefinitions"
    from users u left join memberships m on m.user_id = u.id and m.project_id = ${projectId}::uuid
    where u.id = ${userId}::uuid`
  return row ?? { tour: false, closedDefinitions: null }
}
