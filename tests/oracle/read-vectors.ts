import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

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

/** Folders of vectors: those of the repository, and the one that ASSAY_ORACLE_DIR names, of the same format. */
export const vectorFolders: readonly string[] = [
  path.resolve('tests/oracle'),
  ...(process.env.ASSAY_ORACLE_DIR ? [process.env.ASSAY_ORACLE_DIR] : []),
]

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
