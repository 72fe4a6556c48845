import { expect, test } from 'vitest'
import { protocolById } from '@/lib/protocols'
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
