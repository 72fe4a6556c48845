'use client'

import { useQuery } from '@tanstack/react-query'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { counted } from '@/lib/text/counted'
import type { ImportDetail, PreviewRecord } from '@/lib/workspace/imports/contract'
import { importQuery, useCancelImport } from '@/lib/workspace/imports/hooks'
import { isUnderWay } from '@/lib/workspace/imports/rules'
import { ColumnsPanel } from './columns-panel'
import { fileSize } from './file-size'
import { FirstRecord } from './first-record'
import { ImportForm } from './import-form'
import { ImportOutcome, type StartWorkComponent } from './import-outcome'
import { ImportStateBadge } from './import-state-badge'
import { JoinedFilesPanel } from './joined-files'
import { PaceBar } from './pace-bar'
import { ProblemsPanel } from './problems-panel'

/** Is there something to add, or to decide or to know about labels? */
const hasChoice = ({ byContent: { newCount, here }, byId }: ImportDetail): boolean =>
  newCount > 0 || here.free > 0 || here.notJoined.length > 0 || byId !== null

/** The first records as they would be imported, unit by unit. */
function PreviewPanel({ preview: records, recordCount, problemCount, newCount, duplicateCount }: ImportDetail) {
  const good = newCount + duplicateCount
  // Lines that are no records count as problems only.
  const fit = problemCount > 0 ? ' without problems' : ''
  const description =
    good > records.length
      ? `The first ${records.length} of ${counted(good, 'record')}${fit}.`
      : fit === ''
        ? 'Every record of the file.'
        : good < recordCount
          ? `The ${good} of ${counted(recordCount, 'record')} without problems.`
          : 'Every record without problems.'
  return (
    <Panel title="Preview" description={description}>
      <ol className="space-y-2">
        {records.map((record) => (
          <li key={record.line}>
            <Record record={record} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Record({ record }: { record: PreviewRecord }) {
  const facts = [`line ${record.line}`, record.externalId && `id ${record.externalId}`, record.domain, record.source]
  const units = record.units.filter((unit) => unit.key !== 'item')
  return (
    <details className="rounded-lg border border-line px-3.5 py-2.5">
      <summary className="cursor-pointer">
        <span dir="auto" className="font-medium">
          {record.title}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm">
          <span className="min-w-0 break-words">{facts.filter(Boolean).join(' · ')}</span>
          {record.labelled ? <Badge tone="accent">Has labels</Badge> : null}
          {record.discarded === null ? null : <Badge tone="partial">Discarded: {record.discarded}</Badge>}
          {record.duplicate ? (
            <Badge tone="neutral">{record.repeated ? 'Earlier in the file' : 'Already here'}</Badge>
          ) : null}
        </span>
      </summary>
      <ol className="mt-3 space-y-1.5 border-line border-t pt-3 text-sm">
        {units.map((unit) => (
          // A long key stands above its text and not broken beside it.
          <li key={unit.key} className="flex flex-wrap gap-x-3">
            <span className="min-w-10 max-w-full break-words text-muted tabular-nums">{unit.key}</span>
            <span dir="auto" className="min-w-0 flex-1 basis-64 whitespace-pre-wrap break-words">
              {unit.text}
            </span>
          </li>
        ))}
      </ol>
      {record.unitsLeft > 0 ? (
        <p className="mt-2 text-muted text-sm">
          The first {units.length} of {(units.length + record.unitsLeft).toLocaleString('en')} are listed here.
        </p>
      ) : null}
    </details>
  )
}

const WORK = { uploading: 'Uploading', checking: 'Checking every record', applying: 'Writing' } as const

/** How far the upload, the check or the write is; nothing where none is under way. */
function UnderWay({ data: { state, byteSize, progress } }: { data: ImportDetail }) {
  if (state !== 'uploading' && state !== 'checking' && state !== 'applying') return null
  return (
    <div className="space-y-2">
      <PaceBar
        key={state}
        label={WORK[state]}
        bytes={byteSize === 0 ? null : progress * byteSize}
        byteSize={byteSize}
      />
      {state === 'uploading' && byteSize > 0 ? (
        <p className="text-muted text-sm">
          If the upload broke off, choose the same file again on the page before: it goes on from here.
        </p>
      ) : null}
    </div>
  )
}

type ImportViewProps = {
  canChange: boolean
  initialData: ImportDetail
  /** Leads to the reader's next task; null for those who take none. */
  StartWork?: StartWorkComponent | null
}

/** One import: how far it is, what is wrong, what it would add, and the decision. */
export function ImportView({ canChange, initialData, StartWork = null }: ImportViewProps) {
  const { data } = useQuery({ ...importQuery(initialData.id), initialData })
  const { state } = data
  const isChecked = state === 'ready' || state === 'refused'
  const [first] = data.preview
  // Where columns were guessed, they are to be looked at first.
  const isMapped = isChecked && (data.file?.mapping ?? null) !== null
  const canImport = (state === 'ready' || state === 'refused') && hasChoice(data)
  const form = canChange && canImport ? <ImportForm data={data} /> : null
  const base = `/projects/${data.projectId}`
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`${base}/import`}>Import</Link>}
        title={<span dir="auto">{data.fileName}</span>}
        description={[fileSize(data.byteSize), data.format].filter(Boolean).join(' · ')}
        actions={
          <>
            <ImportStateBadge state={state} />
            {canChange && (isUnderWay(state) || isChecked) ? <CancelButton data={data} /> : null}
          </>
        }
      />
      <div className={cn('space-y-6', form && '**:scroll-mb-24')}>
        <UnderWay data={data} />
        <ImportOutcome data={data} StartWork={canChange ? StartWork : null} />
        {isMapped ? null : form}
        {data.groups.length > 0 ? <ProblemsPanel data={data} /> : null}
        {isChecked && data.joins.length > 0 ? <JoinedFilesPanel data={data} canChange={canChange} /> : null}
        {canChange && isChecked && data.file && data.targets.fields.length > 0 ? (
          <ColumnsPanel data={data} file={data.file} />
        ) : null}
        {isChecked && first ? <FirstRecord record={first} /> : null}
        {isMapped ? form : null}
        {data.preview.length > 0 && state !== 'done' ? <PreviewPanel {...data} /> : null}
      </div>
    </>
  )
}

function CancelButton({ data }: { data: ImportDetail }) {
  const cancel = useCancelImport(data.id, data.projectId)
  return (
    <AlertDialog
      title="Cancel this import?"
      description={`Nothing of ${data.fileName} is kept${data.recordCount > 0 ? `, none of its ${counted(data.recordCount, 'record')}` : ''}.`}
      confirmLabel="Cancel the import"
      onConfirm={async () => void (await cancel.mutateAsync())}
      trigger={<Button loading={cancel.isPending}>Cancel</Button>}
    />
  )
}
