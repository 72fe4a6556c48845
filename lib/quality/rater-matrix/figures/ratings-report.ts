import { CONFIDENCE } from '@/lib/quality/agreement/contract'
import type { MatrixFigures, MatrixOptions, MatrixPair, RatingsReport } from '@/lib/quality/rater-matrix/contract'
import { type CodedMatrix, codeMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { listed, MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import type { RaterMatrix } from '@/lib/quality/rater-matrix/reading/rater-matrix'
import { rulesOf } from '@/lib/quality/rater-matrix/rules'
import type { Resampling } from './intervals'
import { matrixFigures } from './matrix-figures'
import { pairFigures, pairsOf } from './pair-figures'
import { secondOpinionOf } from './second-opinion'
import { inTwoWays, sidesOf } from './sides'

/** More values than this tell rows apart, not slices. */
const MOST_SLICES = 100
/** From so many coefficients on, the best and the worst of them are partly luck. */
const MANY_COEFFICIENTS = 20

/** The report on ratings. @throws MatrixProblem for labels that do not fit, or for more than `mostWork` steps. */
export async function ratingsReport(
  read: RaterMatrix,
  options: MatrixOptions,
  resampling: Resampling,
  mostWork: number,
): Promise<RatingsReport> {
  refuseTooMuch(read, mostWork)
  const ways = inTwoWays(read, options)
  // Where presentations are known, what was chosen is what the ratings are about.
  const matrix = ways ? { ...ways.onSystem, notes: [...ways.onSystem.notes, DECODED] } : codeMatrix(read, options)
  const reference = referenceIn(matrix, options.reference)
  const columns = matrix.raters.map((_, index) => index).filter((index) => index !== reference)
  if (columns.length < 2 && reference === null) throw new MatrixProblem('There is only one rater.', 'Add another.')
  const all = await matrixFigures(matrix, columns, matrix.units, resampling)
  const pairs = await pairFigures(matrix, pairsOf(columns), resampling)
  const references =
    reference === null
      ? []
      : await pairFigures(
          matrix,
          columns.map((column): [number, number] => [column, reference]),
          resampling,
        )
  const slices = await slicesOf(matrix, columns, resampling)
  const sides = ways ? await sidesOf(ways, columns, all, resampling) : null
  const secondOpinion = options.dawidSkene === 'true' ? secondOpinionOf(matrix, columns) : null
  return {
    kind: 'ratings',
    read: {
      shape: matrix.shape,
      notes: [...matrix.notes, ...notesOn(all, [...pairs, ...references], resampling.late)],
    },
    settings: {
      seed: options.seed,
      resamples: options.resamples,
      confidence: CONFIDENCE,
      rules: rulesOf('ratings', options),
    },
    level: matrix.level,
    categories: [...matrix.categories],
    raters: columns.map((at) => matrix.raters[at] ?? ''),
    reference: reference === null ? null : (matrix.raters[reference] ?? null),
    all,
    pairs,
    references,
    slices,
    sides,
    secondOpinion,
  }
}

const DECODED =
  'The labels say which side was chosen or which system; both are known from the order of presentation. The figures are about the system, those about the side stand beside them.'

/** Every two raters are compared on every unit, which takes about a thousand steps each. */
function refuseTooMuch({ raters, units }: RaterMatrix, mostWork: number): void {
  const work = ((raters.length * (raters.length - 1)) / 2) * units.length * 1000
  if (work <= mostWork) return
  throw new MatrixProblem(
    `${raters.length} raters of ${units.length} units are more than can be compared here at once.`,
    'Name those to be compared with the option raters, or use the command line on your own machine.',
  )
}

function referenceIn({ raters }: CodedMatrix, name: string | undefined): number | null {
  if (name === undefined) return null
  const index = raters.indexOf(name)
  if (index >= 0) return index
  throw new MatrixProblem(
    `The reference ${listed([name])} is none of the raters ${listed(raters)}.`,
    'Correct the name.',
  )
}

async function slicesOf(matrix: CodedMatrix, columns: readonly number[], resampling: Resampling) {
  const slices: RatingsReport['slices'] = []
  for (const [index, by] of matrix.by.entries()) {
    const values = [...new Set(matrix.units.map((unit) => unit.slices[index] ?? ''))].toSorted()
    if (values.length > MOST_SLICES) {
      throw new MatrixProblem(
        `There are ${values.length} different values, more than ${MOST_SLICES}.`,
        'Choose a column with fewer for --by.',
        { column: by },
      )
    }
    for (const value of values) {
      const units = matrix.units.filter((unit) => unit.slices[index] === value)
      slices.push({ by, value, figures: await matrixFigures(matrix, columns, units, resampling) })
    }
  }
  return slices
}

function notesOn(all: MatrixFigures, pairs: readonly MatrixPair[], late: boolean): string[] {
  const coefficients = [all, ...pairs].reduce(
    (sum, { figures }) => sum + figures.filter(({ estimate }) => estimate.value !== null).length,
    0,
  )
  return [
    ...(all.complete
      ? []
      : ['The data have gaps. Krippendorff’s alpha is the figure to lead with; Fleiss’ kappa is not given.']),
    ...(coefficients >= MANY_COEFFICIENTS
      ? [
          `${coefficients} figures stand here: with so many, the highest and the lowest are partly luck. Compare the lower limits of the intervals, not the points.`,
        ]
      : []),
    ...(late
      ? ['There was not enough time for all intervals. Compute them on your own machine with the command line.']
      : []),
  ]
}
