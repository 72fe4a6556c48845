import { type AuditFilters, type AuditQuery, auditKinds } from './contract'

/** What a page of the log, or its file, is asked for in its address; `path` is that of the page. */
export function auditHref(path: string, query: Partial<AuditQuery> & { format?: string }): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return entries.length > 0
    ? `${path}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
    : path
}

/** Only what narrows the log down. */
export const filtersOf = ({ kind, person, from, to, item }: AuditQuery): AuditFilters => ({
  kind,
  person,
  from,
  to,
  item,
})

/** The kinds that there are outside of projects. */
export const HOUSE_KINDS = auditKinds.filter((kind) =>
  ['sign-in', 'accounts', 'links', 'project', 'results'].includes(kind),
)
