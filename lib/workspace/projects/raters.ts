/** How many annotators a task gets. The same rules stand in SQL in update-stage.ts. */
import { createHash } from 'node:crypto'
import type { StageSettings } from './contract'

type Draw = Pick<StageSettings, 'furtherShare' | 'furtherSeed'>

/**
 * The number of annotators of the task at a position (from 1): `coverage` percent of all positions, spread evenly, get
 * `raters`, the others one; and those that are drawn for a further annotator get one more.
 */
export function ratersAt(position: number, stage: Pick<StageSettings, 'raters' | 'coverage'> & Draw): number {
  const upTo = (n: number) => Math.floor((n * stage.coverage) / 100)
  const raters = upTo(position) > upTo(position - 1) ? stage.raters : 1
  return raters + (isDrawn(position, stage) ? 1 : 0)
}

/**
 * The first 28 bits of md5(position, seed), modulo 100, below the share: known before anybody has answered anything, and a
 * larger share keeps what a smaller one drew.
 */
function isDrawn(position: number, { furtherShare, furtherSeed }: Draw): boolean {
  if (furtherShare === 0) return false
  const digest = createHash('md5').update(`further ${position} ${furtherSeed}`).digest('hex')
  return Number.parseInt(digest.slice(0, 7), 16) % 100 < furtherShare
}
