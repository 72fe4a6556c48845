import { expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'
import { printOf, sampleGolds } from '@/tests/support/sample-golds'
import { POOL_VERSION } from './pool'

/**
 * How many records sample gold brings for audits under each version. Where this test fails, the same gold brings more records or fewer, or the
 * protocol's questions are others, which the samples follow: raise `POOL_VERSION`, and write the new print down under it.
 */
const PRINTS: Readonly<Record<number, string>> = { 1: 'd3270334bfeab743' }

const item = { externalId: 'one', domain: null, source: null }
const brought = protocols.flatMap((protocol) => {
  const golds = protocol.audits ? sampleGolds(protocol) : []
  return (protocol.audits ?? []).map(({ key, records }) => ({
    audit: `${protocol.id} ${key}`,
    records: golds.map((gold) => records(gold, item).length),
  }))
})

it('is raised when the same gold brings other records', () => {
  expect(PRINTS[POOL_VERSION]).toBe(printOf(brought))
})

it('stands for gold that brings records, and gold that brings none', () => {
  expect(brought.map(({ audit }) => audit)).toEqual(['felm references', 'felm responses'])
  for (const { records } of brought)
    expect([records.includes(0), records.some((count) => count > 0)]).toEqual([true, true])
})
