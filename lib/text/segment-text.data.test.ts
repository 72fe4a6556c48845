import { describe, expect, it } from 'vitest'
import { felmRecords } from '@/tests/felm-records'
import { withoutSpace } from './same-text'
import { segmentText } from './segment-text'

// The published segments of prose domains, as far as they make up their responses, against our own.
const records = felmRecords(process.env.ASSAY_DATA_DIR).flatMap(({ domain, response, segmented_response }) =>
  typeof response === 'string' && withoutSpace(segmented_response.join('')) === withoutSpace(response)
    ? [{ domain, response, segments: segmented_response }]
    : [],
)

type Splitter = (text: string) => string[]

/** Inner boundaries, as the number of visible characters before them. */
function boundaries(segments: readonly string[]): Set<number> {
  let visible = 0
  const found = new Set(segments.map((segment) => (visible += withoutSpace(segment).length)))
  found.delete(visible)
  return found
}

/** Boundary F1 of a splitter over the records of a domain. */
function boundaryF1(domain: string, splitter: Splitter): number {
  let [hits, found, published] = [0, 0, 0]
  for (const record of records.filter((each) => each.domain === domain)) {
    const [ours, theirs] = [boundaries(splitter(record.response)), boundaries(record.segments)]
    hits += [...ours].filter((boundary) => theirs.has(boundary)).length
    found += ours.size
    published += theirs.size
  }
  return (2 * hits) / (found + published)
}

const byLine: Splitter = (text) => text.split('\n')
const byWord: Splitter = (text) => text.split(/\s+/)

describe.skipIf(!process.env.ASSAY_DATA_DIR)('published segments (set ASSAY_DATA_DIR to compare)', () => {
  it.each(['wk', 'science'])('%s: less than a tenth of the error of cutting at lines or blanks', (domain) => {
    const baseline = Math.max(boundaryF1(domain, byLine), boundaryF1(domain, byWord))
    expect(1 - boundaryF1(domain, segmentText)).toBeLessThan((1 - baseline) / 10)
  })

  // The bound that pre-fill is held to; reasoning was divided by other rules, so it has none.
  it.each(['wk', 'science'])('%s: at least 0.97', (domain) => {
    expect(boundaryF1(domain, segmentText)).toBeGreaterThanOrEqual(0.97)
  })

  it.each(['writing_rec', 'reasoning', 'math'])('%s: better than cutting at blanks', (domain) => {
    expect(boundaryF1(domain, segmentText)).toBeGreaterThan(boundaryF1(domain, byWord))
  })

  it('cuts every response into slices that concatenate to it', () => {
    expect(records.filter(({ response }) => segmentText(response).join('') !== response)).toEqual([])
  })
})
