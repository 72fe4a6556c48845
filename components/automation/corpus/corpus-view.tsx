'use client'

import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { AddressLink } from '@/components/ui/address-text'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { MAX_QUERY } from '@/lib/automation/evidence/contract'
import type { CorpusHit, CorpusItems, CorpusPage } from '@/lib/automation/evidence/corpus/contract'
import { corpusQuery, corpusTrialQuery, useMakeItems } from '@/lib/automation/evidence/corpus/hooks'
import { documentAddress } from '@/lib/automation/evidence/corpus/rules'
import { counted } from '@/lib/text/counted'
import { CorpusUpload } from './corpus-upload'
import { DocumentsPanel } from './documents-panel'

/** A search as runs and annotators make it, with the passages that it finds. */
function CorpusTrial({ projectId }: { projectId: string }) {
  const [draft, setDraft] = useState({ query: '', asOf: '' })
  const [asked, setAsked] = useState(draft)
  const found = useQuery(corpusTrialQuery(projectId, asked.query, asked.asOf))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked({ ...draft, query: draft.query.trim() })
  }
  return (
    <Panel title="Try a search" description="What an annotator or a run would find; nothing is written.">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Query" className="min-w-0 flex-1 basis-60">
          <Input
            value={draft.query}
            maxLength={MAX_QUERY}
            onChange={(event) => setDraft({ ...draft, query: event.target.value })}
          />
        </Field>
        <Field label="Published until (optional)" className="basis-44">
          <Input
            type="date"
            value={draft.asOf}
            onChange={(event) => setDraft({ ...draft, asOf: event.target.value })}
          />
        </Field>
        <Button type="submit" variant="primary" loading={found.isFetching} disabled={draft.query.trim() === ''}>
          Search
        </Button>
      </form>
      <div aria-live="polite" className="mt-4 space-y-4">
        {found.error ? (
          <Callout tone="danger" title="The search failed">
            {found.error.message}
          </Callout>
        ) : null}
        {found.data ? <Hits projectId={projectId} hits={found.data.hits} undated={found.data.undated} /> : null}
      </div>
    </Panel>
  )
}

function Hits({ projectId, hits, undated }: { projectId: string; hits: readonly CorpusHit[]; undated: number }) {
  return (
    <>
      {undated > 0 ? (
        <p className="text-muted text-sm">
          {counted(undated, 'document')} without a date {undated === 1 ? 'was' : 'were'} left out.
        </p>
      ) : null}
      {hits.length === 0 ? (
        <p className="text-sm">No document has any of these words. Try others, or add documents.</p>
      ) : (
        <ol className="space-y-4">
          {hits.map((hit) => (
            <Hit key={hit.documentId} projectId={projectId} hit={hit} />
          ))}
        </ol>
      )}
    </>
  )
}

function Hit({ projectId, hit }: { projectId: string; hit: CorpusHit }) {
  const address = documentAddress(projectId, hit.documentId)
  return (
    <li className="space-y-1">
      <p className="wrap-anywhere font-medium" dir="auto">
        <Link href={`${address}?start=${hit.start}&end=${hit.end}`}>{hit.title}</Link>
      </p>
      <p dir="auto" className="wrap-anywhere line-clamp-4 max-w-prose text-sm">
        {hit.snippet}
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted text-xs">
        <span>Rank {hit.rank}</span>
        {hit.publishedAt ? <span>Published {hit.publishedAt}</span> : null}
        {hit.url === address ? null : <AddressLink href={hit.url} />}
      </p>
    </li>
  )
}

type Props = { projectId: string; total: number }

/** Makes items of the documents, for protocols whose pre-fill builds on texts. */
function MakeItems({ projectId, total }: Props) {
  const make = useMakeItems(projectId)
  return (
    <section aria-label="Items of these documents" className="space-y-3">
      <AlertDialog
        tone="primary"
        trigger={<Button disabled={make.isPending}>Make items of these documents</Button>}
        title={`Make items of ${counted(total, 'document')}?`}
        description="Every document that is not yet an item becomes one. Nobody can take them before you open them, so that the builder can run first."
        confirmLabel="Make items"
        onConfirm={() => make.mutateAsync()}
      />
      <div aria-live="polite">{make.data ? <Outcome projectId={projectId} made={make.data} /> : null}</div>
    </section>
  )
}

function Outcome({ projectId, made: { added, known, refused } }: { projectId: string; made: CorpusItems }) {
  if (refused.length > 0) return <Refused projectId={projectId} refused={refused} />
  const same = known > 0 ? ` ${counted(known, 'document')} had become ${known === 1 ? 'an item' : 'items'} before.` : ''
  return (
    <Callout tone="success" title={`${counted(added, 'item')} made.${same}`}>
      They are not open yet. Next, run the builder under <Link href={`/projects/${projectId}/prefill`}>Pre-fill</Link>.
      When it has ended, open what it made under <Link href={`/projects/${projectId}/items`}>Items</Link>.
    </Callout>
  )
}

function Refused({ projectId, refused }: { projectId: string; refused: CorpusItems['refused'] }) {
  return (
    <Callout tone="danger" title="No items were made: some documents cannot become items.">
      <ul className="max-h-72 list-disc space-y-1 overflow-y-auto ps-5">
        {refused.map(({ documentId, title, reason }) => (
          <li key={documentId} className="wrap-anywhere">
            <Link href={documentAddress(projectId, documentId)}>
              <bdi>{title}</bdi>
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** A project's own documents: add them, see what there is, try what a search finds. */
export function CorpusView({ projectId, initialData }: { projectId: string; initialData: CorpusPage }) {
  const { data } = useQuery({ ...corpusQuery(projectId, {}), initialData })
  const { total, abilities } = data ?? initialData
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${projectId}/prefill`}>Pre-fill</Link>}
        title="Documents"
        description="Texts of your own that runs and annotators search for evidence, without the internet."
      />
      <div className="space-y-6">
        {abilities.manage ? <CorpusUpload projectId={projectId} /> : null}
        {abilities.makeItems && total > 0 ? <MakeItems projectId={projectId} total={total} /> : null}
        {total > 0 ? <CorpusTrial projectId={projectId} /> : null}
        <DocumentsPanel projectId={projectId} total={total} canManage={abilities.manage} />
      </div>
    </>
  )
}
