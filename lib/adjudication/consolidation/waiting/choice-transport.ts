/** How choices go to the server, one a request. */

import { type ConsolidationView, getConsolidationEndpoint } from '@/lib/adjudication/consolidation/contract'
import { type DeskChoice, deskChoiceSchema, knownSchema } from '@/lib/adjudication/consolidation/waiting/contract'
import { arrived, holds, questionOf, roundOf, standing } from '@/lib/adjudication/consolidation/waiting/rules'
import { REQUEST_LIMIT_MS } from '@/lib/annotation/outbox/open-outbox'
import type { OutboxEntry, OutboxOutcome, OutboxTransport } from '@/lib/annotation/outbox/outbox-entry'
import { ApiError } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { sendChoice } from './send-choice'

const MOST_ATTEMPTS = 4

/** Whose choices these are, and what is known of the server's views: what a choice is compared with before it is sent. */
export interface Views {
  userId: string
  latest(taskId: string): ConsolidationView | undefined
  heard(view: ConsolidationView): void
}

/**
 * Sends one choice. Others may have worked on the item since: what they did elsewhere does not stand in the way, what they
 * did in the same place is a conflict. A choice whose fate is unknown is looked for before it is sent again, and so is one that
 * waited for another tab of the person to be done with its own: what is said in a discussion carries no revision by which the
 * server could tell that it was said already.
 */
export const choiceTransport =
  (views: Views): OutboxTransport =>
  ({ taskId }, [entry], { keepalive }) =>
    entry
      ? inTurn(`assay-desk/${entry.annotationId}`, keepalive, (waited) =>
          sendOne(views, taskId, entry, { keepalive, waited }),
        )
      : Promise.resolve([])

/** What this tab is at work on, by name: one run at most. */
const underWay = new Map<string, Promise<OutboxOutcome[]>>()

/**
 * Runs `work` when neither another tab of this browser nor this one is at work under the name, and says whether one was. A page
 * that is being left cannot wait: there it is run at once, and not at all where this tab is at work already.
 */
async function inTurn(
  name: string,
  isLeaving: boolean,
  work: (waited: boolean) => Promise<OutboxOutcome[]>,
): Promise<OutboxOutcome[]> {
  if (isLeaving && underWay.has(name)) return []
  const inThisTab = async (hasWaited: boolean) => {
    let waited = hasWaited
    // A page that was left may be back before what it sent then is answered.
    for (let other = underWay.get(name); other; other = underWay.get(name)) {
      await other.catch(() => [])
      waited = true
    }
    const run = work(waited).finally(() => underWay.delete(name))
    underWay.set(name, run)
    return run
  }
  if (isLeaving || !navigator.locks) return inThisTab(false)
  return navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? inThisTab(false) : navigator.locks.request(name, () => inThisTab(true)),
  )
}

async function sendOne(
  { userId, latest, heard }: Views,
  taskId: string,
  entry: OutboxEntry,
  { keepalive, waited }: { keepalive: boolean; waited: boolean },
): Promise<OutboxOutcome[]> {
  const limits = () => ({ keepalive, as: userId, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) })
  const read = async () => {
    const view = await call(getConsolidationEndpoint, { params: { taskId } }, limits())
    heard(view)
    return view
  }
  const at = { unit: entry.unit, question: questionOf(entry.question) }
  const choice = deskChoiceSchema.safeParse(entry.value).data
  if (!choice) return [refused(entry, 'It was kept by another version of Assay, and cannot be sent.')]
  let isUnknown = waited || entry.sent.length > 0
  let view = isUnknown ? await read() : (latest(taskId) ?? (await read()))
  for (let attempt = 1; ; attempt++) {
    if (roundOf(view) !== entry.annotationId) return [refused(entry, 'The item is in another round by now.')]
    if (isUnknown ? arrived(view, at, choice) : holds(view, at, choice)) return [outcome(entry, view, entry.value)]
    const now = standing(view, at, choice)
    if (isNews(entry, view, at, choice)) return [outcome(entry, view, { known: [now] })]
    try {
      const after = await sendChoice({ taskId, ...at }, choice, view.revision, limits())
      heard(after)
      return [outcome(entry, after, entry.value)]
    } catch (error) {
      const isBehind = error instanceof ApiError && error.code === 'revision_conflict' && attempt < MOST_ATTEMPTS
      if (!isBehind) throw error
      isUnknown = true
      view = await read()
    }
  }
}

export const knownOf = ({ baseValue }: OutboxEntry): readonly Json[] =>
  knownSchema.safeParse(baseValue).data?.known ?? []

/** Does something stand in the place that whoever chose has not seen, and did not bring about? */
function isNews(
  entry: OutboxEntry,
  view: ConsolidationView,
  at: { unit: string; question: string },
  choice: DeskChoice,
): boolean {
  const now = standing(view, at, choice)
  if (knownOf(entry).some((each) => sameValue(each, now))) return false
  const own = [entry.baseValue, ...entry.sent].flatMap((each) => deskChoiceSchema.safeParse(each).data ?? [])
  return !own.some((each) => arrived(view, at, each))
}

const refused = ({ unit, question }: OutboxEntry, message: string): OutboxOutcome => ({
  status: 'refused',
  unit,
  question,
  message,
})

/** Saved where the value is the entry's own; otherwise what stands there instead. */
const outcome = (
  { unit, question, value: own }: OutboxEntry,
  { revision }: ConsolidationView,
  value: Json,
): OutboxOutcome => ({
  status: value === own ? 'saved' : 'conflict',
  unit,
  question,
  value,
  revision,
  savedAt: new Date().toISOString(),
})
