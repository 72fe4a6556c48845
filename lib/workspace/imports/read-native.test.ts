import { expect, test } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { readNative } from './read-native'

test('a record inside that cannot be stored is a named problem', () => {
  const item = {
    position: 1,
    externalId: null,
    title: 'a',
    domain: null,
    source: null,
    format: 'felm',
    record: '{"prompt":"a","response":"c.","x":1e999}',
    contentHash: '',
    content: {},
    discarded: null,
  }
  const protocol = protocolById('felm')
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
  const result = readNative(protocol, {
    format: 'assay/1',
    protocol: { id: 'felm', version: 1 },
    item,
    stages: [stage],
  })
  expect(result).toMatchObject({
    ok: false,
    problems: [{ field: 'item.record: x', message: 'This number is too large to be read.' }],
  })
})
