/**
 * The time that every pure reader of foreign text (tests/support/foreign-readers.ts) takes for a text and for one four times
 * as long: texts drawn at random, most of them runs of characters, delimiters and nestings, alone and mixed. Prints every
 * reader whose time grows faster than the text, with the run that shows it, and ends with an error where there is one. The
 * texts are read in rounds, each reader some hundred in each, so that what is stopped early has tried every reader.
 * A reader that has taken `--seconds` of processor time is left with the texts that it has read by then.
 * Run: npm run bench -- linear-time [--cases 10000] [--seconds 30] [--round 500] [--seed 1] [--match text] [--length 5000] [--shard 1/2]
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
    round: { type: 'string', default: '500' },
    seconds: { type: 'string', default: 'Infinity' },
    shard: { type: 'string', default: '1/1' },
  },
})
const [cases, seed, length] = [Number(values.cases), Number(values.seed), Number(values.length)]
const round = Number(values.round)
const mostSeconds = Number(values.seconds)
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
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

/** A reader with what it has been tried on so far. */
interface Trial {
  readonly name: string
  readonly read: Reader
  readonly number: number
  readonly random: NextIndex
  /** Runs with the growth of their time, or the error that was thrown. */
  readonly faults: string[]
  tried: number
  seconds: number
}

/** Reads texts until so many have been tried, or enough faults are known, or the reader has had its time. */
function tryUntil(trial: Trial, count: number): void {
  const { read, number, random, faults } = trial
  const start = process.cpuUsage()
  const before = trial.seconds
  for (; trial.tried < count && faults.length < MOST_SHOWN && trial.seconds < mostSeconds; trial.tried++) {
    const [run, beginning] = [runOf(random, trial.tried, number), beginningOf(random)]
    const end = random(2) === 0 ? END : pick(random, RUNS, '')
    try {
      const growth = growthOf(read, textWith(run, beginning, end), length)
      if (growth > MOST) faults.push(`${JSON.stringify([beginning, run, end])}: ${growth.toFixed(1)} times as long`)
    } catch (error) {
      faults.push(`${JSON.stringify([beginning, run, end])}: ${String(error)}`)
    }
    trial.seconds = before + process.cpuUsage(start).user / 1_000_000
  }
}

const trials: Trial[] = [...TEXT_READERS, ...RECORD_READERS]
  .map(([name, read], number) => ({
    name,
    read,
    number,
    random: seededRandom(seed * 1_000 + number),
    faults: [],
    tried: 0,
    seconds: 0,
  }))
  .filter(({ name, number }) => name.includes(values.match) && number % shards === shard - 1)
for (let count = Math.min(round, cases); ; count = Math.min(count + round, cases)) {
  for (const trial of trials) {
    const before = trial.faults.length
    tryUntil(trial, count)
    for (const fault of trial.faults.slice(before)) say(`${trial.name}: NOT in proportion\n  ${fault}`)
  }
  const seconds = trials.reduce((sum, trial) => sum + trial.seconds, 0)
  say(`${count} texts for each of ${trials.length} readers, ${seconds.toFixed(0)} s of processor time`)
  if (count >= cases) break
}

for (const { name, faults, tried, seconds } of trials)
  say(
    `${name}: ${faults.length === 0 ? 'in proportion' : 'NOT in proportion'}, ${tried} texts, ${seconds.toFixed(1)} s`,
  )
const fewer = trials.filter(({ tried }) => tried < cases).map(({ tried }) => tried)
const faulty = trials.filter(({ faults }) => faults.length > 0).length
say(
  `${trials.length - fewer.length} readers, ${cases} texts each and ones ${TIMES_LONGER} times as long; ${faulty} take more than their length`,
)
if (fewer.length > 0)
  say(`${fewer.length} readers that took longer: ${Math.min(...fewer)} to ${Math.max(...fewer)} texts each`)
if (faulty > 0) process.exitCode = 1
