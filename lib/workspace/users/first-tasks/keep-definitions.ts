import 'server-only'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadProject } from '@/lib/workspace/projects/queries'
import type { keepDefinitionsBody } from './contract'

/**
 * Keeps whether the definitions of a stage stand open for the actor. One statement, so that two tabs lose nothing of each other.
 * Errors: `forbidden` for those who are no members; `rule` where the project has no such stage.
 */
export async function keepDefinitions(
  actor: Actor,
  projectId: string,
  { stage, open }: z.infer<typeof keepDefinitionsBody>,
): Promise<void> {
  await transaction(async (tx) => {
    await loadProject(tx, actor, projectId)
    if ((await tx.stage.count({ where: { projectId, key: stage } })) === 0)
      throw new AppError('rule', 'The project has no such stage.', {
        issues: [{ path: 'stage', message: 'Name a stage of the project by its key.' }],
      })
    const updatedCount = await tx.$executeRaw`
      update memberships
      set closed_definitions = array_remove(closed_definitions, ${stage})
        || case when ${open} then '{}'::text[] else array[${stage}] end
      where project_id = ${projectId}::uuid and user_id = ${actor.userId}::uuid`
    if (updatedCount === 0) throw new AppError('forbidden', 'This is remembered for members of the project.')
  })
}
