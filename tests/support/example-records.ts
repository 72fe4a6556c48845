import { createReadStream, readdirSync } from 'node:fs'
import path from 'node:path'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { Json } from '@/lib/protocols/answers'
import type { Protocol } from '@/lib/protocols/protocol'

/** Where the example protocol files lie, with their records beside them. */
export const EXAMPLES = path.resolve('docs/examples/protocols')

/** The records of a file beside an example, as an import reads them. @throws where one of them cannot be read. */
export async function recordsOf(name: string, { formats }: Protocol): Promise<Json[]> {
  const records: Json[] = []
  const chunks = createReadStream(path.join(EXAMPLES, name))
  for await (const entry of readRecords(chunks, { rows: formats[0].rows, each: formats[0].each })) {
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
