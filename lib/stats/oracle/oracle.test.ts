import { describe, expect, it } from 'vitest'
import { agreementMetrics } from './agreement-metrics'
import { otherMetrics } from './other-metrics'
import { type Adapter, failuresOf, readVectors, type Vector } from './vectors'

// Reference vectors, one JSON file per family; each expected figure was computed by independent libraries.
const folder = process.env.ASSAY_ORACLE_DIR
const vectors = folder ? readVectors(folder) : []
const adapters: Readonly<Record<string, Adapter>> = { ...agreementMetrics, ...otherMetrics }

function counted(by: (vector: Vector) => string): string {
  const counts = new Map<string, number>()
  for (const vector of vectors) counts.set(by(vector), (counts.get(by(vector)) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
}

// One of them compares whole documents, which takes seconds on a busy machine.
describe.skipIf(!folder)('reference vectors (skipped without ASSAY_ORACLE_DIR)', { timeout: 60_000 }, () => {
  it.each(vectors.map((vector) => ({ ...vector, title: `${vector.family}: ${vector.name}` })))('$title', (vector) => {
    const adapter = adapters[vector.metric]
    if (!adapter) throw new Error(`Nothing computes ${vector.metric}`)
    expect(failuresOf(vector, adapter)).toEqual([])
  })

  it('are there for every metric, under a name of their own', () => {
    const metrics = new Set(vectors.map((vector) => vector.metric))
    expect(Object.keys(adapters).filter((metric) => !metrics.has(metric))).toEqual([])
    expect(new Set(vectors.map(({ family, name }) => `${family}: ${name}`)).size).toBe(vectors.length)
    console.info(`${vectors.length} vectors. By metric: ${counted((vector) => vector.metric)}.`)
    console.info(`By family: ${counted((vector) => vector.family)}.`)
  })
})
