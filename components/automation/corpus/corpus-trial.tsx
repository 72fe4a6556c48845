'use client'

import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link, OutsideLink } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { MAX_QUERY } from '@/lib/automation/evidence/contract'
import type { CorpusHit } from '@/lib/automation/evidence/corpus/contract'
import { corpusTrialQuery } from '@/lib/automation/evidence/corpus/hooks'
import { documentAddress } from '@/lib/automation/evidence/corpus/rules'
import { counted } from './counted'

/** A search as runs and annotators make it, with the passages that it finds. */
export function CorpusTrial({ projectId }: { projectId: string }) {
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
        {hit.url === address ? null : (
          <OutsideLink href={hit.url} className="break-all">
            {hit.url}
          </OutsideLink>
        )}
      </p>
    </li>
  )
}
