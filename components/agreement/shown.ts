import type { Agreement, DomainFigures, MeasureView, PairView } from '@/lib/agreement/contract'
import type { ItemsFilter } from '@/lib/agreement/rules'

/** What the panels of a measure are about, and how they link to items. */
export interface Shown {
  projectId: string
  measure: MeasureView
  raters: Agreement['raters']
  /** The filter that finds items by ratings within what is shown; null for readers who may not know them. */
  filter(values: Pick<ItemsFilter, 'a' | 'b' | 'raters'>): ItemsFilter | null
}

/** `domain`: the domain shown, or null for all of them. */
export function shownOf(
  agreement: Agreement,
  measure: MeasureView,
  stage: string,
  domain: DomainFigures | null,
): Shown {
  const within = { stage, measure: measure.key, ...(domain ? { domain: domain.domain } : {}) }
  return {
    projectId: agreement.project.id,
    measure,
    raters: agreement.raters,
    filter: (values) => (agreement.showsItems ? { ...within, ...values } : null),
  }
}

export const raterName = (raters: Agreement['raters'], key: string): string =>
  raters.find((rater) => rater.key === key)?.name ?? key

/** Two annotators as the list of items takes them. */
export const ratersOf = ({ first, second }: PairView): string => `${first},${second}`
