import 'server-only'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { appFolder } from '@/lib/platform/foreign/reader-process'
import { recordFileNames } from '@/lib/protocols/language/record-file-names'
import type { ProtocolFileBody } from '@/lib/workspace/protocol-files/contract'

const folder = () => path.join(/* turbopackIgnore: true */ appFolder(), 'docs/examples/protocols')
const ENDING = '.yaml'

/** The names of the files that one may begin with, the plainest first. */
export async function listExamples(): Promise<{ name: string; title: string }[]> {
  const names = (await readdir(folder()).catch(() => [])).filter((file) => file.endsWith(ENDING)).toSorted()
  const files = await Promise.all(
    names.map(async (file) => {
      const text = await readFile(path.join(folder(), file), 'utf8')
      const name = file.slice(0, -ENDING.length)
      return { name, title: /^title: *(.+)$/m.exec(text)?.[1] ?? name }
    }),
  )
  const isPlain = ({ name }: { name: string }) => name === PLAIN
  return files.toSorted((one, other) => Number(isPlain(other)) - Number(isPlain(one)))
}

/** What a file begins with where nothing else is named. */
export const PLAIN = 'my-labels'

/** An example with the records that its tests name; null where there is none of this name. */
export async function readExample(name: string): Promise<ProtocolFileBody | null> {
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(name)) return null
  const source = await readFile(path.join(folder(), `${name}${ENDING}`), 'utf8').catch(() => null)
  if (source === null) return null
  const files = await Promise.all(
    recordFileNames(source).map(async (each) => ({
      name: each,
      text: await readFile(path.join(folder(), path.basename(each)), 'utf8').catch(() => ''),
    })),
  )
  return { source, files: files.filter(({ text }) => text !== '') }
}
