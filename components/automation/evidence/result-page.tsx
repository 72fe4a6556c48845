'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { SpanField } from '@/components/annotation/workbench/span-field'
import { spanFromField, toField } from '@/components/annotation/workbench/spans'
import { AddressLink } from '@/components/ui/address-text'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyButton } from '@/components/ui/copy-button'
import { ArrowLeft, Quote } from '@/components/ui/icons'
import { hostOf } from '@/components/ui/web-address'
import { ENTER } from '@/lib/platform/client/fixed-keys'
import type { Span } from '@/lib/protocols/protocol'
import { codePointSlice } from '@/lib/text/code-points'
import { SnapshotLine } from './snapshot-line'
import type { Reading, SearchRoom } from './use-search-room'

/** The text of a result, as it was kept: words chosen in it become a quotation. */
export function ResultPage({ room, reading }: { room: SearchRoom; reading: Reading }) {
  const { place, quoting } = room
  const { page } = reading
  const field = useRef<HTMLTextAreaElement>(null)
  const mark = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<Span | null>(null)
  useBeginAt(field, mark, page.text, page.passage)
  const canQuote = place !== null && place.kind !== 'none'
  const quote = () => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
    const span = spanFromField(page.text, selectionStart, selectionEnd)
    setChosen(span)
    if (span && canQuote && !quoting.isPending) room.quote(reading, span)
  }
  const words = chosen ? codePointSlice(page.text, chosen.start, chosen.end) : ''
  return (
    <article className="space-y-3" aria-label={page.title || 'Page'}>
      <Button
        size="sm"
        variant="ghost"
        className="-ms-2 pointer-coarse:min-h-11"
        icon={<ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />}
        onClick={room.close}
      >
        Back to the results
      </Button>
      <header className="space-y-1">
        <h3 dir="auto" className="wrap-anywhere font-semibold">
          {page.title || 'Without a title'}
        </h3>
        {hostOf(page.url) ? (
          <p className="text-sm">
            <AddressLink href={page.url} />
          </p>
        ) : null}
        <SnapshotLine page={page} />
      </header>
      <div className="sticky top-0 z-10 space-y-2 border-line border-b bg-raised py-2 low:static">
        <div className="flex flex-wrap items-center gap-2">
          {canQuote ? (
            <Button
              size="sm"
              variant="primary"
              shortcut={ENTER}
              className="pointer-coarse:min-h-11"
              icon={<Quote aria-hidden className="size-4" />}
              loading={quoting.isPending}
              onClick={quote}
            >
              {place.kind === 'links' ? 'Add to links with these words' : 'Quote'}
            </Button>
          ) : words === '' ? null : (
            <CopyButton value={`${words}\n${page.url}`} what="the words with their address" showLabel />
          )}
          <p className="text-muted text-xs">
            {words === ''
              ? 'Choose words with the mouse, or with Shift and the arrows.'
              : `${[...words].length} characters chosen.`}
          </p>
        </div>
        {quoting.error ? (
          <Callout tone="danger" title="The words could not be quoted">
            {quoting.error.message}
          </Callout>
        ) : null}
      </div>
      {page.text.trim() === '' ? (
        <p className="text-muted text-sm">
          No text could be read from this page. Open it in a tab of its own and copy what it says by hand.
        </p>
      ) : (
        <SpanField
          ref={field}
          markRef={mark}
          label={`Text of the page: ${page.title}`}
          text={page.text}
          span={page.passage}
          isProposed
          marked="The passage that was found"
          shortcuts={canQuote ? 'Enter' : undefined}
          onChoose={(start, end) => setChosen(spanFromField(page.text, start, end))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            quote()
          }}
        />
      )}
    </article>
  )
}

/** Puts the cursor where the passage that was found begins, with the passage chosen, and brings it into view. */
function useBeginAt(
  field: RefObject<HTMLTextAreaElement | null>,
  mark: RefObject<HTMLElement | null>,
  text: string,
  passage: Span | null,
) {
  useEffect(() => {
    const [start, end] = passage ? [toField(text, passage.start), toField(text, passage.end)] : [0, 0]
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(start, end)
    mark.current?.scrollIntoView({ block: 'center' })
  }, [field, mark, text, passage])
}
