import 'server-only'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { stageProblem } from '@/lib/workspace/projects/rules'
import { type ImportOptionsInput, type ImportView, importOptionsSchema } from './contract'
import { applyImportJob } from './jobs'
import { loadImport } from './load-import'
import { presentImport } from './present'
import { readFirstStage } from './queries'
import { whyNotReady } from './rules'

/** Has a checked import written, under the manager's options. Errors: `rule` unless it is ready, or where its file is not kept any longer. */
export async function startImport(actor: Actor, importId: string, body: ImportOptionsInput): Promise<ImportView> {
  const options = importOptionsSchema.parse(body)
  return transaction(async (tx) => {
    const row = await loadImport(tx, actor, importId, { toWrite: true })
    const reason = whyNotReady(row.state, options.records === 'good' ? row.newCount + row.duplicateCount : 0)
    if (reason) throw new AppError('rule', reason)
    const { votes, consolidation } = await readFirstStage(tx, row.projectId)
    if ((options.labels === 'person' || options.labels === 'suggestions') && votes)
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
      const problem = options.raters && stageProblem({ raters: options.raters }, consolidation)
      if (problem) throw new AppError('rule', problem, { issues: [{ path: 'raters', message: problem }] })
    }
    const { count } = await tx.import.updateMany({
      where: { id: importId, state: row.state },
      data: { state: 'applying', options, progress: 0, finishedAt: null },
    })
    if (count === 0) throw new AppError('conflict')
    // Now that the row is locked, nobody lets go of the file.
    const isKept = await tx.importChunk.findFirst({ where: { importId }, select: { position: true } })
    if (!isKept) throw new AppError('rule', 'The file is not kept any longer. Upload it again.')
    await enqueue(tx, applyImportJob, { importId })
    return presentImport(await tx.import.findUniqueOrThrow({ where: { id: importId } }))
  })
}
