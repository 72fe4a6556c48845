'use client'
/** How choices go to the server, one a request, and the outbox of a person's desks in this tab. */
import {
  type ConsolidationView,
  getConsolidationEndpoint,
  proposeValueEndpoint,
  replyToProposalEndpoint,
  resolveQuestionEndpoint,
  setCauseEndpoint,
  takeLaneEndpoint,
  withdrawResolutionEndpoint,
} from '@/lib/adjudication/consolidation/contract'
import {
  acceptLaneEndpoint,
  acceptValueEndpoint,
  objectToValueEndpoint,
  takeBackWordEndpoint,
} from '@/lib/adjudication/consolidation/discussion/contract'
import { TASKS_KEPT } from '@/lib/annotation/outbox/local-store'
import { type Outbox, type OutboxTransport, openOutbox } from '@/lib/annotation/outbox/outbox'
import type { OutboxEntry, OutboxOutcome } from '@/lib/annotation/outbox/outbox-entry'
import { REQUEST_LIMIT_MS } from '@/lib/annotation/outbox/send-schedule'
import { ApiError } from '@/lib/platform/client/api-error'
import { type CallOptions, call } from '@/lib/platform/client/fetch-json'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { type DeskChoice, deskChoiceSchema, knownSchema } from './contract'
import { arrived, holds, questionOf, roundOf, standing } from './rules'

/** A person's choices at all desks of this tab, and what the server last said of each task. */
export interface ChoicesOutbox {
  outbox: Outbox
  know(view: ConsolidationView): void
  onView(listener: (view: ConsolidationView) => void): () => void
}

/** In what the outbox of choices differs from that of answers. */
export const CHOICES = { batch: 1, goesLast: true, turns: 'assay-desk' } as const

const desks = new Map<string, ChoicesOutbox>()

/**
 * The outbox of what somebody chooses at desks: one choice a request, in the order in which they were made, and one tab at a time.
 * Browser only.
 */
export function choicesOutbox(userId: string): ChoicesOutbox {
  const existingDesk = desks.get(userId)
  if (existingDesk) return existingDesk
  const views = new Map<string, ConsolidationView>()
  const listeners = new Set<(view: ConsolidationView) => void>()
  /** False where more is known already: answers overtake each other. */
  const note = (view: ConsolidationView): boolean => {
    const previousView = views.get(view.taskId)
    if (previousView && roundOf(previousView) === roundOf(view) && previousView.revision > view.revision) return false
    views.delete(view.taskId)
    views.set(view.taskId, view)
    for (const taskId of [...views.keys()].slice(0, -TASKS_KEPT)) views.delete(taskId)
    return true
  }
  const heard = (view: ConsolidationView) => {
    if (note(view)) for (const listener of listeners) listener(view)
  }
  const transport = choiceTransport({ userId, latest: (taskId) => views.get(taskId), heard })
  const desk: ChoicesOutbox = {
    outbox: openOutbox(`desk/${userId}`, { transport, ...CHOICES }),
    know: (view) => void note(view),
    onView: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  desks.set(userId, desk)
  return desk
}

const MOST_ATTEMPTS = 4

/** Whose choices these are, and what is known of the server's views: what a choice is compared with before it is sent. */
interface Views {
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
  async ({ taskId }, [entry], how) =>
    entry ? [await sendOne(views, taskId, entry, how)] : []

async function sendOne(
  { userId, latest, heard }: Views,
  taskId: string,
  entry: OutboxEntry,
  { keepalive, hasWaited }: Parameters<OutboxTransport>[2],
): Promise<OutboxOutcome> {
  const limits = () => ({ keepalive, as: userId, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) })
  const read = async () => {
    const view = await call(getConsolidationEndpoint, { params: { taskId } }, limits())
    heard(view)
    return view
  }
  const place = { unit: entry.unit, question: questionOf(entry.question) }
  const choice = deskChoiceSchema.safeParse(entry.value).data
  if (!choice) return refused(entry, 'It was kept by another version of Assay, and cannot be sent.')
  let isUnknown = hasWaited || entry.sent.length > 0
  let view = isUnknown ? await read() : (latest(taskId) ?? (await read()))
  for (let attempt = 1; ; attempt++) {
    if (roundOf(view) !== entry.annotationId)
      return refused(
        entry,
        'The item has gone into another round meanwhile: it was sent back, or changes of an earlier stage were taken over.',
      )
    if (isUnknown ? arrived(view, place, choice) : holds(view, place, choice)) return outcome(entry, view, entry.value)
    const now = standing(view, place, choice)
    if (isNews(entry, view, place, choice)) return outcome(entry, view, { known: [now] })
    try {
      const after = await sendChoice({ taskId, ...place }, choice, view.revision, limits())
      heard(after)
      return outcome(entry, after, entry.value)
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
  place: { unit: string; question: string },
  choice: DeskChoice,
): boolean {
  const now = standing(view, place, choice)
  if (knownOf(entry).some((each) => sameValue(each, now))) return false
  const earlierChoices = [entry.baseValue, ...entry.sent].flatMap((each) => deskChoiceSchema.safeParse(each).data ?? [])
  return !earlierChoices.some((each) => arrived(view, place, each))
}

const refused = ({ unit, question }: OutboxEntry, message: string): OutboxOutcome => ({
  status: 'refused',
  unit,
  question,
  message,
})

/** Saved where the value is the entry's own; otherwise what stands there instead. */
const outcome = (
  { unit, question, value: entryValue }: OutboxEntry,
  { revision }: ConsolidationView,
  value: Json,
): OutboxOutcome => ({
  status: value === entryValue ? 'saved' : 'conflict',
  unit,
  question,
  value,
  revision,
  savedAt: new Date().toISOString(),
})

/** Sends one choice to its endpoint, on a revision where the endpoint takes one. Throws ApiError. */
function sendChoice(
  { taskId, ...at }: { taskId: string; unit: string; question: string },
  choice: DeskChoice,
  expectedRevision: number,
  options: CallOptions,
): Promise<ConsolidationView> {
  const params = { taskId }
  const { unit } = at
  switch (choice.does) {
    case 'settle': {
      const { choice: chosen, reason } = choice
      return call(
        resolveQuestionEndpoint,
        { params, body: { ...at, choice: chosen, ...(reason ? { reason } : {}), expectedRevision } },
        options,
      )
    }
    case 'withdraw':
      return call(withdrawResolutionEndpoint, { params, body: { ...at, expectedRevision } }, options)
    case 'take_unit':
      return call(takeLaneEndpoint, { params, body: { unit, lane: choice.lane, expectedRevision } }, options)
    case 'cause':
      return call(setCauseEndpoint, { params, body: { ...at, cause: choice.cause, expectedRevision } }, options)
    case 'propose': {
      const { value, comment } = choice
      return call(proposeValueEndpoint, { params, body: { ...at, value, comment, expectedRevision } }, options)
    }
    case 'reply': {
      const { value, reply, comment } = choice
      return call(replyToProposalEndpoint, { params, body: { ...at, value, reply, comment } }, options)
    }
    case 'accept': {
      const { choice: chosen, reason, remarkId } = choice
      return call(
        acceptValueEndpoint,
        { params, body: { ...at, choice: chosen, ...(reason ? { reason, remarkId } : {}) } },
        options,
      )
    }
    case 'accept_unit':
      return call(acceptLaneEndpoint, { params, body: { unit, lane: choice.lane } }, options)
    case 'object': {
      const { value, comment, remarkId } = choice
      return call(objectToValueEndpoint, { params, body: { ...at, value, comment, remarkId } }, options)
    }
    case 'take_back':
      return call(takeBackWordEndpoint, { params, body: at }, options)
  }
}
