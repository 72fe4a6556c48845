/** Where files of ratings go in: the route, the command line, and the report function that both call. */
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { matrixOptionsSchema, matrixReportSchema, type RatingsReport } from '@/lib/quality/rater-matrix/contract'
import { MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import { reportOf } from '@/lib/quality/rater-matrix/report'
import type { Vector } from '@/tests/oracle/read-vectors'
import { type AnsweringDoor, Refused } from './door'
import { jsonOf, type Reading, readingOf } from './rating-files'

/** What is refused is so at every door, however few units it has. */
const isRefused = ({ keys }: Reading) => keys.includes('error')
export const hasEnough = (reading: Reading) => isRefused(reading) || reading.fewest >= MIN_UNITS

export const keysWhere = (isTaken: (reading: Reading) => boolean) => (vector: Vector) => {
  const reading = readingOf(vector)
  return reading && isTaken(reading) ? reading.keys : []
}

/**
 * A door to the report on ratings. Vectors of the same file, of which there are many, share its report.
 * @throws Refused from `reportOn` for a file that is refused.
 */
export function reportDoor(name: string, reportOn: (reading: Reading) => Promise<unknown>): AnsweringDoor {
  const known = new Map<string, Promise<RatingsReport>>()
  const reportFor = (reading: Reading) => {
    const key = JSON.stringify([reading.file, reading.resamples])
    const report = known.get(key) ?? reportOn(reading).then(ratingsReport)
    known.set(key, report)
    return report
  }
  return {
    name,
    checks: keysWhere(hasEnough),
    answer: async (vector) => {
      const reading = readingOf(vector)
      return reading?.read(await reportFor(reading))
    },
  }
}

function ratingsReport(report: unknown): RatingsReport {
  const parsed = matrixReportSchema.parse(report)
  if (parsed.kind !== 'ratings') throw new Error('The report is not about ratings.')
  return parsed
}

/** Vectors of fewer than ten units, for which the report says counts only unless its floor is lowered. */
export const smallReports: AnsweringDoor = {
  ...reportDoor('report on ratings, its floor at one unit', async (reading) => {
    // Nothing is asked of their intervals, and the report itself takes fewer resamples than routes do.
    const options = { ...matrixOptionsSchema.parse({}), resamples: 1 }
    try {
      return reportOf(new TextEncoder().encode(jsonOf(reading.file)), options, { minUnits: 1 })
    } catch (error) {
      throw error instanceof MatrixProblem ? new Refused(error.message) : error
    }
  }),
  checks: keysWhere((reading) => !hasEnough(reading)),
}
