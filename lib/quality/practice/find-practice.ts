/** Practice as the queue of tasks asks it (lib/annotation/assignments/practice-source.ts). */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { isWaived, readSettings } from './items'
import { isLacking } from './rules'
import { readStages } from './standing'

/** null where the project asks for none. */
export async function findPractice(tx: Tx, projectId: string) {
  const { required } = await readSettings(tx, projectId)
  if (!required) return null
  return {
    /** The stages that a person may not begin yet. */
    async lacking(protocolId: string, userId: string): Promise<string[]> {
      if (await isWaived(tx, projectId, userId)) return []
      const stages = await readStages(tx, { id: projectId, protocolId }, userId)
      return stages.filter(isLacking).map(({ stage }) => stage)
    },
  }
}
