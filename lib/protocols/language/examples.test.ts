/** Every example file is checked, its own tests hold, and its protocol passes the suite that every protocol passes. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { Json } from '@/lib/protocols/answers'
import { describeConformance } from '@/lib/protocols/conformance'
import type { Protocol } from '@/lib/protocols/protocol'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { runTests } from './run-tests'

const FOLDER = path.resolve('docs/examples/protocols')

/** The records of the file beside an example, as an import reads them. */
async function recordsOf(name: string, { formats }: Protocol): Promise<Json[]> {
  const records: Json[] = []
  const chunks = createReadStream(path.join(FOLDER, name))
  for await (const entry of readRecords(chunks, { rows: formats[0].rows })) {
    if (!entry.ok || entry.problems) throw new Error(JSON.stringify(entry))
    records.push(entry.value)
  }
  return records
}

const files = readdirSync(FOLDER)

for (const name of files.filter((each) => each.endsWith('.yaml'))) {
  const checked = checkFile(readFileSync(path.join(FOLDER, name), 'utf8'))
  if (!checked.ok) {
    describe(name, () => it('has no problems', () => expect(checked.problems).toEqual([])))
    continue
  }
  const protocol = compileProtocol(checked.definition)
  describe(name, () => {
    it('keeps its own tests', async () => {
      expect(checked.definition.tests.length).toBeGreaterThan(0)
      const problems = await runTests(checked.definition, protocol, (file) => recordsOf(file, protocol))
      expect(problems).toEqual([])
    })

    it('is shipped as JSON that makes the same protocol', () => {
      expect(JSON.parse(JSON.stringify(checked.definition))).toEqual(checked.definition)
    })
  })
  const beside = files.find((file) => ['jsonl', 'csv'].some((ending) => file === name.replace('yaml', ending))) ?? ''
  describeConformance(protocol, await recordsOf(beside, protocol))
}
