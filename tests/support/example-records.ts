import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import { tarChunks, textFile } from '@/lib/platform/foreign/records/tar-chunks'
import type { Json } from '@/lib/protocols/answers'
import type { Protocol } from '@/lib/protocols/protocol'
import { secondFiles } from '@/lib/workspace/imports/file-groups'

/** Where the example protocol files lie, with their records beside them. */
export const EXAMPLES = path.resolve('docs/examples/protocols')

/** The records of a file beside an example, as an import reads them. @throws where one of them cannot be read. */
export async function recordsOf(name: string, { formats }: Protocol): Promise<Json[]> {
  const records: Json[] = []
  const { rows, each, join } = formats[0]
  const seconds = secondFiles(
    name,
    readdirSync(EXAMPLES).map((file) => ({ name: file })),
    join ?? [],
  )
  const files = [name, ...seconds.map((second) => second.name)].map((file) =>
    textFile(file, readFileSync(path.join(EXAMPLES, file), 'utf8')),
  )
  const chunks = seconds.length > 0 ? tarChunks(files) : createReadStream(path.join(EXAMPLES, name))
  const choice = { rows, each, join, ...(seconds.length > 0 ? { files: { main: name, partners: {} } } : {}) }
  for await (const entry of readRecords(chunks, choice)) {
    if (!entry.ok || entry.problems) throw new Error(JSON.stringify(entry))
    records.push(entry.value)
  }
  return records
}

/** The name of the file of records that lies beside an example. @throws where there is none. */
export function besideExample(name: string): string {
  const found = readdirSync(EXAMPLES).find((file) =>
    ['jsonl', 'csv', 'json'].some((ending) => file === name.replace('yaml', ending)),
  )
  if (!found) throw new Error(`No records lie beside ${name}.`)
  return found
}
