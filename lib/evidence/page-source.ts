/** The text behind a result: a page of the internet with its snapshot, or a document of the project's corpus. */
import 'server-only'
import { StepFailure } from '@/lib/protocols/prefill'
import { prisma, type Tx } from '@/lib/server/db'
import type { SearchHit } from './contract'
import { findCorpusDocument } from './corpus/queries'
import { documentAddress } from './corpus/rules'
import { type KeptPage, readPage } from './read-page'

export interface SourceText {
  title: string
  url: string
  text: string
  sha256: string
  snapshotId: string | null
  documentId: string | null
  fetchedAt: string
  /** Was another text of the same address kept at some time? */
  changed: boolean
}

/** Reads a web page; tests pass another. */
export type PageReader = (url: string, options: { signal: AbortSignal }) => Promise<KeptPage>

const TIMEOUT_MS = 20_000

/** Reads a result now. Throws StepFailure. */
export async function readHit(
  projectId: string,
  hit: Pick<SearchHit, 'title' | 'url' | 'documentId'>,
  read: PageReader = readPage,
): Promise<SourceText> {
  if (hit.documentId !== null) {
    const document = await findDocument(prisma(), projectId, hit.documentId)
    if (document) return document
    throw new StepFailure('page_failed', 'This document was taken out of the corpus. Choose another result.')
  }
  const page = await read(hit.url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return withHistory(prisma(), page, page.url, hit.title)
}

/** A text as it was opened before; null where it is gone. */
export async function keptText(
  tx: Tx,
  projectId: string,
  opened: { snapshotId: string | null; documentId: string | null; sha256: string },
): Promise<SourceText | null> {
  if (opened.documentId !== null) {
    const document = await findDocument(tx, projectId, opened.documentId)
    return document?.sha256 === opened.sha256 ? document : null
  }
  if (opened.snapshotId === null) return null
  const snapshot = await tx.pageSnapshot.findUnique({ where: { id: opened.snapshotId } })
  if (!snapshot) return null
  const { id: snapshotId, fetchedAt, ...page } = snapshot
  return withHistory(tx, { ...page, snapshotId, fetchedAt: fetchedAt.toISOString() }, snapshot.url, '')
}

async function withHistory(
  tx: Tx,
  page: Pick<KeptPage, 'snapshotId' | 'finalUrl' | 'title' | 'text' | 'sha256' | 'fetchedAt'>,
  url: string,
  title: string,
): Promise<SourceText> {
  const { snapshotId, finalUrl, text, sha256, fetchedAt } = page
  const others = await tx.pageSnapshot.count({ where: { url, sha256: { not: sha256 } } })
  return {
    ...{ title: page.title || title, url: finalUrl, text, sha256, snapshotId, fetchedAt },
    ...{ documentId: null, changed: others > 0 },
  }
}

async function findDocument(tx: Tx, projectId: string, documentId: string): Promise<SourceText | null> {
  const document = await findCorpusDocument(projectId, documentId, tx)
  if (!document) return null
  const { title, url, text, sha256, createdAt } = document
  return {
    ...{ title, url: url ?? documentAddress(projectId, documentId), text, sha256 },
    ...{ snapshotId: null, documentId, fetchedAt: createdAt, changed: false },
  }
}
