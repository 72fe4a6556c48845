import { sameValue } from '@/lib/protocols/same-value'
import type { Kind, LabelValue } from './contract'

/** The kind that is shown: the one asked for, else the first that was found, else none. */
export function shownKind(kinds: readonly Kind[], requestedKey?: string): Kind | undefined {
  return requestedKey === undefined
    ? kinds.find(({ findings }) => findings > 0)
    : kinds.find(({ key }) => key === requestedKey)
}

/** The page of checks under a kind, and a position behind which it begins. */
export function checksHref(
  projectId: string,
  query: { kind?: string; after?: number; unsettled?: boolean } = {},
): string {
  const search = new URLSearchParams()
  if (query.kind !== undefined) search.set('kind', query.kind)
  if (query.unsettled) search.set('unsettled', 'true')
  if (query.after) search.set('after', String(query.after))
  return `/projects/${projectId}/checks${search.size > 0 ? `?${search}` : ''}`
}

/** The word for a value of a label; what the protocol does not know is shown as it is stored. */
export function valueText(values: readonly LabelValue[], value: LabelValue['value']): Omit<LabelValue, 'value'> {
  const labelValue = values.find((each) => sameValue(each.value, value))
  return labelValue ?? { text: JSON.stringify(value), tone: 'neutral' }
}
