/** What is made of all responses of a measure, whichever of its units somebody looks at. */
import 'server-only'
import { z } from 'zod'
import { keptOfOneMoment } from '@/lib/quality/agreement/ledger/kept-figures'
import { readClusters, readPatterns } from '@/lib/quality/agreement/ledger/read-counts'
import { readLedger } from '@/lib/quality/agreement/ledger/refresh-ratings'
import type { OpenMeasure } from '@/lib/quality/agreement/open-measure'
import { ceilingSchema, getCeiling } from './get-ceiling'
import { getPosteriors, posteriorsSchema } from './get-posteriors'

const estimatesSchema = z.object({
  patterns: z.array(
    z.object({ raters: z.array(z.number()).readonly(), codes: z.array(z.number()).readonly(), units: z.number() }),
  ),
  /** In the order of the patterns. */
  posteriors: posteriorsSchema,
  ceiling: ceilingSchema,
})
export type Estimates = z.infer<typeof estimatesSchema>

/** Kept for as long as the ratings stay: patterns and responses are read together, at one moment, where nothing is kept. */
export function getEstimates({ opened, at, measure }: OpenMeasure): Promise<Estimates> {
  const { id: projectId } = opened.project
  const of = { stageId: at.id, measure: measure.key }
  const keptKey = {
    projectId,
    key: `distributions ${JSON.stringify([at.key, measure.key])}`,
    version: opened.ledger.version,
  }
  return keptOfOneMoment(
    keptKey,
    estimatesSchema,
    async (tx) => {
      const { version } = await readLedger(tx, projectId)
      const patterns = (await readPatterns(tx, of)).map(({ raters, codes, units }) => ({ raters, codes, units }))
      return { version, rows: { version, patterns, responses: await readClusters(tx, of) } }
    },
    async ({ version, patterns, responses }) => {
      const rated = { projectId, version, stage: at.key }
      const posteriors = await getPosteriors(rated, measure, patterns)
      return { patterns, posteriors, ceiling: await getCeiling(rated, measure, responses) }
    },
  )
}
