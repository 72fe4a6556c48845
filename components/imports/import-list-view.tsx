'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Callout } from '@/components/ui/callout'
import { FileDrop } from '@/components/ui/file-drop'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { ImportList } from '@/lib/imports/contract'
import { importsQuery, useUploadImport } from '@/lib/imports/hooks'
import { ImportsTable } from './imports-table'

/** Drop a file; see what earlier files became. */
export function ImportListView({
  projectId,
  canChange,
  initialData,
}: {
  projectId: string
  canChange: boolean
  initialData: ImportList
}) {
  const { data } = useQuery({ ...importsQuery(projectId), initialData })
  return (
    <>
      <PageHeader
        title="Import"
        description="A file is read and checked from beginning to end before anything is added. You see every problem by line and field, then decide."
      />
      <div className="space-y-6">
        {canChange ? <Upload projectId={projectId} /> : null}
        <Panel
          title="What can be imported"
          description="The kind of file is recognised by its content, not by its name."
        >
          <dl className="space-y-3 text-sm">
            {data.formats.map((format) => (
              <div key={format.title}>
                <dt className="font-medium">{format.title}</dt>
                <dd className="max-w-prose text-muted">{format.description}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        {data.imports.length > 0 ? (
          <Panel title="Earlier imports">
            <ImportsTable projectId={projectId} imports={data.imports} />
          </Panel>
        ) : null}
      </div>
    </>
  )
}

function Upload({ projectId }: { projectId: string }) {
  const upload = useUploadImport(projectId)
  const router = useRouter()
  const send = ([file]: File[]) => {
    if (!file) return
    upload.mutate(file, { onSuccess: ({ id }) => router.push(`/projects/${projectId}/import/${id}`) })
  }
  const busy = upload.isPending || upload.isSuccess
  return (
    <div className="space-y-3">
      <FileDrop
        label="Drop a file here, or choose one"
        hint="JSON (a list, one object, or an object with items, data or records), JSON lines, or CSV with a heading; UTF-8."
        onFiles={send}
        disabled={busy}
      />
      {busy ? <ProgressBar label={`Uploading ${upload.variables?.name ?? ''}`} showLabel value={null} /> : null}
      {upload.error ? (
        <Callout tone="danger" title="The file was not uploaded">
          {upload.error.message}
        </Callout>
      ) : null}
    </div>
  )
}
