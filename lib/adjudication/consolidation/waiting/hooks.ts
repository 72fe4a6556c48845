'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { v4 as uuidv4 } from 'uuid'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { consolidationKeys } from '@/lib/adjudication/consolidation/hooks'
import { SUBMITTED } from '@/lib/annotation/outbox/local-store'
import { entryKey, entryState, type OutboxEntry, type OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { sameValue } from '@/lib/protocols/same-value'
import { type ChoicesOutbox, choicesOutbox, knownOf } from './choices-outbox'
import { type DeskChoice, deskChoiceSchema, type WaitingChoice } from './contract'
import { fieldOf, type Hiding, lastSeen, questionOf, roundOf, standing, withChoices } from './rules'

interface At {
  unit: string
  question: string
}

export interface WaitingChoices {
  /** The server's view, with what waits in it unless that is one choice and the server is about to answer. */
  view: ConsolidationView
  /** The server's view with all that was chosen: what the next choice goes on from. */
  ahead: ConsolidationView
  status: OutboxStatus
  /** What needs a decision before it can be sent, or cannot be sent at all. */
  blocked: readonly OutboxEntry[]
  /** Keeps a choice on the device; from there it goes to the server, in order, when it can. Returns `ahead` with it. */
  choose(at: At, choice: DeskChoice): ConsolidationView
  /** The same, and waits for the server's word. What the server refuses is let go of and thrown, in its words. */
  send(at: At, choice: DeskChoice): Promise<ConsolidationView>
  /** Ends a conflict or a refusal with one's own choice or without it. */
  end(entry: OutboxEntry, choice: 'mine' | 'theirs'): void
  /** How many choices were made so far, sent or not. */
  countChosen(): number
  /** Tries what waits at once; resolves with how it stands then. */
  flush(): Promise<OutboxStatus>
}

const SAVED: OutboxStatus = { state: 'saved', count: 0, unkept: false }
const never = () => () => {}
const isBlocked = (entry: OutboxEntry) => entryState(entry) !== 'waiting'

/** What waits, as choices; one that is blocked changes nothing in what is shown. */
const choicesIn = (entries: readonly OutboxEntry[]): (WaitingChoice & Hiding)[] =>
  entries.flatMap((entry) => {
    const choice = isBlocked(entry) ? null : deskChoiceSchema.safeParse(entry.value).data
    const placeAndTime = {
      unit: entry.unit,
      question: questionOf(entry.question),
      at: new Date(entry.editedAt).toISOString(),
    }
    return choice ? [{ ...placeAndTime, choice, known: knownOf(entry) }] : []
  })

/** Gives what is said its id; said again while it waits, it is the same remark. */
function withRemarkId(choice: DeskChoice, before: OutboxEntry | undefined): DeskChoice {
  if (choice.does !== 'object' && (choice.does !== 'accept' || choice.reason === '')) return choice
  const waiting = deskChoiceSchema.safeParse(before?.value).data
  const remarkId = waiting && 'remarkId' in waiting ? waiting.remarkId : undefined
  const again = { ...choice, ...(remarkId ? { remarkId } : {}) }
  return waiting && remarkId && sameValue(again, waiting) ? again : { ...choice, remarkId: uuidv4() }
}

/** What somebody chose at a desk and the server does not have yet, over what the server has. */
export function useWaitingChoices(server: ConsolidationView): WaitingChoices {
  const { userId, taskId } = server
  const round = roundOf(server)
  const client = useQueryClient()
  const [desk] = useState(() => (typeof window === 'undefined' ? null : choicesOutbox(userId)))
  const version = useSyncExternalStore(
    desk?.outbox.subscribe ?? never,
    () => desk?.outbox.version() ?? 0,
    () => 0,
  )
  useViews(desk, server)
  const readyOutbox = version > 0 ? (desk?.outbox ?? null) : null
  const entries = useMemo(
    () => (version > 0 && readyOutbox ? readyOutbox.entries(round) : []),
    [readyOutbox, round, version],
  )
  const status = readyOutbox?.status(round) ?? SAVED
  const ahead = useMemo(() => withChoices(server, choicesIn(entries)), [server, entries])
  const isShown = useShown(status)
  const chosen = useRef(0)

  const latest = () => client.getQueryData<ConsolidationView>(consolidationKeys.one(taskId)) ?? server
  const waiting = () => choicesIn(desk?.outbox.entries(round) ?? [])
  const choose = (place: At, choice: DeskChoice) => {
    if (!desk) return server
    chosen.current += 1
    const { outbox } = desk
    const now = latest()
    desk.know(now)
    const hiding = waiting()
    const shownView = withChoices(now, hiding)
    const field = { annotationId: round, ...fieldOf(place, choice) }
    const key = entryKey(field)
    const before = outbox.entries(round).find((each) => entryKey(each) === key)
    // What was refused is not shown: whoever chooses again has seen what stands.
    if (entryState(before) === 'refused') outbox.settle(key, 'theirs')
    const change = {
      taskId,
      ...field,
      value: withRemarkId(choice, before),
      origin: 'chosen',
      suggestionId: null,
    } as const
    const earlierValues = before && !isBlocked(before) ? knownOf(before) : []
    const knownValues = [
      ...(earlierValues.length > 0 ? earlierValues : [lastSeen(now, place, choice, hiding)]),
      standing(shownView, place, choice),
    ]
    outbox.put(change, now.revision, { held: { known: knownValues } })
    return withChoices(now, waiting())
  }
  const send = async (place: At, choice: DeskChoice) => {
    choose(place, choice)
    await desk?.outbox.flush(round)
    const key = entryKey({ annotationId: round, ...fieldOf(place, choice) })
    const refused = desk?.outbox.entries(round).find((entry) => entryKey(entry) === key)?.refused ?? null
    if (refused === null) return withChoices(latest(), waiting())
    desk?.outbox.settle(key, 'theirs')
    throw new Error(refused)
  }
  return {
    view: isShown ? ahead : server,
    ahead,
    status,
    blocked: [...entries.filter(isBlocked), ...(readyOutbox?.leftovers({ taskId, annotationId: round }) ?? [])],
    choose,
    send,
    countChosen: () => chosen.current,
    end: (entry, choice) => desk?.outbox.settle(entryKey(entry), choice),
    flush: async () => {
      await desk?.outbox.flush(round)
      return desk?.outbox.status(round) ?? SAVED
    },
  }
}

/**
 * Is what waits shown? Not a single choice on its way: the answer is about to show it, with everything that follows from it and
 * only the server can tell. What was shown stays until all is saved, so that nothing chosen seems to be open again.
 */
function useShown({ state, count }: OutboxStatus): boolean {
  const [wasShown, setShown] = useState(false)
  const isShown = state !== 'saved' && (wasShown || state !== 'saving' || count > 1)
  if (isShown !== wasShown) setShown(isShown)
  return isShown
}

/** Shows what the server answers, and hears when another tab of the person was answered. */
function useViews(desk: ChoicesOutbox | null, server: ConsolidationView): void {
  const { taskId } = server
  const client = useQueryClient()
  useEffect(() => {
    desk?.know(server)
  }, [desk, server])
  useEffect(() => {
    const queryKey = consolidationKeys.one(taskId)
    const ends = [
      desk?.onView((view) => {
        if (view.taskId !== taskId) return
        // A reading that set out before must not take the answer back.
        void client.cancelQueries({ queryKey })
        client.setQueryData(queryKey, view)
      }),
      desk?.outbox.onServerValue((line, { revision }) => {
        const cachedView = client.getQueryData<ConsolidationView>(queryKey)
        if (cachedView && roundOf(cachedView) === line && cachedView.revision < revision)
          void client.invalidateQueries({ queryKey })
      }),
    ]
    // The page that one came from, or another tab, may have saved after this page was drawn and before it listened.
    const drawn = client.getQueryData<ConsolidationView>(queryKey)
    const confirmed = drawn && desk?.outbox.lastConfirmed(roundOf(drawn))
    const isBehind = drawn && confirmed && confirmed !== SUBMITTED && drawn.revision < confirmed.revision
    if (isBehind && !client.getQueryState(queryKey)?.isInvalidated) void client.invalidateQueries({ queryKey })
    return () => {
      for (const end of ends) end?.()
    }
  }, [desk, client, taskId])
}
