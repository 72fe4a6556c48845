import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { appFolder } from '@/lib/platform/foreign/reader-process'
import { protocols } from '@/lib/protocols'

/** The text of a protocol that is built in, as a file to go on from; null where it is not written as a file, or there is none of this id. */
export async function readBuiltInFile(id: string): Promise<string | null> {
  const protocol = protocols.find((each) => each.id === id)
  if (!protocol) return null
  const place = path.join(/* turbopackIgnore: true */ appFolder(), 'lib/protocols', protocol.id, 'protocol.yaml')
  const source = await readFile(place, 'utf8').catch(() => null)
  // The first line says where the file lies, which is not true of a copy.
  return source?.replace(/^#.*\n/, '') ?? null
}

/** The ids of the protocols that are built in and written as files. */
export async function listBuiltInFiles(): Promise<string[]> {
  const found = await Promise.all(protocols.map(async ({ id }) => ((await readBuiltInFile(id)) === null ? [] : [id])))
  return found.flat()
}
