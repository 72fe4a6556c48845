import 'server-only'
import { createHash } from 'node:crypto'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma } from '@/lib/platform/server/db'
import { onProject } from '@/lib/platform/server/live'
import { notifyChanges } from '@/lib/platform/server/notify-changes'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { versionOf } from './ask-report'
import { loadReadable } from './load-evaluation'

/** Figures are drawn anew with every word, so words do not come faster than anybody reads. */
const PAUSE_MS = 1_000

/** A word now and whenever systems, gold or reports of the project have changed, for as long as the actor may see them. */
export function streamEvaluations(actor: Actor, projectId: string, signal: AbortSignal): Promise<Response> {
  const look = async () => {
    const project = await loadReadable(prisma(), actor, projectId)
    const versions: string[] = []
    for (const task of await evaluationTasks(project.protocolId)) versions.push(await versionOf(project, task))
    return {
      version: createHash('sha256')
        .update(`${versions.join()} ${await readState(projectId)}`)
        .digest('hex'),
    }
  }
  return notifyChanges(
    {
      look,
      readerId: actor.userId,
      about: 'evaluations',
      pauseMs: PAUSE_MS,
      listen: (changed) => onProject(projectId, changed),
    },
    signal,
  )
}

/** How far uploads and reports have come. */
async function readState(projectId: string): Promise<string> {
  const { rows } = await pool().query<{ state: string }>(
    `select concat_ws(' ',
       (select string_agg(concat_ws(':', id, state, progress), ',' order by id) from evaluations where project_id = $1),
       (select string_agg(concat_ws(':', id, progress, error is null, body is null), ',' order by id)
        from evaluation_reports where project_id = $1)) "state"`,
    [projectId],
  )
  return rows[0]?.state ?? ''
}
