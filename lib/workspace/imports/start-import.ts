import 'server-only'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { ImportOptions, ImportView } from './contract'
import { applyImportJob } from './jobs'
import { loadImport } from './load-import'
import { presentImport } from './present'
import { hasVotes } from './queries'
import { whyNotReady } from './rules'

/** Has a checked import written, under the manager's options. Errors: `rule` unless it is ready. */
export async function startImport(actor: Actor, importId: string, options: ImportOptions): Promise<ImportView> {
  return transaction(async (tx) => {
    const row = await loadImport(tx, actor, importId, { toWrite: true })
    const reason = whyNotReady(row.state)
    if (reason) throw new AppError('rule', reason)
    if ((options.labels === 'person' || options.labels === 'suggestions') && (await hasVotes(tx, row.projectId)))
      throw new AppError('rule', 'These labels are votes of several people: take them as votes, or leave them alone.')
    if (options.labels === 'person') {
      const member = await tx.membership.findFirst({
        where: { projectId: row.projectId, userId: options.personId, role: { not: 'viewer' } },
        select: { userId: true },
      })
      if (!member)
        throw new AppError(
          'rule',
          'The person whose work the labels are must be a member of the project, and not a viewer.',
        )
    }
    const { count } = await tx.import.updateMany({
      where: { id: importId, state: 'ready' },
      data: { state: 'applying', options, progress: 0 },
    })
    if (count === 0) throw new AppError('conflict')
    await enqueue(tx, applyImportJob, { importId })
    return presentImport(await tx.import.findUniqueOrThrow({ where: { id: importId } }))
  })
}
