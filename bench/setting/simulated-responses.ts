/** Responses whose units resemble each other, labelled by two people or systems: what intervals and tests are tried on. */
import { responseDraws } from '@/lib/stats/response-draws'

/** How labels come about. Of a response a share of the units is wrong that is drawn anew for each, so that units of one resemble each other. */
export interface Population {
  /** The share of wrong units over all responses. */
  prevalence: number
  /** How alike units of one response are, from 0 to 1 (the intraclass correlation of being wrong). */
  alikeness: number
  /** How often each of the two calls a wrong unit wrong, and a right one. */
  hits: readonly [number, number]
  alarms: readonly [number, number]
  /** How much responses differ in how hard they are for both, from 0 to 1: in such a share of responses both guess. */
  hard?: number
}

/** Units of a response, counted by what they are and what the two say: `truth * 4 + first * 2 + second`, 1 for wrong. */
export type Cells = Float64Array
export const CELLS = 8
export const cellOf = (truth: number, first: number, second: number): number => truth * 4 + first * 2 + second

/** True positives, false alarms, misses and the rest of the first or second, where wrong units are to be found. */
export function detectionSums(cells: Cells, who: 0 | 1): number[] {
  const sum = (truth: number, said: number) =>
    [0, 1].reduce(
      (total, other) => total + (cells[who === 0 ? cellOf(truth, said, other) : cellOf(truth, other, said)] ?? 0),
      0,
    )
  return [sum(1, 1), sum(0, 1), sum(1, 0), sum(0, 0)]
}

export interface Simulated {
  response(population: Population): Cells
  /** 1 with this chance, else 0. */
  says(chance: number): number
}

const FEWEST_UNITS = 3
const UNITS_MORE = 5

/** A generator of responses of three to seven units. */
export function simulate(seed: number): Simulated {
  const draws = responseDraws(seed)
  const response = ({ prevalence, alikeness, hits, alarms, hard = 0 }: Population): Cells => {
    const share = draws.share(prevalence, alikeness)
    const isHard = draws.says(hard) === 1
    const cells = new Float64Array(CELLS)
    for (let left = FEWEST_UNITS + draws.below(UNITS_MORE); left > 0; left--) {
      const truth = draws.says(share)
      const said = ([0, 1] as const).map((who) => draws.says(isHard ? 0.5 : truth ? hits[who] : alarms[who]))
      const cell = cellOf(truth, said[0] ?? 0, said[1] ?? 0)
      cells[cell] = (cells[cell] ?? 0) + 1
    }
    return cells
  }
  return { response, says: draws.says }
}

/** The expected share of units in each cell. */
export function expectedCells({ prevalence, hits, alarms, hard = 0 }: Population): Cells {
  const cells = new Float64Array(CELLS)
  for (const truth of [0, 1])
    for (const first of [0, 1])
      for (const second of [0, 1]) {
        const chance = (said: number, who: 0 | 1) => {
          const wrong = truth ? hits[who] : alarms[who]
          return said ? wrong : 1 - wrong
        }
        const easy = chance(first, 0) * chance(second, 1)
        cells[cellOf(truth, first, second)] = (truth ? prevalence : 1 - prevalence) * (hard / 4 + (1 - hard) * easy)
      }
  return cells
}
