import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import { protocolById } from '@/lib/protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import type { Protocol } from '@/lib/protocols/protocol'
import { EXAMPLES } from '@/tests/support/example-records'
import { fileShapeIn } from './rows'

async function* once(text: string) {
  yield Buffer.from(text)
}

async function recordsOf(file: string, protocol: Protocol) {
  const values = []
  for await (const entry of readRecords(once(file), fileShapeIn(protocol))) values.push(entry.ok ? entry.value : entry)
  return values
}

test('an object with one list is a record where a format of the protocol recognises it', async () => {
  const checked = checkFile(readFileSync(path.join(EXAMPLES, 'expert-answers.yaml'), 'utf8'))
  if (!checked.ok) throw new Error('the example has problems')
  const own = compileProtocol(checked.definition)
  for (const [file, protocol] of [
    ['{"revisions":[{"a":1},{"a":2}]}', protocolById('factcheck-bench-revision')],
    ['{"question":[{"a":1},{"a":2}]}', own],
  ] as const) {
    expect(await recordsOf(file, protocol)).toEqual([JSON.parse(file)])
    expect(await recordsOf(file, protocolById('veriscore-preference'))).toEqual([{ a: 1 }, { a: 2 }])
  }
})
