'use client'
import { useEffect, useEffectEvent, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { useHash } from '@/components/ui/use-hash'
import { completedAddress } from '@/components/ui/web-address'
import {
  CLIP_CHANNEL,
  type Clip,
  type ClipMessage,
  type ClipPlace,
  clipMessageSchema,
  readClip,
} from '@/lib/automation/evidence/clip/contract'
import { MAX_QUERY } from '@/lib/automation/evidence/contract'
import { MAX_QUOTE } from '@/lib/automation/evidence/rules'
import { pastedProblems } from './pasted-problems'

/** What a bookmark brought from a page of the web, to be checked and handed to an open task. Until then nothing is sent. */
export function AddEvidenceView({ userId }: { userId: string }) {
  const hash = useHash()
  const isRead = useIsRead()
  const clip = readClip(hash)
  return (
    <>
      <PageHeader
        title="Add evidence"
        description="Check what came along from the page, then add it to the task that is open in another tab."
      />
      {clip ? <ClipForm key={hash} clip={clip} userId={userId} /> : isRead ? <NothingCame /> : null}
    </>
  )
}

/** Only a browser can read what stands behind `#`. */
const useIsRead = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )

const NothingCame = () => (
  <EmptyState title="Nothing came along">
    Mark words on a page of the web and choose the bookmark “Add to Assay” there. You find it on{' '}
    <Link href="/account#bookmark">your account page</Link>.
  </EmptyState>
)

function ClipForm({ clip, userId }: { clip: Clip; userId: string }) {
  const { places, answer, ask, send } = useOpenTasks(userId)
  const [chosen, setChosen] = useState<string | null>(null)
  const [address, setAddress] = useState(clip.address)
  const [quote, setQuote] = useState(clip.words)
  const [query, setQuery] = useState<string | null>(null)
  const [problems, setProblems] = useState<ReturnType<typeof pastedProblems>>({})
  const isReady = useReady()
  const place = places.find(({ tab }) => tab === chosen) ?? (places.length === 1 ? places[0] : undefined)
  if (answer?.done)
    return (
      <div ref={bringIntoView}>
        <Callout tone="success" live title={answer.text}>
          You can close this tab and go on in the task.
        </Callout>
      </div>
    )
  const submit = () => {
    if (!place) return
    const url = completedAddress(address)
    const words = quote.trim() === '' && place.takes === 'links' ? clip.title : quote.trim()
    const found = pastedProblems({ url, quote: words }, place.takes)
    setProblems(found)
    if (found.url || found.quote) return
    send({
      kind: 'add',
      tab: place.tab,
      userId,
      unit: place.unit,
      address: url,
      quote: words,
      query: (query ?? place.query).trim(),
    })
  }
  return (
    <form
      className="flex max-w-2xl flex-col gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div>
        <p className="text-muted text-sm">Title of the page</p>
        <p dir="auto" className="wrap-anywhere font-medium">
          {clip.title || 'None'}
        </p>
      </div>
      <Field
        label="Address"
        required
        error={problems.url}
        hint="The page said so itself: see that it is the right one."
      >
        <Input
          inputMode="url"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <Field
        label="Quotation"
        required={place?.takes !== 'links'}
        error={problems.quote}
        hint={
          clip.cut
            ? `The chosen words were cut at ${MAX_QUOTE.toLocaleString('en')} characters.`
            : 'The words of the page, unchanged.'
        }
      >
        <Textarea rows={6} value={quote} onChange={(event) => setQuote(event.target.value)} />
      </Field>
      {place?.takes === 'list' ? (
        <Field label="Query" hint="What you searched for when you found it.">
          <Textarea
            rows={2}
            maxLength={MAX_QUERY}
            value={query ?? place.query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </Field>
      ) : null}
      <Where places={places} place={place} onChoose={setChosen} onAsk={ask} />
      {answer && !answer.done ? (
        <div ref={bringIntoView}>
          <Callout tone="danger" live title="Not added">
            {answer.text}
          </Callout>
        </div>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        className="self-start pointer-coarse:min-h-11"
        disabled={!isReady || !place || place.takes === 'none'}
      >
        {place?.takes === 'links' ? 'Add to the links' : 'Add to your evidence'}
      </Button>
    </form>
  )
}

/** The form may be longer than the window, and was sent from any of its fields. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface WhereProps {
  places: readonly ClipPlace[]
  place: ClipPlace | undefined
  onChoose(tab: string): void
  onAsk(): void
}

/** The open tasks of this browser, each with the unit that one is at. */
function Where({ places, place, onChoose, onAsk }: WhereProps) {
  if (places.length === 0)
    return (
      <Callout tone="warning" live title="No task is open in this browser">
        <p>Open the task that this belongs to in another tab, go to its claim or segment, and come back.</p>
        <Button size="sm" className="mt-2 pointer-coarse:min-h-11" onClick={onAsk}>
          Look again
        </Button>
      </Callout>
    )
  return (
    <Field label="Where it goes">
      <RadioGroup
        options={places.map(({ tab, unitName, text, project, item, takes }) => ({
          value: tab,
          label: (
            <span className="wrap-anywhere">
              <span className="font-medium">{unitName}</span>: <bdi>{text}</bdi>
            </span>
          ),
          hint: (
            <>
              <bdi>{project}</bdi>, <bdi>{item}</bdi>
              {takes === 'none' ? '. This task takes no evidence.' : null}
            </>
          ),
        }))}
        value={place?.tab ?? null}
        onValueChange={onChoose}
      />
    </Field>
  )
}

/** One's own open tasks in other tabs of this browser, and what became of what was handed to one. */
function useOpenTasks(userId: string) {
  const [places, change] = useReducer(placesAfter, [])
  const [answer, setAnswer] = useState<{ done: boolean; text: string } | null>(null)
  const channel = useRef<BroadcastChannel>(null)
  const askedTabs = useRef(new Set<string>())
  const hear = useEffectEvent((message: ClipMessage) => {
    // All tabs hear of it. After a double click the second answer, that it is there already, is no news.
    if (message.kind === 'answer') {
      if (askedTabs.current.has(message.tab)) setAnswer((now) => (now?.done ? now : message))
    } else if (message.kind === 'gone' || (message.kind === 'place' && message.userId === userId)) change(message)
  })
  const post = (message: ClipMessage) => channel.current?.postMessage(message)
  useEffect(() => {
    const joined = new BroadcastChannel(CLIP_CHANNEL)
    channel.current = joined
    joined.onmessage = ({ data }) => {
      const message = clipMessageSchema.safeParse(data).data
      if (message) hear(message)
    }
    joined.postMessage({ kind: 'ask' } satisfies ClipMessage)
    return () => joined.close()
  }, [])
  return {
    places,
    answer,
    ask: () => post({ kind: 'ask' }),
    send: (message: Extract<ClipMessage, { kind: 'add' }>) => {
      setAnswer(null)
      askedTabs.current.add(message.tab)
      post(message)
    },
  }
}

function placesAfter(
  places: readonly ClipPlace[],
  message: Extract<ClipMessage, { kind: 'place' | 'gone' }>,
): readonly ClipPlace[] {
  if (message.kind === 'gone') return places.filter(({ tab }) => tab !== message.tab)
  return places.some(({ tab }) => tab === message.tab)
    ? places.map((place) => (place.tab === message.tab ? message : place))
    : [...places, message]
}

/** So long a click may still be meant for the page that lay in this place before, which can open this one under the pointer. */
const TAKING_IN_MS = 700

function useReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), TAKING_IN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isReady
}
