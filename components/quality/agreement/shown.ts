import type { MeasureHead, RaterView } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { type ItemsFilter, itemsBehind } from '@/lib/quality/agreement/rules'
import type { SliceKind } from '@/lib/workspace/items/contract'

/** What a table or chart is about, and how it leads to items. */
export interface Shown {
  projectId: string
  measure: MeasureHead
  /** Where the items behind a figure are; null for readers who may not know them, and where there are none. */
  href(figure: Behind): string | null
}

/** Which ratings within what is shown; `count`: how many there are, where that is what the figure says. */
export interface Behind extends Pick<ItemsFilter, 'a' | 'b' | 'raters'> {
  slice?: { by: SliceKind; value: string | null }
  count?: number
}

interface ShownOf {
  projectId: string
  stage: string
  measure: MeasureHead
  showsItems: boolean
}

export const shownOf = ({ projectId, stage, measure, showsItems }: ShownOf): Shown => ({
  projectId,
  measure,
  href: ({ count, ...figure }) =>
    showsItems && count !== 0 ? itemsBehind(projectId, { stage, measure: measure.key, ...figure }) : null,
})

export const raterName = (raters: readonly RaterView[], key: string): string =>
  raters.find((rater) => rater.key === key)?.name ?? key

/** Two raters as the list of items takes them. */
export const ratersOf = ({ first, second }: Pick<PairView, 'first' | 'second'>): readonly string[] => [first, second]

/** The page of one measure. */
export const measureHref = (projectId: string, stage: string, measure: string): string =>
  `/projects/${projectId}/agreement/${encodeURIComponent(stage)}/${encodeURIComponent(measure)}`
