/** The text behind a result: a page of the internet with its snapshot, or a document of the project's corpus. */
import 'server-only'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { StepFailure } from '@/lib/protocols/prefill'
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
  /** Did the reader find another text at the same address before? */
  changed: boolean
}

/** What is known of a text since it was opened, and when that was. */
type Opened = Pick<SourceText, 'snapshotId' | 'documentId' | 'sha256' | 'changed'> & { at: Date }

/** Of copies that were kept for everybody, in earlier versions; nobody is given one anew. */
const SHARED = 'everybody'

/** Reads a web page; tests pass another. */
export type PageReader = (url: string, options: { reader: string; signal: AbortSignal }) => Promise<KeptPage>

const TIMEOUT_MS = 20_000

/** Reads a result now, for a person. Throws StepFailure. */
export async function readHit(
  reader: string,
  projectId: string,
  hit: Pick<SearchHit, 'title' | 'url' | 'documentId'>,
  read: PageReader = readPage,
): Promise<SourceText> {
  if (hit.documentId !== null) {
    const document = await findDocument(prisma(), projectId, hit.documentId)
    if (document) return document
    throw new StepFailure('page_failed', 'This document was taken out of the corpus. Choose another result.')
  }
  const page = await read(hit.url, { reader, signal: AbortSignal.timeout(TIMEOUT_MS) })
  return sourceOf(page, { title: hit.title, changed: await hasChanged(reader, page) })
}

/** A text as somebody opened it before, with the hour at which they did; null where it is gone. */
export async function keptText(tx: Tx, projectId: string, opened: Opened): Promise<SourceText | null> {
  if (opened.documentId !== null) {
    const document = await findDocument(tx, projectId, opened.documentId)
    return document?.sha256 === opened.sha256 ? document : null
  }
  if (opened.snapshotId === null) return null
  const snapshot = await tx.pageSnapshot.findUnique({ where: { id: opened.snapshotId } })
  if (!snapshot) return null
  const { id: snapshotId, reader, fetchedAt, ...page } = snapshot
  // Copies of earlier versions were everybody's: the hour is that of whoever came first.
  const readAt = reader === SHARED ? opened.at : fetchedAt
  return sourceOf({ ...page, snapshotId, fetchedAt: readAt.toISOString() }, { title: '', changed: opened.changed })
}

/** Did this reader find another text at the address at some other time? */
async function hasChanged(reader: string, { url, sha256 }: KeptPage): Promise<boolean> {
  return (await prisma().pageSnapshot.count({ where: { reader, url, sha256: { not: sha256 } } })) > 0
}

function sourceOf(
  page: Pick<KeptPage, 'snapshotId' | 'finalUrl' | 'title' | 'text' | 'sha256' | 'fetchedAt'>,
  { title, changed }: { title: string; changed: boolean },
): SourceText {
  const { snapshotId, finalUrl, text, sha256, fetchedAt } = page
  return {
    title: page.title || title,
    url: finalUrl,
    text,
    sha256,
    snapshotId,
    fetchedAt,
    documentId: null,
    changed,
  }
}

async function findDocument(tx: Tx, projectId: string, documentId: string): Promise<SourceText | null> {
  const document = await findCorpusDocument(projectId, documentId, tx)
  if (!document) return null
  const { title, url, text, sha256, createdAt } = document
  return {
    title,
    url: url ?? documentAddress(projectId, documentId),
    text,
    sha256,
    snapshotId: null,
    documentId,
    fetchedAt: createdAt,
    changed: false,
  }
}
