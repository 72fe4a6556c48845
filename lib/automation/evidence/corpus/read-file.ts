/** Documents out of a manager's file. Reading never throws for what a file contains: it names the problem and goes on. */
import { createHash } from 'node:crypto'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import { replayable } from '@/lib/platform/foreign/replayable'
import { codePointLength } from '@/lib/text/code-points'
import { excerpt } from '@/lib/text/excerpt'
import { MAX_DOCUMENT_TEXT, MAX_FILE_DOCUMENTS, MAX_TITLE, TOLD_PROBLEMS } from './contract'
import { readDocument } from './read-document'

export interface NewDocument {
  title: string
  url: string | null
  text: string
  /** YYYY-MM-DD. */
  publishedAt: string | null
}

export interface FileProblem {
  line: number
  /** Empty when it concerns the whole record or file. */
  field: string
  message: string
  /** What to do. */
  fix: string
}

export interface ReadFile {
  documents: NewDocument[]
  /** The first of them. */
  problems: FileProblem[]
  problemCount: number
}

const PLAIN = /\.(?:txt|text|md|markdown)$/i

/** The documents of a file: one, where its name says text or Markdown; else the records of JSON, JSON lines or CSV. */
export async function readCorpusFile(fileName: string, chunks: AsyncIterable<Buffer>): Promise<ReadFile> {
  return PLAIN.test(fileName) ? readPlain(fileName, chunks) : readRows(chunks)
}

async function readRows(chunks: AsyncIterable<Buffer>): Promise<ReadFile> {
  const read: ReadFile = { documents: [], problems: [], problemCount: 0 }
  const body = replayable(chunks)
  try {
    await readRecords(body.open, read)
  } finally {
    await body.close()
  }
  return read
}

async function readRecords(open: () => AsyncIterable<Uint8Array>, read: ReadFile): Promise<void> {
  let records = 0
  for await (const entry of readRecordsApart(open)) {
    const result = entry.ok ? readDocument(entry.value) : { ok: false as const, problems: [entry] }
    if (result.ok) read.documents.push(result.document)
    else for (const { field, message, fix } of result.problems) note(read, { line: entry.line, field, message, fix })
    // Reading a large file must not keep others waiting.
    if (++records % 100 === 0) await new Promise(setImmediate)
    if (records <= MAX_FILE_DOCUMENTS) continue
    note(read, { line: entry.line, field: '', ...tooMany })
    break
  }
  if (records === 0) note(read, { line: 1, field: '', ...nothing })
}

async function readPlain(fileName: string, chunks: AsyncIterable<Buffer>): Promise<ReadFile> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const read: ReadFile = { documents: [], problems: [], problemCount: 0 }
  const text = decode(Buffer.concat(parts))
  const problem = text === null ? notText : text.trim() === '' ? nothing : longer(text)
  if (text === null || problem) note(read, { line: 1, field: '', ...(problem ?? notText) })
  else read.documents.push({ title: titleOf(fileName, text), url: null, text, publishedAt: null })
  return read
}

function note(read: ReadFile, problem: FileProblem): void {
  read.problemCount++
  if (read.problems.length < TOLD_PROBLEMS) read.problems.push(problem)
}

/** null where the bytes are no text that can be stored; the mark at the beginning that some editors write is left out. */
function decode(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Markdown's first heading, else the name of the file. */
function titleOf(fileName: string, text: string): string {
  const heading = /\.(?:md|markdown)$/i.test(fileName) ? /^#{1,6}[ \t]+(.*\S)/m.exec(text.slice(0, 20_000))?.[1] : null
  return excerpt(heading ?? fileName.replace(PLAIN, ''), MAX_TITLE)
}

function longer(text: string): { message: string; fix: string } | null {
  if (codePointLength(text) <= MAX_DOCUMENT_TEXT) return null
  return {
    message: `The text is longer than ${MAX_DOCUMENT_TEXT.toLocaleString('en')} characters.`,
    fix: 'Split it into several documents.',
  }
}

const notText = { message: 'This is not a UTF-8 text.', fix: 'Save the file as UTF-8 and upload it again.' }
const nothing = { message: 'The file holds no documents.', fix: 'Choose a file with at least one document.' }
const tooMany = {
  message: `A file holds at most ${MAX_FILE_DOCUMENTS.toLocaleString('en')} documents.`,
  fix: 'Split it into several files and upload them one after the other.',
}

/** By which a document is known: title, address and text. */
export function documentHash({ title, url, text }: NewDocument): string {
  return createHash('sha256')
    .update(JSON.stringify([title, url, text]))
    .digest('hex')
}

/** sha-256 of a text, as pages and documents are referred to. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex')
