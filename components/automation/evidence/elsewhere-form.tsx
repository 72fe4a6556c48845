'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Textarea } from '@/components/ui/textarea'
import { completedAddress } from '@/components/ui/web-address'
import { MAX_QUERY } from '@/lib/automation/evidence/contract'
import { takesQueries } from './evidence-place'
import { OutsideButton } from './outside-button'
import { pastedProblems } from './pasted-problems'
import type { SearchRoom } from './use-search-room'

/** What was searched for and found somewhere else: the query, the address of a page and its words, or that there was nothing. */
export function ElsewhereForm({ room, times }: { room: SearchRoom; times: number }) {
  const { draft, unit, bench, place, pasted, paste } = room
  const [problems, setProblems] = useState<ReturnType<typeof pastedProblems>>({})
  const form = useRef<HTMLFormElement>(null)
  const takes = place !== null && place.kind !== 'none'
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [times])
  if (!unit) return null
  const submit = () => {
    const found = { url: completedAddress(pasted.url), quote: pasted.quote.trim() }
    const next = pastedProblems(found, place?.kind)
    setProblems(next)
    const first = FIELDS.find((name) => next[name] !== undefined)
    if (first) {
      room.refuse()
      return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    }
    room.addPasted(found)
    form.current?.querySelector<HTMLElement>('[name=url]')?.focus()
  }
  const query = draft.query.trim()
  const writeDown = () => {
    setProblems({})
    room.writeDown([query])
  }
  return (
    <form
      ref={form}
      className="space-y-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (takes) submit()
      }}
    >
      <Field label="Query">
        <Textarea
          rows={2}
          maxLength={MAX_QUERY}
          value={draft.query}
          data-first={takes ? undefined : true}
          className="text-base"
          onChange={(event) => room.writeQuery(event.target.value)}
        />
      </Field>
      <OutsideButton unit={unit} />
      {takes ? (
        <>
          <p className="text-muted text-sm">
            Paste what you found, or let the bookmark on <Link href="/account#bookmark">your account page</Link> bring
            it.
          </p>
          <Field label="Address of the page" required error={problems.url}>
            <Input
              name="url"
              data-first
              inputMode="url"
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              value={pasted.url}
              onChange={(event) => paste({ url: event.target.value })}
            />
          </Field>
          <Field
            label="Quotation"
            required={place.kind === 'list'}
            hint="The words of the page, unchanged."
            error={problems.quote}
          >
            <Textarea
              name="quote"
              rows={4}
              value={pasted.quote}
              onChange={(event) => paste({ quote: event.target.value })}
            />
          </Field>
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {takes ? (
          <Button type="submit" variant="primary" className="pointer-coarse:min-h-11">
            {place.kind === 'list' ? 'Add to your evidence' : 'Add to the links'}
          </Button>
        ) : null}
        {takesQueries(bench, unit) ? (
          <Button className="pointer-coarse:min-h-11" disabled={query === ''} onClick={writeDown}>
            Searched elsewhere, none found
          </Button>
        ) : null}
      </div>
    </form>
  )
}

const FIELDS = ['url', 'quote'] as const
