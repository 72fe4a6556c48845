import 'server-only'
import type { WorkKind } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { LoadedTask } from './load-task'

/** Of one person at one task on one day; no more fits into a day. */
const DAY_S = 86_400

/** Adds active time of a person at a task to the day (UTC) on which it is reported. */
export async function countTime(
  tx: Tx,
  { id, projectId, round, stage }: Pick<LoadedTask, 'id' | 'projectId' | 'round' | 'stage'>,
  { userId, kind, seconds }: { userId: string; kind: WorkKind; seconds: number },
): Promise<void> {
  if (seconds <= 0) return
  await tx.$executeRaw`
    insert into work_times (task_id, user_id, round, kind, day, project_id, stage, seconds)
    values (${id}::uuid, ${userId}::uuid, ${round}, ${kind}::"WorkKind", (now() at time zone 'UTC')::date,
            ${projectId}::uuid, ${stage.key}, ${Math.min(seconds, DAY_S)})
    on conflict (task_id, user_id, round, kind, day)
    do update set seconds = least(${DAY_S}, work_times.seconds + excluded.seconds)`
}
