/** Every example file is checked, its own tests hold, and its protocol passes the suite that every protocol passes. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeConformance } from '@/lib/protocols/conformance'
import { besideExample, EXAMPLES, recordsOf } from '@/tests/support/example-records'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { runTests } from './run-tests'

const files = readdirSync(EXAMPLES)

for (const name of files.filter((each) => each.endsWith('.yaml'))) {
  const checked = checkFile(readFileSync(path.join(EXAMPLES, name), 'utf8'))
  if (!checked.ok) {
    describe(name, () => it('has no problems', () => expect(checked.problems).toEqual([])))
    continue
  }
  const protocol = compileProtocol(checked.definition)
  describe(name, () => {
    it('keeps its own tests', async () => {
      expect(checked.definition.tests.length).toBeGreaterThan(0)
      const { problems } = await runTests(checked.definition, protocol, (file) => recordsOf(file, protocol))
      expect(problems).toEqual([])
    })

    it('is shipped as JSON that makes the same protocol', () => {
      expect(JSON.parse(JSON.stringify(checked.definition))).toEqual(checked.definition)
    })
  })
  describeConformance(protocol, await recordsOf(besideExample(name), protocol))
}
