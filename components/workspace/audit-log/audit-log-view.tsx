import { Download, ScrollText } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import type { AuditPage, AuditQuery } from '@/lib/workspace/audit-log/contract'
import { auditKinds } from '@/lib/workspace/audit-log/contract'
import { auditHref, filtersOf, HOUSE_KINDS } from '@/lib/workspace/audit-log/rules'
import { AuditFilters } from './audit-filters'
import { AuditTable } from './audit-table'

type AuditLogViewProps = {
  /** null: the log of the installation. */
  projectId: string | null
  query: AuditQuery
  page: AuditPage
  people: readonly { id: string; name: string }[]
}

const KINDS_OF_A_PROJECT = auditKinds.filter((kind) => kind !== 'sign-in' && kind !== 'accounts')

/** The audit log of a project, or of the installation: filters, a page of events, and the same as a file. */
export function AuditLogView({ projectId, query, page, people }: AuditLogViewProps) {
  const path = projectId ? `/projects/${projectId}/audit-log` : '/admin/audit-log'
  const file = projectId ? `/api/projects/${projectId}/audit-log/download` : '/api/audit-log/download'
  const filters = filtersOf(query)
  const download = (format: 'csv' | 'jsonl', label: string) => (
    <DownloadLink href={auditHref(file, { ...filters, format })} icon={<Download aria-hidden className="size-4" />}>
      {label}
    </DownloadLink>
  )
  return (
    <>
      <PageHeader
        title="Audit log"
        description={
          projectId
            ? 'Who did what, from the log that nobody can change. Answers are never in it; that there are some is shown once a task is gold.'
            : 'Sign-ins, accounts, links and tokens, from the log that nobody can change. What happens in a project is in the project’s own log.'
        }
        actions={
          <>
            {download('csv', 'CSV')}
            {download('jsonl', 'JSON lines')}
          </>
        }
      />
      <AuditFilters
        key={auditHref(path, filters)}
        path={path}
        query={query}
        kinds={projectId ? KINDS_OF_A_PROJECT : HOUSE_KINDS}
        people={people}
        items={projectId !== null}
      />
      {page.events.length === 0 ? (
        <EmptyState
          title={page.next ? 'No events to show here' : 'No events match'}
          icon={<ScrollText />}
          actions={<ButtonLink href={path}>Show all events</ButtonLink>}
        >
          {page.next
            ? 'The events on this page are not open to you yet. Go on to earlier ones.'
            : 'Choose other days, or leave out a filter.'}
        </EmptyState>
      ) : (
        <AuditTable events={page.events} itemsPath={projectId ? `/projects/${projectId}/items` : null} />
      )}
      <Pagination
        className="mt-4"
        label="Pages of events"
        summary={query.before ? 'Earlier events' : 'Latest events'}
        previous={query.before ? auditHref(path, filters) : null}
        next={page.next ? auditHref(path, { ...filters, before: page.next }) : null}
      />
    </>
  )
}
