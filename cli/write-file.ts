import { createWriteStream } from 'node:fs'
import { access, constants, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CliError, EXIT } from './exit-codes'
import { fileAt } from './file-at'

/** Before something is made that then cannot be written. @throws CliError */
export async function refuseUnwritable(given: string): Promise<void> {
  const folder = path.dirname(fileAt(given))
  await access(folder, constants.W_OK).catch(() => {
    throw new CliError(EXIT.usage, `Nothing can be written to ${folder}. Name a file in a folder of yours.`)
  })
}

/** The file appears under its name only once it is whole; one of that name stays as it was until then. */
export async function writeWhole(given: string, parts: Iterable<string> | AsyncIterable<Uint8Array>): Promise<void> {
  const file = fileAt(given)
  const part = `${file}.part`
  try {
    await pipeline(Readable.from(parts), createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** What a server sends. @throws CliError where it sends nothing. */
export function bodyOf({ body }: Response): Readable {
  if (!body) throw new CliError(EXIT.failed, 'The server sent nothing.')
  return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
}

/** The body of an answer, as a file. @throws CliError where there is none. */
export const saveBody = (given: string, response: Response): Promise<void> => writeWhole(given, bodyOf(response))
