import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { ImportView } from './contract'
import { loadImport } from './load-import'
import { presentImport } from './present'

/** Ends an import that has not been written; a write under way notices and takes everything back. */
export async function cancelImport(actor: Actor, importId: string): Promise<ImportView> {
  return transaction(async (tx) => {
    const { projectId } = await loadImport(tx, actor, importId)
    const { count } = await tx.import.updateMany({
      where: { id: importId, state: { in: ['uploading', 'checking', 'ready', 'refused', 'applying'] } },
      data: { state: 'cancelled', finishedAt: new Date() },
    })
    const row = await tx.import.findUniqueOrThrow({ where: { id: importId } })
    if (count === 0 && row.state !== 'cancelled') throw new AppError('rule', 'This import has already ended.')
    if (count > 0) {
      await tx.importChunk.deleteMany({ where: { importId } })
      await record(tx, 'import.cancelled', { actorId: actor.userId, projectId }, { importId })
    }
    return presentImport(row)
  })
}
