import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { readNative } from './read-native'

function read(given: object) {
  const item = {
    position: 1,
    externalId: null,
    title: 'a',
    domain: null,
    source: null,
    format: 'felm',
    record: '{"prompt":"a","response":"c."}',
    contentHash: '',
    content: {},
    discarded: null,
    ...given,
  }
  const stage = {
    key: 'segments',
    raters: 1,
    round: 1,
    adjudicator: null,
    approver: null,
    units: [],
    gold: null,
    values: [],
  }
  return readNative(protocolById('felm'), {
    format: 'assay/1',
    protocol: { id: 'felm', version: 1 },
    item,
    stages: [stage],
  })
}

test('a record inside that cannot be stored is a named problem', () => {
  expect(read({ record: '{"prompt":"a","response":"c.","x":1e999}' })).toMatchObject({
    ok: false,
    problems: [{ field: 'item.record: x', message: 'This number is too large to be read.' }],
  })
})

const FACTS = { domain: null, source: null, tags: [] as string[] }

test.each([
  ['item.own.tags', { tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) }],
  ['item.own.tags.1', { tags: ['fine', 'x'.repeat(61)] }],
  ['item.own.tags.0', { tags: ['turned \u202Earound'] }],
  ['item.own.domain', { domain: 'zero\u200Bwidth' }],
  ['item.own.source', { source: ' ' }],
])('what managers said beside the record is held to its rules: %s', (field, own) => {
  expect(read({ own: { ...FACTS, ...own } })).toMatchObject({ ok: false, problems: [{ field }] })
})

test('what managers said beside the record is taken as it would be on the page', () => {
  const own = { domain: ' rivers ', source: null, tags: ['long', 'long '] }
  expect(read({ own })).toMatchObject({ ok: true, item: { own: { domain: 'rivers', source: null, tags: ['long'] } } })
})

test('a discarded item without its record is refused where spans would be marked in a text that is stored otherwise', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8'))
  if (!checked.ok) throw new Error('the example is valid')
  const protocol = compileProtocol(checked.definition)
  const [stage] = protocol.stages
  const reading = (response: string, escaped: boolean) =>
    readNative(protocol, {
      format: 'assay/1',
      protocol: { id: protocol.id, version: 1 },
      item: {
        position: 1,
        externalId: null,
        title: 'a',
        domain: null,
        source: null,
        format: protocol.formats[0].key,
        record: null,
        contentHash: '',
        content: { response, source: 'A walk.' },
        ...(escaped ? { escaped: true } : {}),
        discarded: { reason: 'cannot be judged', note: null, at: '2026-11-01T10:00:00.000Z' },
      },
      stages: [
        { key: stage.key, raters: 1, round: 1, adjudicator: null, approver: null, units: [], gold: null, values: [] },
      ],
    })
  expect(reading('A\u2400 walk.', true)).toMatchObject({ ok: false, problems: [{ field: 'item.content' }] })
  expect(reading('A\u2400 walk.', false)).toMatchObject({ ok: true })
  expect(reading('A walk.', true)).toMatchObject({ ok: true })
})
