/** Every two raters of a measure, counted once for each version of the data. */
import 'server-only'
import { z } from 'zod'
import { transaction } from '@/lib/platform/server/db'
import type { Measure } from '@/lib/protocols/protocol'
import { keptFigures } from './ledger/kept-figures'
import type { OpenFigures, OpenStage } from './open-figures'
import { countPairs } from './pair-counts'
import { isReference, keyOfNumber, listReferences, readAllClusters } from './read-clusters'

const pairSetSchema = z.object({
  /** `gold` and runs, as in `further_ratings`. */
  references: z.array(z.string()),
  pairs: z.array(
    z.object({
      first: z.string(),
      second: z.string(),
      isReference: z.boolean(),
      confusion: z.array(z.array(z.number())),
      responses: z.number(),
    }),
  ),
})
export type PairSet = z.infer<typeof pairSetSchema>

/** Annotators with each other and with gold and models. Call it outside of transactions. */
export function findPairs(
  { project, ledger }: Pick<OpenFigures, 'project' | 'ledger'>,
  { id: stageId, key }: OpenStage,
  measure: Measure,
): Promise<PairSet> {
  const at = {
    projectId: project.id,
    key: `pairs ${JSON.stringify([key, measure.key])}`,
    version: ledger.version,
  }
  return keptFigures(at, pairSetSchema, async () => {
    const of = { stageId, measure: measure.key }
    const { references, clusters } = await transaction(async (tx) => {
      const listed = await listReferences(tx, of)
      return { references: listed, clusters: await readAllClusters(tx, of, listed) }
    })
    const pairs = countPairs(measure.categories.length, clusters, (first) => !isReference(first))
    return {
      references,
      pairs: pairs.map(({ numbers: [first, second], confusion, responses }) => ({
        first: keyOfNumber(first, references),
        second: keyOfNumber(second, references),
        isReference: isReference(second),
        confusion,
        responses,
      })),
    }
  })
}
