import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { Outbox } from '@/lib/annotation/outbox/outbox'
import { entryKey, type OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { clock } from '@/lib/annotation/outbox/send-schedule'
import { ACTING_USER_HEADER } from '@/lib/platform/api/endpoint'
import type { Json } from '@/lib/protocols/protocol'
import { s1, taskId, viewOf } from '@/tests/support/desk-view'
import { CHOICES, choiceTransport } from './choices-outbox'
import type { DeskChoice } from './contract'
import { fieldOf, roundOf, standing } from './rules'

/** A choice on the first segment, made on this view. */
function entryOf(choice: DeskChoice, seen: ConsolidationView, sent: Json[] = []): OutboxEntry {
  const known = [standing(seen, s1, choice)]
  return {
    taskId,
    annotationId: roundOf(seen),
    ...fieldOf(s1, choice),
    value: choice,
    origin: 'chosen',
    suggestionId: null,
    base: seen.revision,
    baseValue: { known },
    seq: 1,
    editedAt: 0,
    sent,
    conflict: null,
    refused: null,
  }
}

const takeA: DeskChoice = { does: 'settle', choice: { lane: 'A' }, reason: '' }
const problem = (status: number, code: string) =>
  Response.json({ type: 'about:blank', title: 't', status, code, detail: 'No.' }, { status })

let asked: string[]
let answers: Response[]
let actingUsers: (string | null)[]
beforeEach(() => {
  ;[asked, actingUsers] = [[], []]
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const body = init.body ? (JSON.parse(String(init.body)) as { expectedRevision?: number }) : {}
    actingUsers.push(new Headers(init.headers).get(ACTING_USER_HEADER))
    asked.push([init.method, body.expectedRevision].filter((each) => each !== undefined).join(' '))
    return answers.shift() ?? problem(500, 'internal')
  })
})
afterEach(() => vi.unstubAllGlobals())

const transportKnowing = (view?: ConsolidationView) =>
  choiceTransport({ userId: 'ada', latest: () => view, heard: () => {} })
const sending = (entry: OutboxEntry, known?: ConsolidationView) =>
  transportKnowing(known)(entry, [entry], { keepalive: false, hasWaited: false })

describe('choiceTransport', () => {
  it('sends on the revision that is known, and again on a later one where others worked elsewhere', async () => {
    const seen = viewOf(4)
    answers = [problem(409, 'revision_conflict'), Response.json(viewOf(5, { s2: true })), Response.json(viewOf(6))]
    expect(await sending(entryOf(takeA, seen), seen)).toMatchObject([{ status: 'saved', revision: 6 }])
    expect(asked).toEqual(['PUT 4', 'GET', 'PUT 5'])
    // All as theirs: another tab may have signed somebody else in.
    expect(new Set(actingUsers)).toEqual(new Set(['ada']))
  })

  it('is a conflict where others settled the same otherwise, and sends nothing over it', async () => {
    const seen = viewOf(4)
    answers = [problem(409, 'revision_conflict'), Response.json(viewOf(5, { s1: false }))]
    const [outcome] = await sending(entryOf(takeA, seen), seen)
    expect(outcome).toMatchObject({ status: 'conflict', revision: 5, value: { known: [[{ ...s1, value: false }]] } })
    expect(asked).toEqual(['PUT 4', 'GET'])
  })

  it('settles what has followed by itself from an earlier choice meanwhile', async () => {
    const seen = viewOf(4)
    const followed = viewOf(5, { s1: true })
    const now = { ...followed, settled: followed.settled.map((each) => ({ ...each, how: 'single' as const })) }
    answers = [Response.json(viewOf(6, { s1: true }))]
    expect(await sending(entryOf(takeA, seen), now)).toMatchObject([{ status: 'saved', revision: 6 }])
    expect(asked).toEqual(['PUT 5'])
  })

  it('counts as saved what the server has already, from an attempt whose answer was lost', async () => {
    const seen = viewOf(4)
    answers = [Response.json(viewOf(5, { s1: true }))]
    expect(await sending(entryOf(takeA, seen, [takeA]), seen)).toMatchObject([{ status: 'saved', revision: 5 }])
    expect(asked).toEqual(['GET'])
  })

  it('does not take the same value with another reason for its own', async () => {
    const own: DeskChoice = { does: 'settle', choice: { value: true }, reason: 'The atlas says so.' }
    answers = [Response.json(viewOf(5, { s1: true }, 'Everybody knows.'))]
    expect(await sending(entryOf(own, viewOf(4)))).toMatchObject([{ status: 'conflict' }])
  })

  it('knows a lane taken for a whole unit again', async () => {
    const unit: DeskChoice = { does: 'take_unit', lane: 'A' }
    answers = [Response.json(viewOf(5, { s1: true }))]
    expect(await sending(entryOf(unit, viewOf(4), [unit]))).toMatchObject([{ status: 'saved' }])
    expect(asked).toEqual(['GET'])
  })

  describe('says in words', () => {
    const remarkId = '0197d000-0000-4000-8000-000000000001'
    const remark = { unit: 's1', question: null, body: 'No.', reply: null, createdAt: null }
    const by = { kind: 'you', lane: 'A', name: null } as const
    const said = (id: string) => ({
      ...viewOf(5),
      comments: [{ ...remark, id, author: by }],
      words: [{ ...s1, by, value: true }],
    })
    const other = said('0197d000-0000-4000-8000-000000000002')

    it.each<DeskChoice>([
      { does: 'object', value: true, comment: 'No.', remarkId },
      { does: 'accept', choice: { value: true }, reason: 'No.', remarkId },
    ])('what was said in the same words of another question, and not again: $does', async (choice) => {
      answers = [Response.json(other), Response.json(said(remarkId))]
      expect(await sending(entryOf(choice, viewOf(4), [choice]), viewOf(4))).toMatchObject([{ status: 'saved' }])
      expect(asked).toEqual(['GET', choice.does === 'object' ? 'POST' : 'PUT'])
      asked = []
      answers = [Response.json(said(remarkId))]
      expect(await sending(entryOf(choice, viewOf(4), [choice]), viewOf(4))).toMatchObject([{ status: 'saved' }])
      expect(asked).toEqual(['GET'])
      asked = []
      answers = [Response.json(said(remarkId))]
      expect(await sending(entryOf(choice, other), other)).toMatchObject([{ status: 'saved' }])
      expect(asked).toHaveLength(1)
    })
  })

  it('refuses what another version kept, and goes on with the rest', async () => {
    const entry = { ...entryOf(takeA, viewOf(4)), value: { does: 'something else' } }
    expect(await sending(entry, viewOf(4))).toMatchObject([{ status: 'refused' }])
    expect(asked).toEqual([])
  })

  it('sends nothing into another round, and leaves failures of the network to the outbox', async () => {
    answers = [Response.json({ ...viewOf(1), round: 2 })]
    expect(await sending(entryOf(takeA, viewOf(4)))).toMatchObject([{ status: 'refused' }])
    answers = [problem(503, 'internal')]
    await expect(sending(entryOf(takeA, viewOf(4)), viewOf(4))).rejects.toMatchObject({ status: 503 })
  })
})

describe('the outbox of choices', () => {
  const entry = entryOf(takeA, viewOf(4))
  let kept: Map<string, string>
  let waiting: ((answer: Response) => void)[]
  /** The outbox of a page that knows this view. */
  const openPage = (known = viewOf(4)) =>
    new Outbox({
      ...CHOICES,
      transport: transportKnowing(known),
      clock,
      storage: {
        read: () => [...kept],
        get: (key) => kept.get(key) ?? null,
        write: (key, text) => Boolean(kept.set(key, text)),
        remove: (key) => void kept.delete(key),
      },
    })
  const put = (outbox: Outbox, options: { typing?: boolean } = {}) => {
    const { taskId, annotationId, unit, question, value, origin, suggestionId, baseValue: held, base } = entry
    outbox.put({ taskId, annotationId, unit, question, value, origin, suggestionId }, base, { held, ...options })
  }
  const answer = async (view: ConsolidationView) => {
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.(Response.json(view))
  }
  const answerLater = () => {
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      asked.push(init.keepalive ? `${init.method} leaving` : (init.method ?? ''))
      return new Promise<Response>((done) => waiting.push(done))
    })
  }
  beforeEach(() => {
    ;[kept, waiting] = [new Map(), []]
  })

  it('looks for a choice that another tab was at work on before it sends it', async () => {
    type Work = (lock: object | null) => unknown
    const request = (_: string, ...[first, second]: [object, Work] | [Work]) =>
      typeof first === 'function' ? first({}) : second?.(null)
    vi.stubGlobal('navigator', { locks: { request } })
    answers = [Response.json(viewOf(5, { s1: true }))]
    const outbox = openPage()
    put(outbox)
    await outbox.flush(entry.annotationId)
    expect(kept.size).toBe(0)
    expect(asked).toEqual(['GET'])
  })

  it('sends nothing again while this tab is at work, only because the page is out of sight', async () => {
    answerLater()
    const outbox = openPage()
    put(outbox)
    outbox.leave()
    await answer(viewOf(5, { s1: true }))
    await waitFor(() => expect(kept.size).toBe(0))
    expect(asked).toEqual(['PUT'])
    put(outbox, { typing: true })
    outbox.leave()
    await answer(viewOf(5, { s1: true }))
    await waitFor(() => expect(kept.size).toBe(0))
    expect(asked).toEqual(['PUT', 'PUT leaving'])
  })

  /** A page that is left, and back before the server has answered what it sent then; others may have it by now. */
  const leaveAndComeBack = () => {
    answerLater()
    const outbox = openPage()
    kept.set(entryKey(entry), JSON.stringify({ ...entry, sent: [takeA], editedAt: Date.now() }))
    outbox.refresh()
    outbox.leave()
    return outbox.flush(entry.annotationId)
  }

  it('waits for what a page that was being left is still sending, when one is back, and sends it no more', async () => {
    const back = leaveAndComeBack()
    await answer(viewOf(4))
    await answer(viewOf(5, { s1: true }))
    await back
    expect(asked).toEqual(['GET leaving', 'PUT leaving'])
    expect(kept.size).toBe(0)
  })

  it('looks for what a page that was being left has sent in vain, when one is back, before it sends it again', async () => {
    const back = leaveAndComeBack()
    await answer(viewOf(4))
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.(problem(503, 'internal'))
    await answer(viewOf(5, { s1: true }))
    await back
    expect(asked).toEqual(['GET leaving', 'PUT leaving', 'GET'])
    expect(kept.size).toBe(0)
  })
})
