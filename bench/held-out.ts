/**
 * What scores of a held-out split tell of its labels: submissions that are sent for no other reason, through the check and the scoring that
 * ship, and how many more labels are known from their scores than by guessing the most frequent one.
 *
 * - `votes`: random labels, or their opposites where they score below a half, and the majority of all of them (Blum and Hardt, “The Ladder”, ICML 2015).
 * - `estimate`: the same submissions, and the linear estimate of the labels with the least squared error that their scores allow, rounding and shares known.
 * - `blocks`: the most frequent label everywhere but in one block of units, the next block in the next submission; a block is kept turned where the score rises.
 * - `steps`: where rounding hides a unit, labels are first turned until the score is about to change, from where each unit shows; one unit a submission.
 *
 * Run: npm run bench -- held-out [--runs 20] [--seed 1] [--units 100,500,2000] [--most 1000]
 */
import { parseArgs } from 'node:util'
import type { GoldItem } from '@/lib/gold/evaluation/scoring/evaluation'
import { roundedScore } from '@/lib/gold/held-out/rules'
import { Submission } from '@/lib/gold/held-out/submission'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { seededRandom } from '@/lib/stats/seeded-random'
import { say } from './setting/app'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    units: { type: 'string', default: '100,500,2000' },
    most: { type: 'string', default: '1000' },
  },
})
const runs = Number(values.runs)
const sizes = values.units.split(',').map(Number)
const COUNTS = [1, 5, 10, 25, 50, 100, 250, 500, 1000].filter((count) => count <= Number(values.most))
/** How many of the labels are the most frequent one. */
const SHARES = [0.5, 0.7]
const IN_ITEM = 10

const task = (await evaluationTasks('felm')).find(({ key }) => key === 'segments')
if (!task) throw new Error('FELM scores no segments')
const { stage } = task
if (stage === null) throw new Error('segments are scored against gold')

type Labels = Uint8Array

function itemsOf(labels: Labels): GoldItem[] {
  return Array.from({ length: labels.length / IN_ITEM }, (_, at) => {
    const keys = Array.from({ length: IN_ITEM }, (_unused, n) => `s${n + 1}`)
    const units = keys.map((key) => ({ key, kind: 'segment', text: `Fact ${at + 1} ${key}.` }))
    const label = (n: number) => ({ label: labels[at * IN_ITEM + n] === 1, reason: '', type: [] })
    const answers = Object.fromEntries(keys.map((key, n) => [key, label(n)]))
    const response = units.map(({ text }) => text).join(' ')
    const content = { prompt: '?', response, domain: null, source: null, index: '', refContents: [] }
    return {
      position: at + 1,
      externalId: null,
      gold: { source: {}, content, stages: { [stage ?? '']: { units, answers } } },
    }
  })
}

/** What is told of a submission of these labels. */
function scorer(gold: Labels): (labels: Labels) => number {
  const items = itemsOf(gold)
  return (labels) => {
    if (!task) throw new Error('nothing is scored')
    const submission = new Submission(task, items, 'attack')
    for (let at = 0; at < items.length; at++) {
      const own = [...labels.subarray(at * IN_ITEM, (at + 1) * IN_ITEM)].map((label) => label === 1)
      submission.take({ ok: true, line: at + 1, value: { item: `#${at + 1}`, labels: own } })
    }
    const [problem] = submission.finish()
    if (problem) throw new Error(problem.message)
    return roundedScore(submission.score()) ?? Number.NaN
  }
}

const shareAlike = (one: Labels, other: Labels): number =>
  one.reduce((sum, label, at) => sum + Number(label === other[at]), 0) / one.length

function shuffled(list: readonly number[], random: Random): number[] {
  const drawn = [...list]
  for (let at = drawn.length - 1; at > 0; at--) {
    const other = random(at + 1)
    const [one = 0, two = 0] = [drawn[at], drawn[other]]
    drawn[at] = two
    drawn[other] = one
  }
  return drawn
}

/** By how many submissions are made, which labels are guessed then. */
type Guesses = Map<number, Labels>
/** Draws a whole number from 0 to below this. */
type Random = (below: number) => number

interface Attack {
  units: number
  /** The share of the most frequent label, 1, which is taken as known. */
  share: number
  score: (labels: Labels) => number
  random: Random
}

/** Random submissions, with both ways of reading their scores. */
function randomly({ units, share, score, random }: Attack): { votes: Guesses; estimate: Guesses } {
  const signs: Int8Array[] = []
  const scores: number[] = []
  const [votes, estimate]: [Guesses, Guesses] = [new Map(), new Map()]
  const sums = new Float64Array(units)
  for (let count = 1; count <= Math.max(...COUNTS); count++) {
    const labels = Uint8Array.from({ length: units }, () => random(2))
    const told = score(labels)
    const sign = Int8Array.from(labels, (label) => 2 * label - 1)
    signs.push(sign)
    scores.push(told)
    const way = Math.sign(told - 0.5)
    for (let at = 0; at < units; at++) sums[at] = (sums[at] ?? 0) + way * (sign[at] ?? 0)
    if (!COUNTS.includes(count)) continue
    // A tie, and with one label more frequent whatever few votes say, is guessed by that.
    const prior = Math.log(share / (1 - share))
    const weight = 2 * Math.sqrt(2 / (Math.PI * units))
    votes.set(
      count,
      Uint8Array.from(sums, (sum) => Number(2 * weight * sum + prior >= 0)),
    )
    estimate.set(count, leastSquares(signs, scores, share))
  }
  return { votes, estimate }
}

/**
 * Labels are +1 and -1 with a mean and variance that follow from the share; a score is their inner product with what was sent, and rounded. The
 * estimate is m + v U'(v UU' + r)^-1 (c - Um) with the variance r of rounding, solved by Cholesky's decomposition.
 */
function leastSquares(signs: readonly Int8Array[], scores: readonly number[], share: number): Labels {
  const count = signs.length
  const units = signs[0]?.length ?? 0
  const mean = 2 * share - 1
  const variance = 1 - mean * mean
  const rounding = (0.02 * units) ** 2 / 12
  const matrix = Array.from({ length: count }, () => new Float64Array(count))
  const right = new Float64Array(count)
  for (let row = 0; row < count; row++) {
    const own = signs[row] ?? new Int8Array()
    for (let column = 0; column <= row; column++) {
      const other = signs[column] ?? new Int8Array()
      let product = 0
      for (let at = 0; at < units; at++) product += (own[at] ?? 0) * (other[at] ?? 0)
      cells(matrix, row)[column] = variance * product + (row === column ? rounding + 1e-6 : 0)
    }
    const sum = own.reduce((total, sign) => total + sign, 0)
    right[row] = (2 * (scores[row] ?? 0) - 1) * units - mean * sum
  }
  const solved = solve(matrix, right)
  return Uint8Array.from({ length: units }, (_, at) => {
    let value = mean
    for (let row = 0; row < count; row++) value += variance * (signs[row]?.[at] ?? 0) * (solved[row] ?? 0)
    return Number(value >= 0)
  })
}

const cells = (matrix: readonly Float64Array[], row: number): Float64Array => matrix[row] ?? new Float64Array()

/** Of a symmetric, positive matrix, of which the lower half is given and written over. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const count = right.length
  for (let row = 0; row < count; row++)
    for (let column = 0; column <= row; column++) {
      const [own, other] = [cells(matrix, row), cells(matrix, column)]
      let sum = own[column] ?? 0
      for (let at = 0; at < column; at++) sum -= (own[at] ?? 0) * (other[at] ?? 0)
      own[column] = row === column ? Math.sqrt(sum) : sum / (other[column] ?? 1)
    }
  const found = Float64Array.from(right)
  for (let row = 0; row < count; row++) {
    const own = cells(matrix, row)
    for (let at = 0; at < row; at++) found[row] = (found[row] ?? 0) - (own[at] ?? 0) * (found[at] ?? 0)
    found[row] = (found[row] ?? 0) / (own[row] ?? 1)
  }
  for (let row = count - 1; row >= 0; row--) {
    for (let below = row + 1; below < count; below++)
      found[row] = (found[row] ?? 0) - (cells(matrix, below)[row] ?? 0) * (found[below] ?? 0)
    found[row] = (found[row] ?? 0) / (cells(matrix, row)[row] ?? 1)
  }
  return found
}

/** One submission for the most frequent label, one for each block. */
function byBlocks({ units, score, random }: Attack, count: number): Labels {
  const order = shuffled(
    Array.from({ length: units }, (_, at) => at),
    random,
  )
  const size = Math.max(1, Math.ceil(units / Math.max(1, count - 1)))
  const labels = new Uint8Array(units).fill(1)
  let best = score(labels)
  for (let made = 1; made < count && (made - 1) * size < units; made++) {
    const block = order.slice((made - 1) * size, made * size)
    for (const at of block) labels[at] = 1 - (labels[at] ?? 0)
    const now = score(labels)
    if (now > best) best = now
    else for (const at of block) labels[at] = 1 - (labels[at] ?? 0)
  }
  return labels
}

/**
 * Turns units one after the other. While the score stays as it is, whether the last one was right is not known yet; once it changes, it is, and
 * from there on the place where the score changes is one unit away: the next unit is turned, shows what it is, and is turned back.
 */
function bySteps({ units, score, random }: Attack, count: number): Labels {
  const order = shuffled(
    Array.from({ length: units }, (_, at) => at),
    random,
  )
  const labels = new Uint8Array(units).fill(1)
  const known = new Uint8Array(units).fill(1)
  let before = score(labels)
  let isAtStep = false
  let made = 1
  for (const at of order) {
    if (made >= count) return known
    labels[at] = 0
    const now = score(labels)
    made++
    if (!isAtStep) {
      isAtStep = now !== before
      if (isAtStep) {
        known[at] = Number(now < before)
        // Just above the step: a wrong turn of the next unit is seen.
        if (now < before) labels[at] = 1
        else before = now
      }
      continue
    }
    // A turn that is wrong takes the score over the step; a right one does not, and is turned back.
    known[at] = Number(now < before)
    labels[at] = 1
  }
  return known
}

interface Cell {
  sum: number
  runs: number
}
const found = new Map<string, Cell>()
function note(key: string, gain: number): void {
  const cell = found.get(key) ?? { sum: 0, runs: 0 }
  found.set(key, { sum: cell.sum + gain, runs: cell.runs + 1 })
}
const mean = (key: string): number => {
  const { sum, runs: made } = found.get(key) ?? { sum: Number.NaN, runs: 1 }
  return (100 * sum) / made
}

const ATTACKS = ['votes', 'estimate', 'blocks', 'steps'] as const

for (const units of sizes)
  for (const share of SHARES) {
    for (let run = 0; run < runs; run++) {
      const random = seededRandom(Number(values.seed) * 1_000 + run)
      const sorted = Array.from({ length: units }, (_, at) => Number(at < Math.round(units * share)))
      const gold = Uint8Array.from(shuffled(sorted, random))
      const attack: Attack = { units, share, score: scorer(gold), random }
      const gain = (guess: Labels | undefined) => (guess ? shareAlike(guess, gold) - share : Number.NaN)
      const { votes, estimate } = randomly(attack)
      for (const count of COUNTS) {
        const key = (name: string) => `${units} ${share} ${name} ${count}`
        note(key('votes'), gain(votes.get(count)))
        note(key('estimate'), gain(estimate.get(count)))
        note(key('blocks'), gain(byBlocks(attack, count)))
        note(key('steps'), gain(bySteps(attack, count)))
      }
    }
    say(
      `\n${units} units, ${Math.round(share * 100)} % of one label: points beyond guessing that label, mean of ${runs} runs`,
    )
    say(`| submissions | ${ATTACKS.join(' | ')} | most |`)
    say(`| ---: | ${ATTACKS.map(() => '---:').join(' | ')} | ---: |`)
    for (const count of COUNTS) {
      const gains = ATTACKS.map((name) => mean(`${units} ${share} ${name} ${count}`))
      say(`| ${count} | ${gains.map((gain) => gain.toFixed(1)).join(' | ')} | ${Math.max(...gains).toFixed(1)} |`)
    }
  }
