/** The rows of the paper beside the standings of the same names. */
import type { PublishedRows } from '@/lib/protocols/evaluation'
import type { Published, Standing } from './report-schema'

/** null where the paper prints nothing of the kind. */
export function besidePaper(published: PublishedRows | undefined, standings: readonly Standing[]): Published | null {
  if (!published) return null
  const { source, targets, figures } = published
  return {
    source,
    targets,
    figures: figures.map(({ system, figure, stratum = null, printed, recomputed, note = null }) => {
      const standing = standings.find((each) => each.system === system)
      const scored = stratum
        ? standing?.strata.find(({ key, value }) => key === stratum.key && value === stratum.value)
        : standing
      const here = scored?.figures[figure] ?? null
      return { system, figure, stratum, printed, recomputed, here, resampled: scored?.resampled ?? 0, note }
    }),
  }
}
