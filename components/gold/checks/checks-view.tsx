import { Badge } from '@/components/ui/badge'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import {
  type Checks,
  type Findings,
  type FindingsQuery,
  type FindingView,
  getChecksEndpoint,
  type Kind,
} from '@/lib/gold/checks/contract'
import { checksHref, shownKind, valueText } from '@/lib/gold/checks/rules'
import { urlFor } from '@/lib/platform/client/fetch-json'
import { unitAnchor } from '@/lib/workspace/items/rules'
import { OverrideDialog } from './override-dialog'
import { TakeBackDialog } from './take-back-dialog'

interface LabelSettlementProps {
  checks: Checks
  item: FindingView['item']
  label: NonNullable<FindingView['label']>
}

/** What speaks of an item's label, what was decided of it, and the way to decide. */
function LabelSettlement({ checks, item, label }: LabelSettlementProps) {
  const { override } = label
  const sources = [
    ...(label.stored === undefined ? [] : [{ key: 'record', title: 'In the record', value: label.stored }]),
    ...checks.rules.flatMap(({ key, title }) => {
      const value = label.byRule[key]
      return value === undefined ? [] : [{ key, title, value }]
    }),
  ]
  return (
    <div className="space-y-3">
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {sources.map(({ key, title, value }) => (
          <div key={key} className="flex items-center gap-2">
            <dt className="text-muted">{title}</dt>
            <dd>
              <Value checks={checks} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {override && override.value !== null ? (
        <div className="space-y-1">
          <p className="flex flex-wrap items-center gap-2">
            Set by hand: <Value checks={checks} value={override.value} />
            <span className="text-muted">
              {override.by}, <Time value={override.at} />
            </span>
          </p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {override.reason}
          </p>
          {override.stands ? null : (
            <p>
              <Badge tone="stale">Stale: the gold has changed since, so this settles nothing any more</Badge>
            </p>
          )}
        </div>
      ) : null}
      {checks.canSettle ? (
        <div className="flex flex-wrap gap-2">
          <OverrideDialog item={item} values={checks.values} version={override?.version ?? 0} />
          {override && override.value !== null ? <TakeBackDialog item={item} version={override.version} /> : null}
        </div>
      ) : null}
    </div>
  )
}

function Value({ checks, value }: { checks: Checks; value: Checks['values'][number]['value'] }) {
  const { text, tone } = valueText(checks.values, value)
  return <Badge tone={tone}>{text}</Badge>
}

interface FindingsListProps {
  checks: Checks
  kind: Kind
  query: FindingsQuery
  found: Findings
}

/** The findings of one kind at their places, page by page. */
function FindingsList({ checks, kind, query, found }: FindingsListProps) {
  const { id } = checks.project
  const unsettled = query.unsettled === 'true'
  const to = (after: number) => checksHref(id, { kind: kind.key, unsettled, after })
  const { findings, next } = found
  return (
    <section aria-labelledby="findings-heading" className="space-y-4">
      <h2 id="findings-heading" className="font-semibold text-lg">
        {kind.title}
      </h2>
      {kind.settles ? (
        <ButtonLink size="sm" href={checksHref(id, { kind: kind.key, unsettled: !unsettled })}>
          {unsettled ? 'Show the settled ones too' : 'Only those still to be settled'}
        </ButtonLink>
      ) : null}
      {findings.length === 0 ? (
        <EmptyState title="Nothing here">
          {unsettled ? 'Everything of this kind is settled.' : 'Nothing of this kind was found here.'}{' '}
          <Link href={checksHref(id, { kind: kind.key })}>Show all of this kind</Link>
        </EmptyState>
      ) : (
        <ol className="space-y-3">
          {findings.map((finding) => (
            <li
              key={`${finding.item.id} ${finding.stage} ${finding.unit} ${finding.question} ${finding.message}`}
              className="rounded-lg border border-line bg-surface p-3"
            >
              <Finding checks={checks} finding={finding} />
            </li>
          ))}
        </ol>
      )}
      <Pagination
        label="Pages of findings"
        previous={query.after > 0 ? to(0) : null}
        next={next === null ? null : to(next)}
        summary={`${findings.length.toLocaleString('en')} on this page${query.after > 0 ? `, behind item ${query.after}` : ''}`}
      />
    </section>
  )
}

function Finding({ checks, finding }: { checks: Checks; finding: FindingView }) {
  const { item, stageTitle, unit, unitText, question, message, label } = finding
  return (
    <div className="space-y-2 text-sm">
      <p className="wrap-anywhere">
        <Link href={findingHref(checks.project.id, finding)} prefetch={false}>
          Item {item.position}
          {unit === '' ? null : `, ${unit}`}
        </Link>{' '}
        <span className="text-muted">
          {[stageTitle, question].filter((word) => word !== null).join(', ')} · <bdi>{item.title}</bdi>
        </span>
      </p>
      {unitText === null ? null : (
        <blockquote dir="auto" className="wrap-anywhere border-line border-s-2 ps-3">
          {unitText}
        </blockquote>
      )}
      <p className="wrap-anywhere">{message}</p>
      {label ? <LabelSettlement checks={checks} item={item} label={label} /> : null}
    </div>
  )
}

/** The place of a finding: its item, at the unit where there is one. */
function findingHref(projectId: string, { item, stage, unit }: FindingView): string {
  const page = `/projects/${projectId}/items/${item.id}`
  return unit === '' ? page : `${page}#${encodeURIComponent(unitAnchor(stage, unit))}`
}

interface KindsTableProps {
  projectId: string
  kinds: readonly Kind[]
  /** The kind whose findings stand below. */
  shown: string | undefined
}

/** Everything that is looked for, contradictions first, with how much of it was found. */
function KindsTable({ projectId, kinds, shown }: KindsTableProps) {
  const sorted = [...kinds].sort(
    (a, b) => Number(b.severity === 'contradiction') - Number(a.severity === 'contradiction'),
  )
  return (
    <Table caption="What is looked for, and how much of it was found">
      <thead>
        <tr>
          <Th>Check</Th>
          <Th>Weight</Th>
          <Th numeric>Findings</Th>
          <Th numeric>Items</Th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((kind) => (
          <Tr key={kind.key} selected={kind.key === shown && kind.findings > 0}>
            <Th scope="row" className="min-w-56">
              {kind.title}
              <span className="block max-w-prose font-normal text-muted text-xs">{kind.description}</span>
            </Th>
            <Td>
              <Severity severity={kind.severity} />
            </Td>
            <Td numeric>
              {kind.findings === 0 ? (
                '0'
              ) : (
                <Link href={checksHref(projectId, { kind: kind.key })}>
                  {kind.findings.toLocaleString('en')}
                  <span className="sr-only"> findings: {kind.title}</span>
                </Link>
              )}
            </Td>
            <Td numeric>{kind.items.toLocaleString('en')}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const Severity = ({ severity }: Pick<Kind, 'severity'>) =>
  severity === 'contradiction' ? <Badge tone="negative">Contradiction</Badge> : <Badge tone="partial">Look at it</Badge>

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
  const selectedKind = shownKind(kinds, kind)
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
          {kinds.length > 0 ? <KindsTable projectId={project.id} kinds={kinds} shown={selectedKind?.key} /> : null}
          {selectedKind && found && anything ? (
            <FindingsList checks={checks} kind={selectedKind} query={query} found={found} />
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
      <Callout tone="warning" title={unsettledTitle(unsettled, items)}>
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
    <Callout tone="success" title={noneOpenTitle(items, settled)}>
      {settled > 0
        ? `In ${countOf(settled)} a contradiction was settled by hand.`
        : 'As far as labels go, a release can be made.'}
    </Callout>
  )
}

const unsettledTitle = (unsettled: number, items: number) =>
  unsettled === 1
    ? `The labels of 1 of ${countOf(items)} contradict each other`
    : `In ${unsettled.toLocaleString('en')} of ${countOf(items)} labels contradict each other`

function noneOpenTitle(items: number, settled: number): string {
  if (items === 0) return 'No item has gold yet'
  const where = items === 1 ? 'the 1 item' : `the ${countOf(items)}`
  return settled > 0
    ? `No contradiction between labels is left to settle in ${where} with gold`
    : `No labels contradict each other in ${where} with gold`
}

const countOf = (items: number) => `${items.toLocaleString('en')} ${items === 1 ? 'item' : 'items'}`
