/** How well a splitter finds the published segments of FELM's responses: for the test and for the measurement. */
import { withoutSpace } from '@/lib/text/same-text'
import type { DataFolder } from './data-folders'
import { felmRecords } from './felm-records'

export interface SegmentedRecord {
  domain: string
  response: string
  segments: readonly string[]
}

export type Splitter = (text: string) => string[]

/** The records whose segments make up their response. */
export function segmentedRecords(folder: DataFolder): SegmentedRecord[] {
  return felmRecords(folder).flatMap(({ domain, response, segmented_response }) =>
    typeof response === 'string' && withoutSpace(segmented_response.join('')) === withoutSpace(response)
      ? [{ domain, response, segments: segmented_response }]
      : [],
  )
}

/** Inner boundaries, as the number of visible characters before them. */
function boundaries(segments: readonly string[]): Set<number> {
  let visible = 0
  const found = new Set(segments.map((segment) => (visible += withoutSpace(segment).length)))
  found.delete(visible)
  return found
}

/** Boundary F1 of a splitter over the records of a domain. */
export function boundaryF1(records: readonly SegmentedRecord[], domain: string, splitter: Splitter): number {
  let [hits, found, published] = [0, 0, 0]
  for (const record of records.filter((each) => each.domain === domain)) {
    const [ours, theirs] = [boundaries(splitter(record.response)), boundaries(record.segments)]
    hits += [...ours].filter((boundary) => theirs.has(boundary)).length
    found += ours.size
    published += theirs.size
  }
  return (2 * hits) / (found + published)
}
