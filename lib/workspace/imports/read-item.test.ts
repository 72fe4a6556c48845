import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sourceRecord } from '@/lib/platform/foreign/records/source-entry'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { sentenceFile } from '@/tests/support/protocol-file'
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

describe('labels of a record that does not bring the pieces which they are about', () => {
  const file = sentenceFile('cut-labels').replace('  hidden:', '  gold: {label: "/labels[]"}\n  hidden:')
  const cut = checkFile(file)
  if (!cut.ok) throw new Error(JSON.stringify(cut.problems))
  const cutProtocol = compileProtocol(cut.definition)
  const imported = (labels: string[]) => {
    const value = { id: '1', response: 'One is right. Two is wrong.', labels }
    const read = readItem(cutProtocol, sourceRecord({ line: 1, raw: JSON.stringify(value), value, notes: [] }))
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    return { stage: read.item.stages[0], warnings: read.warnings.map(({ message }) => message) }
  }

  test('are imported with the units that the splitter cuts, where there is one for each', () => {
    const { stage, warnings } = imported(['right', 'wrong'])
    expect(stage?.answers).toEqual({ 'sentence-1': { label: 'right' }, 'sentence-2': { label: 'wrong' } })
    expect(stage?.units.map(({ text }) => text)).toEqual([
      'One is right. Two is wrong.',
      'One is right. ',
      'Two is wrong.',
    ])
    expect(warnings).toEqual([expect.stringMatching(/^The labels are not complete/)])
  })

  test('are not imported where there are more or fewer, and the warning has both numbers', () => {
    const { stage, warnings } = imported(['right', 'wrong', 'right'])
    expect(stage?.answers).toBeNull()
    expect(stage?.units).toHaveLength(3)
    expect(warnings).toEqual([
      'No label of this record is read: labels has 3 entries, and the splitter cuts "response" into 2 sentences, so that which belongs to which is unclear.',
    ])
  })
})
