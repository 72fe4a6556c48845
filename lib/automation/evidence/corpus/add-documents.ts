import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { slidingPassages } from '@/lib/text/passages'
import { searchWords } from '@/lib/text/words'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { type CorpusUpload, MAX_CORPUS_DOCUMENTS, MAX_FILE_BYTES } from './contract'
import { documentHash, type NewDocument, type ReadFile, readCorpusFile } from './read-file'

/** Documents cut into passages at once; between batches other requests get their turn. */
const BATCH = 20

interface Written {
  added: number
  known: number
  passages: number
}

/** Adds documents with their passages. One that is there already, or earlier in the list, is left as it is. */
export async function writeDocuments(
  tx: Tx,
  { projectId, userId }: { projectId: string; userId: string },
  documents: readonly NewDocument[],
): Promise<Written> {
  const written: Written = { added: 0, known: 0, passages: 0 }
  for (let from = 0; from < documents.length; from += BATCH) {
    const batch = documents.slice(from, from + BATCH)
    const fresh = await writeRows(tx, projectId, userId, batch)
    written.added += fresh.length
    written.known += batch.length - fresh.length
    written.passages += await writePassages(tx, projectId, fresh)
    await new Promise(setImmediate)
  }
  return written
}

interface DocumentRow extends NewDocument {
  id: string
}

async function writeRows(
  tx: Tx,
  projectId: string,
  userId: string,
  batch: readonly NewDocument[],
): Promise<DocumentRow[]> {
  const rows = batch.map((document) => ({ ...document, id: uuidv7(), sha256: documentHash(document) }))
  const inserted = await tx.$queryRaw<{ id: string }[]>`
    insert into corpus_documents (id, project_id, title, url, text, sha256, published_at, created_by_id)
    select id, ${projectId}::uuid, title, url, text, sha256, "publishedAt", ${userId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, title text, url text, text text, sha256 text, "publishedAt" date)
    on conflict (project_id, sha256) do nothing returning id`
  const fresh = new Set(inserted.map(({ id }) => id))
  return rows.filter(({ id }) => fresh.has(id))
}

/**
 * Words are told apart and made alike here, so that scripts without blanks and any collation of the database work alike;
 * PostgreSQL keeps them as they are (weight B) and stemmed as English (weight A, without words like "the").
 */
async function writePassages(tx: Tx, projectId: string, documents: readonly DocumentRow[]): Promise<number> {
  const rows = documents.flatMap(({ id, text }) =>
    slidingPassages(text).map((passage, position) => ({
      id,
      position,
      start: passage.start,
      text: passage.text,
      words: searchWords(passage.text).join(' '),
    })),
  )
  if (rows.length === 0) return 0
  return tx.$executeRaw`
    insert into corpus_passages (document_id, position, project_id, start, text, words)
    select id, position, ${projectId}::uuid, start, text,
           setweight(to_tsvector('simple', words), 'B') || setweight(to_tsvector('english', words), 'A')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, position int, start int, text text, words text)`
}

const MINUTES = 5

/**
 * Adds the documents of a file to the project's corpus, all of them or none. Errors: `too_large` beyond the stated
 * limits, `rule` with every problem by line and field, `invalid_request` without a body.
 */
export async function addDocuments(
  actor: Actor,
  projectId: string,
  file: { name: string; body: ReadableStream<Uint8Array> | null; byteSize?: number },
): Promise<CorpusUpload> {
  await loadManaged(prisma(), actor, projectId)
  if (!file.body) throw new AppError('invalid_request', 'Send the file as the body of the request.')
  if ((file.byteSize ?? 0) > MAX_FILE_BYTES) throw tooLarge()
  const read = await readCorpusFile(file.name, limited(file.body))
  if (read.problemCount > 0) throw refusal(read)
  return transaction(async (tx) => {
    await loadManaged(tx, actor, projectId, true)
    const written = await writeDocuments(tx, { projectId, userId: actor.userId }, read.documents)
    if ((await tx.corpusDocument.count({ where: { projectId } })) > MAX_CORPUS_DOCUMENTS) throw full()
    if (written.added > 0) {
      const scope = { actorId: actor.userId, projectId }
      await record(tx, 'corpus.added', scope, { fileName: file.name, documents: written.added })
    }
    return written
  }, MINUTES)
}

/** With `lock`, uploads to one project go one after the other. */
async function loadManaged(tx: Tx, actor: Actor, projectId: string, lock = false): Promise<void> {
  const project = await loadProject(tx, actor, projectId, lock ? { lock: 'change' } : {})
  authorizeProject('project.manage', project, 'The corpus is for managers to change.')
  refuseArchived(project)
}

async function* limited(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_FILE_BYTES) throw tooLarge()
    yield Buffer.from(chunk)
  }
}

const tooLarge = () =>
  new AppError('too_large', `The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Split it into several.`)

const full = () =>
  new AppError(
    'rule',
    `A corpus holds at most ${MAX_CORPUS_DOCUMENTS.toLocaleString('en')} documents; nothing was added. Take out what is not needed first.`,
  )

function refusal({ problems, problemCount }: ReadFile): AppError {
  const count = problemCount === 1 ? 'one problem' : `${problemCount} problems`
  return new AppError('rule', `Nothing was added: the file has ${count}.`, {
    issues: problems.map(({ line, field, message, fix }) => ({
      path: field ? `line ${line}, ${field}` : `line ${line}`,
      message: `${message} ${fix}`,
    })),
    data: { problems: problemCount },
  })
}
