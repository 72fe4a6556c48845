/**
 * The time that every pure reader of foreign text (tests/support/foreign-readers.ts) takes for a text and for one four times
 * as long: texts drawn at random, most of them runs of characters, delimiters and nestings, alone and mixed. Prints every
 * reader whose time grows faster than the text, with the run that shows it, and ends with an error where there is one.
 * Run: npm run bench -- linear-time [--cases 10000] [--seed 1] [--match text] [--length 5000]
 */
import { parseArgs } from 'node:util'
import { type NextIndex, seededRandom } from '@/lib/stats/seeded-random'
import { RECORD_READERS, type Reader, TEXT_READERS } from '@/tests/support/foreign-readers'
import { END, RUNS, textWith } from '@/tests/support/foreign-runs'
import { growthOf, MOST, TIMES_LONGER } from '@/tests/support/growth'
import { say } from './setting/app'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    match: { type: 'string', default: '' },
    length: { type: 'string', default: '5000' },
  },
})
const [cases, seed, length] = [Number(values.cases), Number(values.seed), Number(values.length)]
const MOST_SHOWN = 5

const pick = <T>(random: NextIndex, of: readonly T[], otherwise: T): T => of[random(of.length)] ?? otherwise

/** A run: every known one first, for each reader from another on, then mixtures of up to three and characters from all of Unicode. */
function runOf(random: NextIndex, index: number, number: number): string {
  const known = RUNS[(index + 7 * (number + seed)) % RUNS.length]
  if (known !== undefined && index < RUNS.length) return known
  const part = () =>
    random(4) === 0 ? String.fromCodePoint(1 + random(0x1_0000)) : pick(random, RUNS, 'a').repeat(1 + random(3))
  return Array.from({ length: 1 + random(3) }, part).join('')
}

function beginningOf(random: NextIndex): string {
  return random(2) === 0 ? '' : pick(random, [...RUNS, 'It is. ', 'The river is long, '], '')
}

/** What is wrong with a reader: its runs with the growth of their time, or the error that it threw. */
function faultsOf(read: Reader, number: number): string[] {
  const random = seededRandom(seed * 1_000 + number)
  const faults: string[] = []
  for (let index = 0; index < cases && faults.length < MOST_SHOWN; index++) {
    const [run, beginning] = [runOf(random, index, number), beginningOf(random)]
    const end = random(2) === 0 ? END : pick(random, RUNS, '')
    try {
      const growth = growthOf(read, textWith(run, beginning, end), length)
      if (growth > MOST) faults.push(`${JSON.stringify([beginning, run, end])}: ${growth.toFixed(1)} times as long`)
    } catch (error) {
      faults.push(`${JSON.stringify([beginning, run, end])}: ${String(error)}`)
    }
  }
  return faults
}

const readers = [...TEXT_READERS, ...RECORD_READERS].filter(([name]) => name.includes(values.match))
let faulty = 0
for (const [number, [name, read]] of readers.entries()) {
  const start = process.cpuUsage()
  const faults = faultsOf(read, number)
  faulty += Number(faults.length > 0)
  const seconds = process.cpuUsage(start).user / 1_000_000
  say(`${name}: ${faults.length === 0 ? 'in proportion' : 'NOT in proportion'}, ${seconds.toFixed(1)} s`)
  for (const fault of faults) say(`  ${fault}`)
}
say(
  `${readers.length} readers, ${cases} texts each and ones ${TIMES_LONGER} times as long; ${faulty} take more than their length`,
)
if (faulty > 0) process.exitCode = 1
