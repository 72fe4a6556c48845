import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '@/lib/platform/server/db'
import { slidingPassages } from '@/lib/text/passages'
import { searchWords } from '@/lib/text/words'
import { documentHash, type NewDocument } from './read-file'

/** Documents cut into passages at once; between batches other requests get their turn. */
const BATCH = 20

export interface Written {
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

interface Row extends NewDocument {
  id: string
}

async function writeRows(tx: Tx, projectId: string, userId: string, batch: readonly NewDocument[]): Promise<Row[]> {
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
async function writePassages(tx: Tx, projectId: string, documents: readonly Row[]): Promise<number> {
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
