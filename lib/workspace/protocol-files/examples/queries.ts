import 'server-only'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { appFolder } from '@/lib/platform/foreign/reader-process'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { WITHOUT_PAPER } from '@/lib/protocols/language/check/define'
import { inLanguage } from '@/lib/protocols/language/definition'
import { recordFileNames } from '@/lib/protocols/language/record-file-names'
import type { ExampleEntry, ProtocolFileBody } from '@/lib/workspace/protocol-files/contract'

const folder = () => path.join(/* turbopackIgnore: true */ appFolder(), 'docs/examples/protocols')
const ENDING = '.yaml'

/** What was read of the folder, which stays as it is while the server runs. */
let known: Promise<ExampleEntry[]> | null = null

/** The files that one may begin with, the plainest first. */
export function listExamples(): Promise<ExampleEntry[]> {
  known ??= readExamples().catch((error) => {
    known = null
    throw error
  })
  return known
}

async function readExamples(): Promise<ExampleEntry[]> {
  const names = (await readdir(folder()).catch(() => [])).toSorted()
  const examples = names.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length))
  const entries = await Promise.all(examples.map((name) => readEntry(name, names)))
  const isPlain = ({ name }: ExampleEntry) => name === PLAIN
  return entries.toSorted((one, other) => Number(isPlain(other)) - Number(isPlain(one)))
}

async function readEntry(name: string, names: readonly string[]): Promise<ExampleEntry> {
  const read = (file: string) => (names.includes(file) ? readFile(path.join(folder(), file), 'utf8') : null)
  const checked = checkFile((await read(`${name}${ENDING}`)) ?? '')
  if (!checked.ok) throw new Error(`${name}${ENDING} has problems: ${JSON.stringify(checked.problems)}`)
  const { title, summary, source, language } = checked.definition
  const records = await read(`${name}.jsonl`)
  const licence = await read(`${name}.LICENSE`)
  return {
    name,
    title: inLanguage(title, language, language),
    summary: inLanguage(summary, language, language),
    paper: source.paper === WITHOUT_PAPER ? null : source.paper,
    records: records === null ? null : linesOf(records).length,
    licence: licence === null ? null : linesOf(licence).slice(0, 2).join(', '),
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

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
