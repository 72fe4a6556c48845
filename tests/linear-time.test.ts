/** No pure reader of foreign text takes the square of its length, whatever a long run in it consists of. */
import { describe, it } from 'vitest'
import { seededRandom } from '@/lib/stats/seeded-random'
import { casesOf } from './support/every-case'
import { RECORD_READERS, TEXT_READERS } from './support/foreign-readers'
import { BEGINNINGS, MARKS_OUT_OF_ORDER, RUNS, textWith } from './support/foreign-runs'
import { expectLinearTime } from './support/linear-time'

const LENGTH = 5_000
/** Of all runs so many are drawn for a reader of texts, and for a place in a record; `bench linear-time` takes all, and mixed ones. */
const OF_TEXTS = casesOf(6, 12)
const OF_RECORDS = 2

/** Other runs for every reader, the same ones in every run of the tests. */
function drawn(reader: number, count: number): string[] {
  const random = seededRandom(reader + 1)
  const left = [...RUNS]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random(left.length), 1)[0] ?? '')
}

describe('time in proportion to the text', () => {
  it.each(TEXT_READERS.map((reader, index) => [...reader, [MARKS_OUT_OF_ORDER, ...drawn(index, OF_TEXTS)]] as const))(
    '%s',
    (_, read, runs) => {
      for (const [index, run] of runs.entries())
        expectLinearTime(read, textWith(run, BEGINNINGS[index % BEGINNINGS.length]), LENGTH, run)
    },
  )

  it.each(RECORD_READERS.map((reader, index) => [...reader, drawn(index, OF_RECORDS)] as const))(
    '%s',
    (_, read, runs) => {
      for (const run of runs) expectLinearTime(read, textWith(run), LENGTH, run)
    },
  )
})
