/** A backup as a file to read from. Everything that can be wrong with it is said in a sentence. */
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { MANIFEST_FILE, type Manifest, manifestSchema, type Part } from '@/scripts/backup/manifest'
import { codeOf, messageOf, StartError } from '@/scripts/start-error'

export interface Backup {
  manifest: Manifest
  /** The text of a COPY. */
  read(part: Part): Promise<Readable>
  close(): void
}

async function openArchive(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, lazyEntries: true })
  } catch (error) {
    if (codeOf(error)) throw new StartError(`${file} cannot be read (${codeOf(error)}).`)
    throw new StartError(`${file} is no backup of Assay, or it was cut off: ${messageOf(error)}.`)
  }
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Opens a backup and reads what it says about itself. Throws a StartError for anything but a backup. */
export async function openBackup(file: string): Promise<Backup> {
  const archive = await openArchive(file)
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry)
    const open = (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new StartError(`${file} is no whole backup of Assay: ${name} is missing.`)
      return archive.openReadStreamPromise(entry)
    }
    const manifest = manifestSchema.safeParse(JSON.parse(await readAll(await open(MANIFEST_FILE))))
    if (!manifest.success) throw new StartError(`${file} is no backup that this version of Assay can read.`)
    return { manifest: manifest.data, read: ({ file: name }) => open(name), close: () => archive.close() }
  } catch (error) {
    archive.close()
    if (error instanceof StartError) throw error
    throw new StartError(`${file} is damaged: ${messageOf(error)}.`)
  }
}
