import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceRecord } from '@/lib/platform/foreign/records/source-entry'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { readItem } from './read-item'

const checked = checkFile(readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8'))
if (!checked.ok) throw new Error('the example is valid')
const protocol = compileProtocol(checked.definition)

const NUL = String.fromCharCode(0)
const HALF = String.fromCharCode(0xd83d)

function reading(response: string, source: string, words: string) {
  const start = [...response.slice(0, response.indexOf(words))].length
  const label = { start, end: start + words.length, text: words, label_type: 'Evident Conflict' }
  const value = { id: '1', response, source: { source_info: source }, labels: [label] }
  return readItem(protocol, sourceRecord({ line: 1, raw: JSON.stringify(value), value, notes: [] }))
}

test.each([
  ['NUL before the span', `A${NUL} walk to the pond.`],
  ['NUL behind the span', `A walk to the pond.${NUL}`],
  ['half a pair', `A${HALF} walk to the pond.`],
])('a record whose marked text is stored otherwise is refused, and for that reason: %s', (_, response) => {
  const read = reading(response, 'A walk.', 'pond')
  if (read.ok) throw new Error('it was read')
  expect(read.problems).toHaveLength(1)
  expect(read.problems[0]).toMatchObject({
    field: 'response',
    message: expect.stringContaining('Spans cannot be marked in this text'),
    fix: expect.stringContaining('Remove NUL characters'),
  })
})

test('its own signs for such characters are written otherwise too, once another text of the record holds one', () => {
  expect(reading('A \u2400 walk to the pond.', 'A walk.', 'pond')).toMatchObject({ ok: true })
  expect(reading('A \u2400 walk to the pond.', `A${NUL} walk.`, 'pond')).toMatchObject({ ok: false })
})

test('where another text of the record holds one, spans count as they do in the record', () => {
  const read = reading('A walk \u{1F600} to the pond.', `A${NUL} walk.`, 'pond')
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  expect(read.item.escaped).toBe(true)
  expect(read.item.stages[0]?.answers).toMatchObject({
    item: { unsupported: { spans: [{ start: 16, end: 20, label: 'Evident Conflict' }] } },
  })
})
