import type { Agreement, DomainFigures, MeasureView, PairView } from '@/lib/agreement/contract'
import type { ItemsFilter } from '@/lib/agreement/rules'

/** What the panels of a measure are about, and how they link to items. */
export interface Shown {
  projectId: string
  measure: MeasureView
  raters: Agreement['raters']
  /** The filter that finds items by answers within what is shown; null where answers cannot be filtered by. */
  filter(values: Pick<ItemsFilter, 'a' | 'b' | 'annotators'>): ItemsFilter | null
  /** The filter that finds what two annotators both rated; null for readers who see aliases. */
  filterPair(pair: PairView): ItemsFilter | null
}

/** `domain`: the domain shown, or null for all of them. */
export function shownOf(agreement: Agreement, measure: MeasureView, domain: DomainFigures | null): Shown {
  const { question } = measure
  const { raters } = agreement
  const inDomain = domain ? { domain: domain.domain } : {}
  return {
    projectId: agreement.project.id,
    measure,
    raters,
    filterPair: (pair) => {
      const annotators = annotatorIds(raters, pair.first, pair.second)
      return annotators ? { ...inDomain, annotators } : null
    },
    filter: (values) => (agreement.showsItems && question ? { ...inDomain, question, ...values } : null),
  }
}

export const raterName = (raters: Agreement['raters'], key: string): string =>
  raters.find((rater) => rater.key === key)?.name ?? key

/** The ids of two annotators as the list of items takes them; undefined for readers who see aliases. */
export function annotatorIds(raters: Agreement['raters'], ...keys: string[]): string | undefined {
  const ids = keys.map((key) => raters.find((rater) => rater.key === key)?.userId)
  return ids.every((id) => typeof id === 'string') ? ids.join(',') : undefined
}
