import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { excerpt } from '@/lib/text/excerpt'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import {
  type CorpusDocumentView,
  type CorpusFilter,
  type CorpusHit,
  type CorpusPage,
  type CorpusQuery,
  DOCUMENTS_PER_PAGE,
} from './contract'
import { textHash } from './read-file'
import { searchCorpus } from './search-corpus'

const EXCERPT = 200
const TRIED_HITS = 10
const TIMEOUT_MS = 10_000

const mayManage = ({ subject }: LoadedProject) => subject.role === 'manager' && !subject.archived

const takesDocuments = ({ protocolId }: LoadedProject) => protocolById(protocolId).fromDocument !== undefined

async function loadBrowsed(actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('items.browse', project, 'The corpus is for managers, reviewers and viewers of a project.')
  return project
}

interface DocumentRow {
  id: string
  title: string
  url: string | null
  publishedAt: string | null
  length: number
  passages: number
  beginning: string
  createdAt: Date
}

/** The documents of the corpus, latest first. For managers, reviewers and viewers. */
export async function listCorpus(actor: Actor, projectId: string, filter: CorpusFilter): Promise<CorpusPage> {
  const project = await loadBrowsed(actor, projectId)
  const pattern = `%${(filter.search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const search = filter.search ? Prisma.sql`and (title ilike ${pattern} or url ilike ${pattern})` : Prisma.empty
  // Ids rise with time.
  const after = filter.after ? Prisma.sql`and id < ${filter.after}::uuid` : Prisma.empty
  const rows = await prisma().$queryRaw<DocumentRow[]>`
    select id, title, url, to_char(published_at, 'YYYY-MM-DD') "publishedAt", length(text) "length",
           left(text, ${2 * EXCERPT}) "beginning", created_at "createdAt",
           (select count(*)::int from corpus_passages p where p.document_id = d.id) "passages"
    from corpus_documents d where project_id = ${projectId}::uuid ${search} ${after}
    order by id desc limit ${DOCUMENTS_PER_PAGE + 1}`
  const page = rows.slice(0, DOCUMENTS_PER_PAGE)
  return {
    documents: page.map(({ beginning, createdAt, ...row }) => ({
      ...row,
      excerpt: excerpt(beginning, EXCERPT),
      createdAt: createdAt.toISOString(),
    })),
    total: await countDocuments(prisma(), projectId),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    abilities: { manage: mayManage(project), makeItems: mayManage(project) && takesDocuments(project) },
  }
}

/** How many documents a project's corpus has. */
export const countDocuments = (tx: Tx, projectId: string): Promise<number> =>
  tx.corpusDocument.count({ where: { projectId } })

/** One document with its text. For every member: annotators follow hits and quotes to it. */
export async function getCorpusDocument(
  actor: Actor,
  projectId: string,
  documentId: string,
): Promise<CorpusDocumentView> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.view', project)
  return { ...found(await findCorpusDocument(projectId, documentId)), abilities: { manage: mayManage(project) } }
}

/** A document for whoever was authorised before: runs read the hits of their searches by it. */
export async function findCorpusDocument(
  projectId: string,
  documentId: string,
  tx: Tx = prisma(),
): Promise<Omit<CorpusDocumentView, 'abilities'> | null> {
  // Addresses of pages carry whatever was typed.
  if (!z.uuid().safeParse(documentId).success) return null
  const rows = await tx.$queryRaw<(Omit<DocumentRow, 'beginning' | 'passages'> & { text: string })[]>`
    select id, title, url, to_char(published_at, 'YYYY-MM-DD') "publishedAt", length(text) "length", text,
           created_at "createdAt"
    from corpus_documents where id = ${documentId}::uuid and project_id = ${projectId}::uuid`
  const row = rows[0]
  return row ? { ...row, createdAt: row.createdAt.toISOString(), sha256: textHash(row.text) } : null
}

/** Searches as runs and annotators do, with the place of each passage. */
export async function tryCorpus(
  actor: Actor,
  projectId: string,
  { query, asOf }: CorpusQuery,
): Promise<{ hits: CorpusHit[]; undated: number }> {
  await loadBrowsed(actor, projectId)
  const hits = await searchCorpus({ projectId, query, asOf: asOf ?? null, most: TRIED_HITS, timeoutMs: TIMEOUT_MS })
  const undated = asOf ? await prisma().corpusDocument.count({ where: { projectId, publishedAt: null } }) : 0
  return { hits, undated }
}
