/**
 * How long requests wait while this process takes in a large evaluation and makes its report, as a worker inside of the web process does:
 * FELM segments of so many items, twenty each, scored by so many systems, by domain and as whole responses too; resamples in a process of the
 * pool. The rows are made here and not read from a database. Another process asks this one for nothing but an answer meanwhile.
 * Run: npm run bench -- evaluate-meanwhile [items] [systems] [rounds]
 */

import type { Evaluation } from '@/lib/gold/evaluation/scoring/evaluation'
import { namedReplicates, type Replicator } from '@/lib/gold/evaluation/scoring/resampling'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import { calculation, endCalculators } from '@/lib/platform/foreign/calculate'
import { turnGiver } from '@/lib/platform/foreign/turns'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { seededRandom } from '@/lib/stats/seeded-random'
import { say } from './setting/app'
import { startAsking } from './setting/asked-meanwhile'
import { quantile } from './setting/times'

const [items = 5_000, systems = 10, rounds = 3] = process.argv.slice(2).map(Number)
const SEGMENTS = 20

const task = (await evaluationTasks('felm')).find(({ key }) => key === 'segments')
if (!task) throw new Error('FELM has no segments.')
const parameters = task.parameters.parse({})
const { during, end } = await startAsking()

async function takeIn(evaluation: Evaluation): Promise<void> {
  const random = seededRandom(1)
  const giveTurn = turnGiver()
  for (let index = 0; index < items; index++) {
    const texts = Array.from({ length: SEGMENTS }, (_, at) => `Sentence ${at} of response ${index} says so much.`)
    const units = texts.map((text, at) => ({ key: `s${at + 1}`, kind: 'segment', text }))
    const answers = Object.fromEntries(units.map(({ key }) => [key, { label: random(5) > 0 }]))
    const content = { domain: index % 2 ? 'wk' : 'math', response: texts.join(' ') }
    const gold = { source: content, content, stages: { segments: { units, answers } } }
    evaluation.addItem({ position: index + 1, externalId: String(index), gold })
    await giveTurn()
  }
  for (let system = 0; system < systems; system++)
    for (let index = 0; index < items; index++)
      for (let at = 1; at <= SEGMENTS; at++) {
        const place = { item: String(index), unit: `s${at}`, text: null }
        evaluation.add({ ...place, system: `system-${system}`, value: random(4) > 0 }, null)
        await giveTurn()
      }
}

const apart = calculation('evaluation-replicates', namedReplicates, () => Number.POSITIVE_INFINITY)
const replicate: Replicator = (resampled, { key }, signal) =>
  apart({ ...resampled, protocolId: 'felm', task: 'segments', parameters, scoring: key, likeness: null }, signal)

const longest = { 'taking in': [] as number[], 'the report': [] as number[] }
for (let round = 1; round <= rounds; round++) {
  const evaluation = startEvaluation(task, parameters)
  const steps = { 'taking in': () => takeIn(evaluation), 'the report': () => evaluation.report({ replicate }) }
  for (const step of ['taking in', 'the report'] as const) {
    const since = performance.now()
    const waits = await during(steps[step])
    longest[step].push(Math.max(...waits))
    say(
      `${round}, ${step}: ${((performance.now() - since) / 1000).toFixed(1)} s, ${waits.length} requests, ` +
        `p99 ${quantile(waits, 0.99).toFixed(1)} ms, longest ${Math.max(...waits).toFixed(1)} ms`,
    )
  }
}
for (const [step, waits] of Object.entries(longest))
  say(
    `${step}: longest wait ${quantile(waits, 0.5).toFixed(1)} ms (median of ${rounds}), ${Math.max(...waits).toFixed(1)} ms at most`,
  )
endCalculators()
end()
process.exit(0)
