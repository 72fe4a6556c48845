import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, open, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvRowCounter, linesIn } from '@/lib/gold/releases/count-lines'
import { sizeWords } from '@/lib/gold/releases/release/rules'
import { CliError, EXIT } from './exit-codes'
import { fileAt } from './file-at'
import type { Output } from './output'

/** Before something is made that then cannot be written. @throws CliError */
export async function refuseUnwritable(typedPath: string): Promise<void> {
  const file = fileAt(typedPath)
  const there = await statOf(file)
  if (there?.isDirectory()) throw new CliError(EXIT.usage, `${file} is a folder. Name a file in it.`)
  // Written beside it and moved, or into what is no plain file, such as /dev/stdout.
  const written = there && !there.isFile() ? file : path.dirname(file)
  await access(written, constants.W_OK).catch(() => {
    throw new CliError(EXIT.usage, `Nothing can be written to ${written}. Name a file in a folder of yours.`)
  })
}

/** The file appears under its name only once it is whole; one of that name stays as it was until then, and keeps its rights. */
export async function writeWhole(
  typedPath: string,
  parts: Iterable<string> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const targetPath = fileAt(typedPath)
  const there = await statOf(targetPath)
  if (there && !there.isFile()) return pipeline(Readable.from(parts), createWriteStream(targetPath))
  // Of a symbolic link, what it leads to is replaced.
  const file = there ? await realpath(targetPath) : targetPath
  const part = `${file}.${randomUUID()}.part`
  // Opened first: a stream that opens it later would make it again after what broke off was taken away.
  const opened = await open(part, 'wx', there?.mode)
  try {
    await pipeline(Readable.from(parts), opened.createWriteStream())
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const statOf = (file: string) => stat(file).catch(() => null)

/** What a server sends. @throws CliError where it sends nothing. */
export function bodyOf({ body }: Response): Readable {
  if (!body) throw new CliError(EXIT.failed, 'The server sent nothing.')
  return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
}

/** What was written to a file. */
export interface SavedFile {
  file: string
  bytes: number
  sha256: string
  /** Lines of a file of lines, rows of CSV below the heading; null of other kinds. */
  records: number | null
}

/** The body of an answer, as a file. @throws CliError where there is none. */
export async function saveBody(typedPath: string, response: Response, output: Output): Promise<SavedFile> {
  const saved = { file: fileAt(typedPath), bytes: 0 }
  const hash = createHash('sha256')
  const count = counterFor(response.headers.get('content-type') ?? '')
  // What is sent compressed has another length than what arrives here.
  const length = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length'))
  let records = 0
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const part of bodyOf(response)) {
      saved.bytes += part.length
      hash.update(part)
      records += count?.(Buffer.from(part).toString('latin1')) ?? 0
      output.progress(`Downloading ${sizeWords(saved.bytes)}`, length > 0 ? saved.bytes / length : undefined)
      yield part
    }
  }
  try {
    await writeWhole(typedPath, watched())
  } finally {
    output.endProgress()
  }
  return { ...saved, sha256: hash.digest('hex'), records: count ? records : null }
}

/** How records of a media type are counted in its pieces, read as single bytes. */
function counterFor(mediaType: string): ((part: string) => number) | undefined {
  if (/ndjson|jsonl/.test(mediaType)) return linesIn
  return mediaType.startsWith('text/csv') ? csvRowCounter() : undefined
}

export const savedText = ({ file, bytes, sha256, records }: SavedFile): string =>
  `${file}: ${records === null ? '' : `${records} record${records === 1 ? '' : 's'}, `}${sizeWords(bytes)}, SHA-256 ${sha256}`
