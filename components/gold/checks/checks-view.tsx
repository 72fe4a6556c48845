import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { type Checks, type Findings, type FindingsQuery, getChecksEndpoint } from '@/lib/gold/checks/contract'
import { checksHref, shownKind } from '@/lib/gold/checks/rules'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { FindingsList } from './findings-list'
import { KindsTable } from './kinds-table'

interface ChecksViewProps {
  checks: Checks
  /** The kind whose findings are shown. */
  kind: string | undefined
  query: FindingsQuery
  found: Findings | null
}

/** What is inconsistent in a project's gold, and what contradicts itself until somebody settles it. */
export function ChecksView({ checks, kind, query, found }: ChecksViewProps) {
  const { project, kinds } = checks
  const shown = shownKind(kinds, kind)
  const anything = kinds.some(({ findings }) => findings > 0)
  return (
    <>
      <PageHeader
        title="Checks"
        description="Inconsistencies of the gold, its own and those between it and what imported records say of themselves."
        actions={
          <>
            <ButtonLink href={`/projects/${project.id}/dataset`}>Dataset</ButtonLink>
            <DownloadLink href={urlFor(getChecksEndpoint, { params: { projectId: project.id } })}>
              Counts as JSON
            </DownloadLink>
          </>
        }
      />
      {checks.items === 0 ? (
        <EmptyState title="There is no gold to check yet">
          Checks look at gold. They begin when the first task has become gold, or labelled records were imported as
          gold.
        </EmptyState>
      ) : (
        <div className="space-y-8">
          <Standing checks={checks} />
          {kinds.length > 0 ? <KindsTable projectId={project.id} kinds={kinds} shown={shown?.key} /> : null}
          {shown && found && anything ? (
            <FindingsList checks={checks} kind={shown} query={query} found={found} />
          ) : null}
        </div>
      )}
    </>
  )
}

/** Where the project stands: what a release would refuse. */
function Standing({ checks: { project, items, contradictions, kinds } }: { checks: Checks }) {
  const { unsettled } = contradictions
  const first = kinds.find(({ settles, findings }) => settles && findings > 0)
  if (unsettled > 0)
    return (
      <Callout
        tone="warning"
        title={`The labels of ${unsettled.toLocaleString('en')} of ${countOf(items)} contradict themselves`}
      >
        A release needs each of them settled: correct the item, or say which label holds and why.{' '}
        {first ? (
          <Link href={checksHref(project.id, { kind: first.key, unsettled: true })}>
            Show those still to be settled
          </Link>
        ) : null}
      </Callout>
    )
  const settled = contradictions.items
  return (
    <Callout tone="success" title={`No label contradicts itself unsettled in ${countOf(items)} with gold`}>
      {settled > 0
        ? `${settled.toLocaleString('en')} had a contradiction that was settled by hand.`
        : 'As far as labels go, a release can be made.'}
    </Callout>
  )
}

const countOf = (items: number) => `${items.toLocaleString('en')} ${items === 1 ? 'item' : 'items'}`
