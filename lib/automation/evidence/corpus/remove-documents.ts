import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { stopQuotes } from './quote-lock'

/** Takes a document out of the corpus. Throws `rule` once somebody quoted it: the quote has to stay verifiable. */
export async function removeDocument(actor: Actor, projectId: string, documentId: string): Promise<void> {
  await transaction(async (tx) => {
    await loadManaged(tx, actor, projectId)
    found(await tx.corpusDocument.findFirst({ where: { id: documentId, projectId }, select: { id: true } }))
    if ((await removeUnquoted(tx, actor, projectId, documentId)) === 0)
      throw new AppError('rule', 'Somebody quoted this document, so it stays in the corpus.')
  })
}

/** Takes everything out of the corpus that nobody quoted. */
export async function clearCorpus(actor: Actor, projectId: string): Promise<{ removed: number; kept: number }> {
  return transaction(async (tx) => {
    await loadManaged(tx, actor, projectId)
    const removed = await removeUnquoted(tx, actor, projectId)
    return { removed, kept: await tx.corpusDocument.count({ where: { projectId } }) }
  }, 5)
}

async function loadManaged(tx: Tx, actor: Actor, projectId: string): Promise<void> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('project.manage', project, 'The corpus is for managers to change.')
  refuseArchived(project)
  await stopQuotes(tx, projectId)
}

async function removeUnquoted(tx: Tx, actor: Actor, projectId: string, documentId?: string): Promise<number> {
  const only = documentId ? Prisma.sql`and d.id = ${documentId}::uuid` : Prisma.empty
  const removed = await tx.$executeRaw`
    delete from corpus_documents d where d.project_id = ${projectId}::uuid ${only}
      and not exists (select 1 from events e where e.project_id = d.project_id and e.type = 'search.quoted'
                        and e.data->>'documentId' = d.id::text)`
  if (removed > 0) await record(tx, 'corpus.removed', { actorId: actor.userId, projectId }, { documents: removed })
  return removed
}
