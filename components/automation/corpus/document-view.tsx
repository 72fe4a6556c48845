'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { AddressLink } from '@/components/ui/address-text'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LongText } from '@/components/ui/long-text'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import type { CorpusDocumentView } from '@/lib/automation/evidence/corpus/contract'
import { useRemoveDocument } from '@/lib/automation/evidence/corpus/hooks'
import { codePointLength, codePointSlice } from '@/lib/text/code-points'
import { counted } from '@/lib/text/counted'

type DocumentViewProps = {
  projectId: string
  document: CorpusDocumentView
  /** The passage to show, in code points; null: none. */
  passage: { start: number; end: number } | null
  /** May the reader see the list of documents? */
  canBrowse: boolean
}

/** One document, with the passage that a search or a quote leads to. */
export function DocumentView({ projectId, document, passage, canBrowse }: DocumentViewProps) {
  const { id, title, url, publishedAt, createdAt, text, abilities } = document
  const list = `/projects/${projectId}/prefill/corpus`
  return (
    <article>
      <PageHeader
        eyebrow={canBrowse ? <Link href={list}>Documents</Link> : 'A document of this project'}
        title={
          <span dir="auto" className="wrap-anywhere">
            {title}
          </span>
        }
        actions={
          abilities.manage ? (
            <RemoveButton projectId={projectId} documentId={id} title={title} list={list} />
          ) : undefined
        }
      />
      <p className="mb-6 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        {url ? <AddressLink href={url} /> : null}
        <span>{publishedAt ? `Published ${publishedAt}` : 'Without a date of publication'}</span>
        <span>
          Added <Time value={createdAt} format="date" />
        </span>
        <span>{counted(document.length, 'character')}</span>
      </p>
      <DocumentText text={text} passage={passage} />
    </article>
  )
}

function DocumentText({ text, passage }: { text: string; passage: DocumentViewProps['passage'] }) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), [])
  const inside = passage !== null && passage.start < passage.end && passage.start < codePointLength(text)
  const parts = inside
    ? [
        codePointSlice(text, 0, passage.start),
        codePointSlice(text, passage.start, passage.end),
        codePointSlice(text, passage.end),
      ]
    : [text]
  const [before, marked, after] = parts
  return (
    <div dir="auto" className="wrap-anywhere reading whitespace-pre-wrap">
      {marked === undefined ? <LongText what="document">{before ?? ''}</LongText> : before}
      {marked === undefined ? null : (
        <mark ref={mark} className="rounded-sm bg-accent-surface text-inherit outline outline-accent">
          <span className="sr-only">The passage begins: </span>
          {marked}
          <span className="sr-only"> (end of the passage)</span>
        </mark>
      )}
      {after === undefined ? null : <LongText what="document">{after}</LongText>}
    </div>
  )
}

type RemoveButtonProps = { projectId: string; documentId: string; title: string; list: string }

function RemoveButton({ projectId, documentId, title, list }: RemoveButtonProps) {
  const remove = useRemoveDocument(projectId)
  const router = useRouter()
  return (
    <AlertDialog
      trigger={<Button size="sm">Take out</Button>}
      title="Take this document out?"
      description={`Runs and annotators will not find “${title}” any more. A document that somebody quoted stays.`}
      confirmLabel="Take out"
      onConfirm={async () => {
        await remove.mutateAsync(documentId)
        router.push(list)
      }}
    />
  )
}
