/** Writes docs/examples/veriscore-preference.csv anew: `npx tsx docs/examples/veriscore-preference.ts`. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@/lib/stats/seeded-random'

/**
 * A simulated matrix with the counts that VeriScore's preference study prints (Song et al. 2024, 3.1): 120 pairs of claim
 * lists, three raters, 99 unanimous, 26 of 360 choices for SAFE. Which list stood left is not published; here it is dealt
 * out such that 172 of the 360 choices fall on the left side, the split that gives the printed kappa. No row is a real
 * rating: it shows what the same choices say about the system and about the side.
 */
export const PREFERENCE = {
  /** How many of three raters choose SAFE, on how many pairs with SAFE left and with SAFE right. */
  kinds: [
    { safe: 0, safeLeft: 52, safeRight: 47 },
    { safe: 1, safeLeft: 9, safeRight: 7 },
    { safe: 2, safeLeft: 3, safeRight: 2 },
  ],
  systems: { first: 'VeriScore', second: 'SAFE' },
  raters: ['rater 1', 'rater 2', 'rater 3'],
  seed: 120,
} as const

interface Row {
  left: string
  choices: string[]
}

/** The matrix as CSV: unit, the system shown left, and the side that each rater chose. Always the same. */
export function preferenceCsv(): string {
  const nextIndex = seededRandom(PREFERENCE.seed)
  const rows = shuffled(
    PREFERENCE.kinds.flatMap(({ safe, safeLeft, safeRight }) => [
      ...repeated(safeLeft, () => rowOf(true, safe, nextIndex)),
      ...repeated(safeRight, () => rowOf(false, safe, nextIndex)),
    ]),
    nextIndex,
  )
  const lines = rows.map(({ left, choices }, index) => {
    const unit = `simulated-${String(index + 1).padStart(3, '0')}`
    return [unit, left, ...choices].join(',')
  })
  return `${[['unit', 'left', ...PREFERENCE.raters].join(','), ...lines].join('\n')}\n`
}

const repeated = (times: number, make: () => Row): Row[] => Array.from({ length: times }, make)

/** Who dissents is drawn by lot. */
function rowOf(isSafeLeft: boolean, safe: number, nextIndex: (size: number) => number): Row {
  const { first, second } = PREFERENCE.systems
  const chose = shuffled(
    PREFERENCE.raters.map((_, rater) => rater < safe),
    nextIndex,
  )
  return {
    left: isSafeLeft ? second : first,
    choices: chose.map((isSafe) => (isSafe === isSafeLeft ? 'left' : 'right')),
  }
}

/** Fisher and Yates's shuffle. */
function shuffled<T>(values: readonly T[], nextIndex: (size: number) => number): T[] {
  const result = [...values]
  for (let last = result.length - 1; last > 0; last--) {
    const other = nextIndex(last + 1)
    const [a, b] = [result[last], result[other]]
    if (a === undefined || b === undefined) continue
    result[last] = b
    result[other] = a
  }
  return result
}

const here = fileURLToPath(import.meta.url)
if (process.argv[1] === here) writeFileSync(path.join(path.dirname(here), 'veriscore-preference.csv'), preferenceCsv())
