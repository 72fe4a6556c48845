import 'server-only'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import { appFolder } from '@/lib/platform/foreign/reader-process'
import { found } from '@/lib/platform/server/errors'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { WITHOUT_PAPER } from '@/lib/protocols/language/check/define'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { type Definition, inLanguage } from '@/lib/protocols/language/definition'
import { recordFileNames, testFileNames } from '@/lib/protocols/language/record-file-names'
import { fileShapeIn } from '@/lib/workspace/imports/rows'
import type { ProtocolFileBody } from '@/lib/workspace/protocol-files/contract'
import type { ExampleEntry } from './contract'

const folder = () => path.join(/* turbopackIgnore: true */ appFolder(), 'docs/examples/protocols')
const ENDING = '.yaml'
const LICENCE = '.LICENSE'
const LINES = '.jsonl'

const TYPES: Readonly<Record<string, string>> = {
  [ENDING]: 'application/yaml',
  [LINES]: 'application/x-ndjson',
  '.json': 'application/json',
  '.csv': 'text/csv',
  [LICENCE]: 'text/plain',
}

/** What was read of the folder, which stays as it is while the server runs. */
let cachedExamples: Promise<ExampleEntry[]> | null = null

/** The files that one may begin with, the plainest first. */
export function listExamples(): Promise<ExampleEntry[]> {
  cachedExamples ??= readExamples().catch((error) => {
    cachedExamples = null
    throw error
  })
  return cachedExamples
}

async function readExamples(): Promise<ExampleEntry[]> {
  const names = (await readdir(folder()).catch(() => [])).toSorted()
  const examples = names.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length))
  const entries = await Promise.all(examples.map((name) => readEntry(name, names)))
  const isPlain = ({ name }: ExampleEntry) => name === PLAIN
  return entries.toSorted((one, other) => Number(isPlain(other)) - Number(isPlain(one)))
}

async function readEntry(name: string, names: readonly string[]): Promise<ExampleEntry> {
  const read = (file: string) => readFile(path.join(folder(), file), 'utf8')
  const yaml = `${name}${ENDING}`
  const text = await read(yaml)
  const checked = checkFile(text)
  if (!checked.ok) throw new Error(`${yaml} has problems: ${JSON.stringify(checked.problems)}`)
  const { title, summary, source, language } = checked.definition
  const recordFiles = recordFileNames(text).filter((file) => names.includes(file))
  const licences = names.filter((file) => file === `${name}${LICENCE}`)
  const [licence] = await Promise.all(licences.map(read))
  const counted = testFileNames(text).filter((file) => names.includes(file))
  const counts = await Promise.all(counted.map((file) => countRecords(file, checked.definition)))
  return {
    name,
    title: inLanguage(title, language, language),
    summary: inLanguage(summary, language, language),
    paper: source.paper === WITHOUT_PAPER ? null : source.paper,
    records: counts.reduce((sum, count) => sum + count, 0),
    licence: licence === undefined ? null : linesOf(licence).slice(0, 2).join(', '),
    files: [yaml, ...recordFiles, ...licences],
  }
}

/** How many items a file of records is: a line each, unless they are rows of a table or parts of a document. */
async function countRecords(file: string, definition: Definition): Promise<number> {
  const place = path.join(folder(), file)
  if (file.endsWith(LINES)) return linesOf(await readFile(place, 'utf8')).length
  let count = 0
  const shape = fileShapeIn(compileProtocol(definition))
  for await (const entry of readRecordsApart(() => createReadStream(place), {}, shape)) if (entry.ok) count += 1
  return count
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

/** One file of an example as a download. Errors: `not_found`. */
export async function downloadExample(name: string, file: string): Promise<Response> {
  const example = found((await listExamples()).find((each) => each.name === name))
  const fileName = found(example.files.find((each) => each === file))
  return new Response(await readFile(path.join(folder(), fileName)), {
    headers: {
      'content-type': `${TYPES[path.extname(fileName)] ?? 'text/plain'}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
