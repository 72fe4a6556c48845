import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, open, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CliError, EXIT } from './exit-codes'
import { fileAt } from './file-at'

/** Before something is made that then cannot be written. @throws CliError */
export async function refuseUnwritable(given: string): Promise<void> {
  const file = fileAt(given)
  const there = await statOf(file)
  if (there?.isDirectory()) throw new CliError(EXIT.usage, `${file} is a folder. Name a file in it.`)
  // Written beside it and moved, or into what is no plain file, such as /dev/stdout.
  const written = there && !there.isFile() ? file : path.dirname(file)
  await access(written, constants.W_OK).catch(() => {
    throw new CliError(EXIT.usage, `Nothing can be written to ${written}. Name a file in a folder of yours.`)
  })
}

/** The file appears under its name only once it is whole; one of that name stays as it was until then, and keeps its rights. */
export async function writeWhole(given: string, parts: Iterable<string> | AsyncIterable<Uint8Array>): Promise<void> {
  const named = fileAt(given)
  const there = await statOf(named)
  if (there && !there.isFile()) return pipeline(Readable.from(parts), createWriteStream(named))
  // Of a symbolic link, what it leads to is replaced.
  const file = there ? await realpath(named) : named
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

/** The body of an answer, as a file. @throws CliError where there is none. */
export const saveBody = (given: string, response: Response): Promise<void> => writeWhole(given, bodyOf(response))
