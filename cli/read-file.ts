import { access, constants, readFile, stat } from 'node:fs/promises'
import { CliError, EXIT } from './exit-codes'
import { fileAt } from './file-at'

/** The full path of a file that can be read. @throws CliError saying why it cannot. */
export async function readablePath(file: string): Promise<string> {
  const full = fileAt(file)
  await access(full, constants.R_OK).catch(() => {
    throw new CliError(EXIT.usage, `There is no file ${full} that can be read.`)
  })
  if ((await stat(full)).isDirectory()) throw new CliError(EXIT.usage, `${full} is a folder. Name a file in it.`)
  return full
}

/** The most that is read at once: Node holds no longer text. */
const MAX_BYTES = 500_000_000

/** All bytes of a file, or with `-` of standard input. @throws CliError */
export async function bytesOf(file: string): Promise<Uint8Array> {
  if (file === '-') return await standardInput()
  const full = await readablePath(file)
  if ((await stat(full)).size > MAX_BYTES) throw tooLarge()
  return await readFile(full)
}

async function standardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_BYTES) throw tooLarge()
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

const tooLarge = () =>
  new CliError(EXIT.refused, 'The file is larger than 500 MB. Leave out columns that hold no ratings.')
