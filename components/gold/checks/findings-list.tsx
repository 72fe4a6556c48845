import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import type { Checks, Findings, FindingsQuery, FindingView, Kind } from '@/lib/gold/checks/contract'
import { checksHref } from '@/lib/gold/checks/rules'
import { unitAnchor } from '@/lib/workspace/items/rules'
import { LabelSettlement } from './label-settlement'

interface FindingsListProps {
  checks: Checks
  kind: Kind
  query: FindingsQuery
  found: Findings
}

/** The findings of one kind at their places, page by page. */
export function FindingsList({ checks, kind, query, found }: FindingsListProps) {
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
