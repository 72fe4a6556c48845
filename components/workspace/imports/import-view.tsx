'use client'

import { useQuery } from '@tanstack/react-query'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import { importQuery, useCancelImport } from '@/lib/workspace/imports/hooks'
import { isUnderWay } from '@/lib/workspace/imports/rules'
import { counted, fileSize } from './counted'
import { ImportForm } from './import-form'
import { ImportOutcome } from './import-outcome'
import { ImportStateBadge } from './import-state-badge'
import { PreviewPanel } from './preview-panel'
import { ProblemsPanel } from './problems-panel'

const WORK = { uploading: 'Uploading', checking: 'Checking every record', applying: 'Writing' } as const

/** One import: how far it is, what is wrong, what it would add, and the decision. */
export function ImportView({ canChange, initialData }: { canChange: boolean; initialData: ImportDetail }) {
  const { data } = useQuery({ ...importQuery(initialData.id), initialData })
  const { state } = data
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
            {canChange && (isUnderWay(state) || state === 'ready') ? <CancelButton data={data} /> : null}
          </>
        }
      />
      <div className="space-y-6">
        {state === 'uploading' || state === 'checking' || state === 'applying' ? (
          <ProgressBar
            label={WORK[state]}
            showLabel
            value={state === 'uploading' ? null : Math.round(data.progress * 100)}
          />
        ) : null}
        <ImportOutcome data={data} />
        {canChange && state === 'ready' ? <ImportForm data={data} /> : null}
        {data.groups.length > 0 ? <ProblemsPanel data={data} /> : null}
        {data.preview.length > 0 && state !== 'done' ? (
          <PreviewPanel records={data.preview} total={data.recordCount} />
        ) : null}
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
