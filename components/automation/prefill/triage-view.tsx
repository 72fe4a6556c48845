'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { RunView } from '@/lib/automation/prefill/contract'
import { triageQuery, useApplyTriage } from '@/lib/automation/prefill/hooks'
import { counted } from '@/lib/text/counted'
import {
  type BoundDrafts,
  isKept,
  type ReadBounds,
  rangeOf,
  readBounds,
  type Sorting,
  scoreText,
  sortRows,
  type Triage,
  type TriageRow,
} from './triage-bounds'

/** Rows shown at a time; more on demand. */
const STEP = 100

interface TriageTableProps {
  projectId: string
  triage: Triage
  bounds: ReadBounds['bounds']
}

/** The items with what was measured of them, and whether they stay; sorted by any column. */
function TriageTable({ projectId, triage, bounds }: TriageTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ by: 'position', descending: false })
  const [limit, setLimit] = useState(STEP)
  const rows = sortRows(triage.rows, sorting)
  const sort = (by: string) => ({
    sort: sorting.by !== by ? ('none' as const) : sorting.descending ? ('descending' as const) : ('ascending' as const),
    onSort: () => setSorting({ by, descending: sorting.by === by && !sorting.descending }),
  })
  return (
    <div className="space-y-3">
      <Table caption="Items with their measures">
        <thead>
          <tr>
            <Th numeric {...sort('position')}>
              No.
            </Th>
            <Th>Item</Th>
            <Th>Source</Th>
            {triage.measures.map(({ key, title }) => (
              <Th key={key} numeric {...sort(key)}>
                {title}
              </Th>
            ))}
            <Th>Outcome</Th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <TriageTableRow
              key={row.itemId}
              projectId={projectId}
              row={row}
              triage={triage}
              stays={isKept(row, bounds)}
            />
          ))}
        </tbody>
      </Table>
      {rows.length > limit ? (
        <Button size="sm" onClick={() => setLimit(limit + STEP)}>
          Show {Math.min(STEP, rows.length - limit)} more
        </Button>
      ) : null}
    </div>
  )
}

interface TriageTableRowProps {
  projectId: string
  row: TriageRow
  triage: Triage
  stays: boolean
}

function TriageTableRow({ projectId, row, triage, stays }: TriageTableRowProps) {
  return (
    <Tr>
      <Td numeric className="text-muted">
        {row.position}
      </Td>
      <Td className="min-w-56 max-w-md">
        <Link
          href={`/projects/${projectId}/items/${row.itemId}`}
          prefetch={false}
          className="wrap-anywhere line-clamp-3"
          dir="auto"
        >
          {row.title || 'Untitled'}
        </Link>
      </Td>
      <Td className="wrap-anywhere min-w-28 max-w-40">{row.source}</Td>
      {triage.measures.map(({ key }) => {
        const score = row.scores[key] ?? null
        return (
          <Td key={key} numeric>
            {score === null ? <span className="text-muted">none</span> : scoreText(score)}
          </Td>
        )
      })}
      <Td className="whitespace-nowrap">
        <Badge tone={stays ? 'positive' : 'neutral'}>
          {stays ? (row.begun ? 'Kept, begun' : 'Kept') : 'Set aside'}
        </Badge>
      </Td>
    </Tr>
  )
}

interface TriageMeasuresProps {
  triage: Triage
  drafts: BoundDrafts
  /** By measure. */
  errors: Readonly<Record<string, string>>
  onChange: (drafts: BoundDrafts) => void
}

const SIDES = { least: 'At least', most: 'At most' } as const

/** The measures, each with the two bounds that it may have. */
function TriageMeasures({ triage, drafts, errors, onChange }: TriageMeasuresProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {triage.measures.map((measure) => {
        const draft = drafts[measure.key] ?? { least: '', most: '' }
        const error = errors[measure.key]
        const id = `bound-${measure.key}`
        return (
          <fieldset key={measure.key} aria-describedby={`${id}-hint`} className="min-w-0">
            <legend className="font-medium text-sm">{measure.title}</legend>
            <div className="mt-1.5 flex items-center gap-2">
              {(['least', 'most'] as const).map((side) => (
                <Input
                  key={side}
                  aria-label={`${SIDES[side]}, ${measure.title}`}
                  aria-invalid={error !== undefined}
                  placeholder={SIDES[side]}
                  inputMode="decimal"
                  dir="ltr"
                  autoComplete="off"
                  value={draft[side]}
                  onChange={(event) => onChange({ ...drafts, [measure.key]: { ...draft, [side]: event.target.value } })}
                />
              ))}
            </div>
            <p id={`${id}-hint`} className="mt-1.5 text-[0.8125rem] text-muted">
              {hintOf(triage, measure)}
              {error ? (
                <span role="alert" className="block text-negative-text">
                  {error}
                </span>
              ) : null}
            </p>
          </fieldset>
        )
      })}
    </div>
  )
}

function hintOf({ rows }: Triage, { key, unit, better }: Triage['measures'][number]): string {
  const range = rangeOf(rows, key)
  if (!range) return 'No item has this number.'
  const lies = `${unit === '' ? '' : `${unit}, `}from ${scoreText(range.least)} to ${scoreText(range.most)} here`
  return `${lies.charAt(0).toUpperCase()}${lies.slice(1)}; ${better === 'low' ? 'low' : 'high'} values are worth more work.`
}

interface TriageViewProps {
  projectId: string
  run: RunView
  initialData: Triage
  canChange: boolean
}

/** Bounds on what a run measured, how many items would stay, and setting the others aside. */
export function TriageView({ projectId, run, initialData, canChange }: TriageViewProps) {
  const { data } = useQuery({ ...triageQuery(projectId, run.id), initialData })
  const [drafts, setDrafts] = useState<BoundDrafts>({})
  const { bounds, errors } = readBounds(drafts)
  const keptRows = data.rows.filter((row) => isKept(row, bounds))
  const isFine = Object.keys(errors).length === 0
  const isGoing = run.state === 'running' || run.state === 'paused'
  return (
    <>
      <PageHeader
        eyebrow={
          <Link href={`/projects/${projectId}/prefill/runs/${run.id}`} className="wrap-anywhere" dir="auto">
            {run.name}
          </Link>
        }
        title="Choose what is worth annotating"
        description="Set bounds on what the run measured. Items outside them are set aside: discarded with the bounds as the reason, and restored like any other."
      />
      {data.rows.length === 0 ? (
        <EmptyState title="There is nothing to choose from">
          The run has measured no item that is still in the project. Wait for it, or start another.
        </EmptyState>
      ) : (
        <div className="space-y-6">
          <Panel title="Bounds" description="Inclusive. An item without the number does not pass a bound on it.">
            <div className="space-y-5">
              <TriageMeasures triage={data} drafts={drafts} errors={errors} onChange={setDrafts} />
              <Count
                kept={keptRows.length}
                begun={keptRows.filter(({ begun }) => begun).length}
                total={data.rows.length}
              />
              {isGoing ? (
                <Callout title="The run is still under way">
                  Its numbers are not complete. Wait until it is done, or cancel it, then choose.
                </Callout>
              ) : null}
              {canChange && !isGoing ? (
                <ApplyButton
                  projectId={projectId}
                  runId={run.id}
                  bounds={bounds}
                  setAside={isFine ? data.rows.length - keptRows.length : 0}
                />
              ) : null}
            </div>
          </Panel>
          <TriageTable projectId={projectId} triage={data} bounds={bounds} />
        </div>
      )}
    </>
  )
}

function Count({ kept, begun, total }: { kept: number; begun: number; total: number }) {
  return (
    <p role="status" className="text-lg tabular-nums">
      <strong className="font-semibold">
        Kept {kept.toLocaleString('en')} of {total.toLocaleString('en')}
      </strong>
      {begun > 0 ? (
        <span className="block text-muted text-sm">
          {counted(begun, 'of them is', 'of them are')} being worked on already and {begun === 1 ? 'stays' : 'stay'} in
          any case.
        </span>
      ) : null}
    </p>
  )
}

interface ApplyButtonProps {
  projectId: string
  runId: string
  bounds: ReturnType<typeof readBounds>['bounds']
  setAside: number
}

function ApplyButton({ projectId, runId, bounds, setAside }: ApplyButtonProps) {
  const apply = useApplyTriage(projectId, runId)
  const items = counted(setAside, 'item')
  return (
    <div className="space-y-3">
      {apply.data ? (
        <Callout tone="success" title={`${counted(apply.data.setAside, 'item')} set aside`} live>
          {counted(apply.data.kept, 'item')} of {apply.data.pool.toLocaleString('en')} stay. The bounds and the size of
          the pool are kept with the project.
        </Callout>
      ) : null}
      <AlertDialog
        title={`Set ${items} aside?`}
        description="They are discarded with the bounds as the reason. Nothing is deleted: each can be restored on its page. What somebody began meanwhile stays."
        confirmLabel={`Set ${items} aside`}
        onConfirm={async () => void (await apply.mutateAsync({ bounds }))}
        trigger={
          <Button variant="primary" disabled={setAside === 0}>
            {setAside === 0 ? 'Nothing to set aside' : `Set ${items} aside`}
          </Button>
        }
      />
    </div>
  )
}
