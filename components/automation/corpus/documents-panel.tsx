'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressLink } from '@/components/ui/address-text'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { FileText } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import type { DocumentEntry } from '@/lib/automation/evidence/corpus/contract'
import { corpusQuery, useClearCorpus } from '@/lib/automation/evidence/corpus/hooks'
import { documentAddress } from '@/lib/automation/evidence/corpus/rules'
import { counted } from '@/lib/text/counted'

type Props = { projectId: string; total: number; canManage: boolean }

/** The documents, latest first, a page at a time. */
export function DocumentsPanel({ projectId, total, canManage }: Props) {
  const [search, setSearch] = useState('')
  /** Where each page up to the one shown begins. */
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined])
  const filter = { search: search.trim() || undefined, after: starts.at(-1) }
  const { data, error, refetch, isPending } = useQuery(corpusQuery(projectId, filter))
  if (total === 0) return <NoDocuments canManage={canManage} />
  const { documents = [], next = null } = data ?? {}
  return (
    <Panel
      title={counted(total, 'document')}
      actions={canManage ? <ClearButton projectId={projectId} total={total} /> : undefined}
    >
      <Field label="Find by title or address" className="mb-4 max-w-md">
        <Input
          type="search"
          value={search}
          maxLength={200}
          onChange={(event) => {
            setSearch(event.target.value)
            setStarts([undefined])
          }}
        />
      </Field>
      {error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : null}
      {!error && !isPending && documents.length === 0 ? (
        <p className="text-sm">No title or address has these words. Try a part of one.</p>
      ) : null}
      <ul className="divide-y divide-line">
        {documents.map((document) => (
          <Entry key={document.id} projectId={projectId} document={document} />
        ))}
      </ul>
      {starts.length > 1 || next ? (
        <Pagination
          className="mt-4"
          label="Pages of documents"
          summary={`Page ${starts.length}`}
          previous={starts.length > 1 ? () => setStarts(starts.slice(0, -1)) : null}
          next={next ? () => setStarts([...starts, next]) : null}
        />
      ) : null}
    </Panel>
  )
}

function NoDocuments({ canManage }: { canManage: boolean }) {
  return (
    <EmptyState title="There are no documents yet" icon={<FileText />}>
      {canManage
        ? 'Drop a file above. From then on runs and annotators can search what it says.'
        : 'A manager of the project can add some.'}
    </EmptyState>
  )
}

function Entry({ projectId, document }: { projectId: string; document: DocumentEntry }) {
  const { id, title, url, publishedAt, length, passages, excerpt } = document
  return (
    <li className="space-y-1 py-3 first:pt-0">
      <p dir="auto" className="wrap-anywhere font-medium">
        <Link href={documentAddress(projectId, id)}>{title}</Link>
      </p>
      <p dir="auto" className="wrap-anywhere line-clamp-2 max-w-prose text-sm">
        {excerpt}
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted text-xs">
        <span>{counted(length, 'character')}</span>
        <span>{counted(passages, 'passage')}</span>
        <span>{publishedAt ? `Published ${publishedAt}` : 'Without a date'}</span>
        {url ? <AddressLink href={url} /> : null}
      </p>
    </li>
  )
}

function ClearButton({ projectId, total }: Omit<Props, 'canManage'>) {
  const clear = useClearCorpus(projectId)
  return (
    <AlertDialog
      trigger={<Button size="sm">Take all out</Button>}
      title={`Take ${counted(total, 'document')} out?`}
      description="Runs and annotators will not find them any more. Documents that somebody quoted stay. This cannot be undone; you can add the files again."
      confirmLabel="Take out"
      onConfirm={async () => {
        const { removed, kept } = await clear.mutateAsync()
        const stay = kept > 0 ? ` Left because of quotes: ${counted(kept, 'document')}.` : ''
        toast.success(`${counted(removed, 'document')} taken out.${stay}`)
      }}
    />
  )
}
