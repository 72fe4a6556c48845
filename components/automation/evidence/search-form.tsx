'use client'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Search } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { MAX_QUERY, type SearchList } from '@/lib/automation/evidence/contract'
import { searchesNothing } from '@/lib/automation/evidence/rules'
import { ElsewhereForm } from './elsewhere-form'
import { OutsideButton } from './outside-button'
import type { SearchRoom } from './use-search-room'

/** The query, how new a page may be, and where it is searched. */
export function SearchForm({ room, times }: { room: SearchRoom; times: number }) {
  const { draft, search, searching, list, bench, unit } = room
  const field = useRef<HTMLTextAreaElement>(null)
  const isOnline = useOnline()
  // Each time that a search is asked for, the query can be written over at once.
  useEffect(() => {
    if (times === 0) return
    field.current?.focus()
    field.current?.select()
  }, [times])
  const provider = list.data?.provider
  if (bench.readOnly || list.data?.abilities.search === false)
    return <p className="text-muted text-sm">You can search while you work on the task.</p>
  if (provider && searchesNothing(provider)) return <NothingToSearch room={room} provider={provider} times={times} />
  const submit = () => {
    if (draft.query.trim() !== '' && !searching.isPending) search()
  }
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="Query">
        <Textarea
          ref={field}
          rows={2}
          maxLength={MAX_QUERY}
          value={draft.query}
          className="text-base"
          onChange={(event) => room.writeQuery(event.target.value)}
          onKeyDown={(event) => {
            // While an input method composes, Enter is its own.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
              return
            event.preventDefault()
            submit()
          }}
        />
      </Field>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field label="As of" hint="Only what was published until that day.">
          <Input
            type="date"
            dir="ltr"
            value={draft.asOf}
            className="w-44 pointer-coarse:min-h-11"
            onChange={(event) => room.writeDay(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="pointer-coarse:min-h-11"
          icon={<Search aria-hidden className="size-4" />}
          loading={searching.isPending}
          disabled={draft.query.trim() === '' || !isOnline}
        >
          Search
        </Button>
      </div>
      {unit ? <OutsideButton unit={unit} /> : null}
      {provider ? <Where provider={provider} /> : null}
      {isOnline ? null : (
        <Callout tone="warning" live title="You are offline">
          Searching needs the server. What you answer meanwhile is kept on this device; search again once you are back.
        </Callout>
      )}
      {searching.error ? (
        <Callout tone="danger" title="The search did not work">
          {searching.error.message}
        </Callout>
      ) : null}
    </form>
  )
}

type Provider = SearchList['provider']

function Where({ provider: { title, documents } }: { provider: Provider }) {
  const size = documents === null ? '' : documents === 1 ? ', one document' : `, ${documents} documents`
  return (
    <p className="text-muted text-xs">
      Searches {title}
      {size}. Every search is written down with its results, and reviewers can follow it.
    </p>
  )
}

function NothingToSearch({ room, provider, times }: { room: SearchRoom; provider: Provider; times: number }) {
  const { title, needs, configured } = provider
  return (
    <div className="space-y-4">
      <Callout tone="warning" title="Nothing can be searched here">
        {configured
          ? 'Searches in this project look through its own documents, and there are none yet. A manager can import some on the page “Documents”.'
          : `${title} needs ${needs.length > 0 ? needs.join(' and ') : 'settings'} on the server. Ask the person who runs it, or ask a manager to search the project’s own documents instead.`}{' '}
        You can search elsewhere meanwhile, and add what you find below.
      </Callout>
      <ElsewhereForm room={room} times={times} />
    </div>
  )
}

/** Does the browser believe that it has a network? */
const useOnline = () =>
  useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  )

function followNetwork(listener: () => void): () => void {
  const events = ['online', 'offline'] as const
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}
