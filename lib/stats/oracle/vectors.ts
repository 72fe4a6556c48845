import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { StatsInputError } from '@/lib/stats/stats-input-error'
import { differences } from './compare'

/** What a vector is computed from; each metric reads what it needs, in its own shape. */
export type VectorInput = Readonly<Record<string, unknown>>

/** Computes a metric from the input of a vector. */
export type Adapter = (input: VectorInput) => unknown

const vectorSchema = z.object({
  name: z.string(),
  metric: z.string(),
  input: z.record(z.string(), z.unknown()),
  expected: z.unknown(),
  tolerance: z.number(),
})

const fileSchema = z.object({
  family: z.string(),
  datasets: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  vectors: z.array(vectorSchema),
})

export type Vector = z.infer<typeof vectorSchema> & { readonly family: string }

/** All vectors of a folder, one JSON file per family, with the data sets they refer to put in. */
export function readVectors(folder: string): Vector[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => {
    const { family, datasets, vectors } = fileSchema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    return vectors.map((vector) => {
      const dataset = vector.input.$dataset
      const shared = typeof dataset === 'string' ? datasets[dataset] : {}
      if (!shared) throw new Error(`${vector.name}: no data set ${dataset}`)
      return { ...vector, family, input: { ...shared, ...vector.input } }
    })
  })
}

/** Where a metric fails its vector; empty if nowhere. A vector that expects an error wants the input rejected. */
export function failuresOf({ input, expected, tolerance }: Vector, adapter: Adapter): string[] {
  const mustFail = typeof expected === 'object' && expected !== null && 'error' in expected
  try {
    const got = adapter(input)
    return mustFail ? ['was not rejected'] : differences(got, expected, tolerance)
  } catch (error) {
    return mustFail && error instanceof StatsInputError ? [] : [`threw ${error}`]
  }
}
