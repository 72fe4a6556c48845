import type { MatrixFigures, MatrixOptions, Sides } from '@/lib/quality/rater-matrix/contract'
import { type CodedMatrix, codeMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { listed, MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import type { MatrixUnit, RaterMatrix } from '@/lib/quality/rater-matrix/reading/rater-matrix'
import { explainSides } from './explain-sides'
import type { Resampling } from './intervals'
import { matrixFigures } from './matrix-figures'
import { shareOf } from './share'

const LEFT = ['left', 'l', 'a']
const RIGHT = ['right', 'r', 'b']
/** No choice of a side, under any name. */
const TIES = ['tie', 'both', 'equal', 'same', 'neither', 'none', 'draw']

/** One rating matrix of presentations, written in both ways. */
export interface TwoWays {
  systems: readonly [string, string]
  onSystem: CodedMatrix
  onSide: CodedMatrix
}

/**
 * The ratings of pairs shown left and right, by what was chosen and by where it stood; null where nothing says what stood
 * where. Labels may be sides (left, right; L, R; A, B) or the systems' names; ties stay ties. @throws MatrixProblem
 */
export function inTwoWays(matrix: RaterMatrix, options: MatrixOptions): TwoWays | null {
  if (matrix.units.every(({ left }) => left === null)) return null
  const lefts = new Set(matrix.units.flatMap(({ left }) => left?.filter((name) => name !== null) ?? []))
  const labels = [...new Set(matrix.units.flatMap((unit) => unit.labels.filter((label) => label !== null)))]
  const choices = labels.filter((label) => !TIES.includes(label.toLowerCase()))
  const areSides = choices.every((label) => [...LEFT, ...RIGHT].includes(label.toLowerCase()) && !lefts.has(label))
  const systems = systemsOf([...lefts], areSides ? [] : choices)
  const ties = labels.filter((label) => !choices.includes(label)).toSorted()
  const recoded =
    (onto: 'side' | 'system') =>
    (unit: MatrixUnit): MatrixUnit => ({
      ...unit,
      labels: unit.labels.map((label, rater) => {
        if (label === null || ties.includes(label)) return label
        const isLeft = areSides ? LEFT.includes(label.toLowerCase()) : label === unit.left?.[rater]
        if (onto === 'side') return isLeft ? 'left' : 'right'
        return (systems[0] === unit.left?.[rater]) === isLeft ? systems[0] : systems[1]
      }),
    })
  const coded = (onto: 'side' | 'system', values: readonly string[]) =>
    codeMatrix(
      { ...matrix, units: matrix.units.map(recoded(onto)), level: 'nominal', distances: undefined },
      { ...options, level: 'nominal', distances: undefined, categories: [...values, ...ties] },
    )
  return { systems, onSystem: coded('system', systems), onSide: coded('side', ['left', 'right']) }
}

function systemsOf(lefts: readonly string[], choices: readonly string[]): [string, string] {
  const [first, second, ...others] = [...new Set([...lefts, ...choices])].toSorted()
  if (first !== undefined && second !== undefined && others.length === 0) return [first, second]
  throw new MatrixProblem(
    `Two systems are compared side by side, but the file names ${listed([...new Set([...lefts, ...choices])])}.`,
    'The column of the order names the system shown left, by one of two names; labels are left and right, A and B, or those names.',
  )
}

/** Both figures of one matrix (`all`: those on the system), how often the left side was chosen, and why the figures differ. */
export async function sidesOf(
  { systems, onSide }: TwoWays,
  columns: readonly number[],
  all: MatrixFigures,
  resampling: Resampling,
): Promise<Sides> {
  const counted = presentationsOf(onSide, systems[0], columns)
  const sides = {
    systems: [...systems],
    onSystem: all,
    onSide: await matrixFigures(onSide, columns, onSide.units, resampling),
    left: shareOf(counted.leftChosen, counted.chosen),
    firstSystemLeft: shareOf(counted.firstLeft, counted.shown),
    balancedLeft: counted.balanced,
  }
  return { ...sides, explanation: explainSides(sides) }
}

function presentationsOf({ units }: CodedMatrix, firstSystem: string, columns: readonly number[]) {
  const when = { left: { left: 0, chosen: 0 }, right: { left: 0, chosen: 0 } }
  let firstLeft = 0
  let shown = 0
  for (const { labels, left } of units) {
    const orders = new Set(columns.filter((column) => labels[column] !== null).map((column) => left?.[column]))
    shown += orders.size
    if (orders.has(firstSystem)) firstLeft++
    for (const column of columns) {
      const label = labels[column]
      if (label !== 'left' && label !== 'right') continue
      const counts = left?.[column] === firstSystem ? when.left : when.right
      counts.chosen++
      if (label === 'left') counts.left++
    }
  }
  const { left, right } = when
  const balanced = left.chosen && right.chosen ? (left.left / left.chosen + right.left / right.chosen) / 2 : null
  return { leftChosen: left.left + right.left, chosen: left.chosen + right.chosen, firstLeft, shown, balanced }
}
