/** Who answers what in the gold journey: the published labels, and a second opinion that departs from them by rule. */
import type { DataFolder } from '@/tests/data-folders'
import { type FelmRecord, felmRecords } from '@/tests/felm-records'

export interface Decision {
  label: boolean
  /** 1 to 4: the key of the error type; null where the type is not asked. */
  type: string | null
  reason: string
}

const FIXED = ['math', 'reasoning']

/** Four records of each domain, short ones first, so that the journey ends before tea. */
export function pickRecords(folder: DataFolder | undefined, count: number): FelmRecord[] {
  const fit = felmRecords(folder).filter(
    (record) =>
      typeof record.response === 'string' &&
      record.segmented_response.length <= 4 &&
      record.segmented_response.every((text) => text.trim()),
  )
  const domains = [...new Set(fit.map((record) => record.domain))]
  return domains
    .flatMap((domain) => fit.filter((record) => record.domain === domain).slice(0, Math.ceil(count / domains.length)))
    .slice(0, count)
}

/** What `who` decides on each segment. The second opinion flips every fifth label and varies the error types. */
export function decisions(record: FelmRecord, position: number, who: 'first' | 'second'): Decision[] {
  return record.labels.map((published, index) => {
    const flip = who === 'second' && (position * 3 + index) % 5 === 0
    const label = flip ? !published : published
    const type = who === 'second' && (position + index) % 2 === 0 ? '2' : '1'
    return {
      label,
      type: FIXED.includes(record.domain) ? null : type,
      reason: `Segment ${index + 1} is wrong, says the ${who}.`,
    }
  })
}
