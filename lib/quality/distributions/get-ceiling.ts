import 'server-only'
import { z } from 'zod'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Measure } from '@/lib/protocols/protocol'
import { keptFigures } from '@/lib/quality/agreement/ledger/kept-figures'
import type { Clusters } from '@/lib/quality/agreement/samples'
import { pairFiguresSchema } from '@/lib/quality/calibration/contract'
import { allPairFigures, stepsOfPairs } from '@/lib/quality/calibration/pair-figures'
import { type CeilingRow, sidesOfCeiling } from './ceiling'
import type { RatedMeasure } from './get-posteriors'

const pairFiguresApart = calculation('pair-figures', allPairFigures, stepsOfPairs)

export const ceilingSchema: z.ZodType<CeilingRow[]> = z.array(
  z.object({ number: z.number().nullable(), figures: pairFiguresSchema }),
)
const keptSchema = z.object({ rows: ceilingSchema })

/**
 * How one annotator scores against the others by a measure, with intervals; kept for as long as the ratings stay. It throws the signal's reason
 * where that ends it.
 */
export async function getCeiling(
  { projectId, version, readAt, stage }: RatedMeasure,
  measure: Measure,
  responses: Clusters,
  signal?: AbortSignal,
): Promise<CeilingRow[]> {
  const figuresKey = { projectId, key: `ceiling ${JSON.stringify([stage, measure.key])}`, version, readAt }
  const { rows } = await keptFigures(figuresKey, keptSchema, async () => {
    const sides = sidesOfCeiling(measure.categories.length, responses)
    const figures = await pairFiguresApart(
      sides.map((each) => each.sides),
      signal,
    )
    return {
      rows: sides.flatMap(({ number }, index) => {
        const sideFigures = figures[index]
        return sideFigures ? [{ number, figures: sideFigures }] : []
      }),
    }
  })
  return rows
}
