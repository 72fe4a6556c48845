'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Callout } from '@/components/ui/callout'
import { FileDrop } from '@/components/ui/file-drop'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { type ImportList, type ImportView, SIZES_TEXT } from '@/lib/workspace/imports/contract'
import { groupFiles } from '@/lib/workspace/imports/file-groups'
import { fileOfFiles } from '@/lib/workspace/imports/file-of-files'
import { importsQuery, useUploadImport } from '@/lib/workspace/imports/hooks'
import { fileSize } from './file-size'
import { ImportStateBadge } from './import-state-badge'
import { PaceBar } from './pace-bar'
import { PasteFile } from './paste-file'

/** The latest files and what became of them. */
function ImportsTable({ projectId, imports }: { projectId: string; imports: readonly ImportView[] }) {
  return (
    <Table stacked caption="Earlier imports">
      <thead>
        <tr>
          <Th>File</Th>
          <Th>State</Th>
          <Th numeric>Size</Th>
          <Th numeric>New</Th>
          <Th numeric>Known already</Th>
          <Th numeric>Problems</Th>
          <Th>Uploaded</Th>
        </tr>
      </thead>
      <tbody>
        {imports.map((each) => (
          <Tr key={each.id}>
            <Td label="File" className="max-w-72">
              <Link href={`/projects/${projectId}/import/${each.id}`} className="break-words" dir="auto">
                {each.fileName}
              </Link>
            </Td>
            <Td label="State">
              <ImportStateBadge state={each.state} />
            </Td>
            <Td numeric label="Size" className="whitespace-nowrap">
              {fileSize(each.byteSize)}
            </Td>
            <Td numeric label="New">
              {each.newCount}
            </Td>
            <Td numeric label="Known already">
              {each.duplicateCount}
            </Td>
            <Td numeric label="Problems">
              {each.problemCount}
            </Td>
            <Td label="Uploaded" className="whitespace-nowrap">
              <Time value={each.createdAt} format="relative" />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

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
        {canChange ? <Upload projectId={projectId} join={data.join} /> : null}
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
            <div>
              <dt className="font-medium">Sizes</dt>
              <dd className="max-w-prose text-muted">{SIZES_TEXT}</dd>
            </div>
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

function Upload({ projectId, join }: { projectId: string; join: ImportList['join'] }) {
  const [received, setReceived] = useState<number | null>(null)
  const upload = useUploadImport(projectId, setReceived)
  const router = useRouter()
  const [refused, setRefused] = useState<string[]>([])
  const [sending, setSending] = useState(false)
  const several =
    join.length > 0
      ? `Choose the records together with ${join.map(({ file }) => file).join(', ')}.`
      : 'Of several files each is checked and written by itself.'
  /** One import leads to what was found in it. Of several files each is an import of its own, listed below, but those that are read together. */
  const send = async (chosenFiles: File[]) => {
    setSending(true)
    setRefused([])
    const files = groupFiles(chosenFiles, join).map(fileOfFiles)
    for (const file of files) {
      setReceived(null)
      const sent = await upload.mutateAsync(file).catch((error: Error) => error)
      if (sent instanceof Error) setRefused((before) => [...before, `${file.name}: ${sent.message}`])
      else if (files.length === 1) return router.push(`/projects/${projectId}/import/${sent.id}`)
    }
    setSending(false)
  }
  return (
    <div className="space-y-3">
      <FileDrop
        multiple
        label={join.length > 0 ? 'Drop files here, or choose them' : 'Drop a file here, or choose one'}
        hint={`CSV, Excel (.xlsx), JSON, JSON lines, Parquet, a log of Inspect (.eval, .json), or plain text with a response on each line; packed with gzip or not. Columns may be called anything. ${several} An upload that broke off goes on when the same file is dropped again.`}
        onFiles={(files) => void send(files)}
        disabled={sending}
      />
      <PasteFile disabled={sending} onFile={(file) => void send([file])} />
      {sending ? (
        <PaceBar
          key={upload.variables?.name}
          label={`Uploading ${upload.variables?.name ?? ''}`}
          bytes={received}
          byteSize={upload.variables?.size ?? 0}
        />
      ) : null}
      {refused.length > 0 ? (
        <Callout tone="danger" title={refused.length === 1 ? 'The file was not uploaded' : 'These were not uploaded'}>
          <ul>
            {refused.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}
