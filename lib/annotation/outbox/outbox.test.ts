import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/platform/client/api-error'
import type { Json } from '@/lib/protocols/protocol'
import type { OutboxStorage } from './local-store'
import { Outbox, type OutboxKind, type OutboxTransport, type PutOptions } from './outbox'
import { entryState, type OutboxChange, type OutboxEntry, type OutboxOutcome, parseEntry } from './outbox-entry'
import type { OutboxClock } from './send-schedule'

const same = (left: Json, right: Json) => JSON.stringify(left) === JSON.stringify(right)
const SAVED_AT = '2030-01-01T00:00:00.000Z'
const network = () => new ApiError({ code: 'network', status: 0, detail: 'The server cannot be reached.' })
const toConfirm = () =>
  new ApiError({
    code: 'rule',
    status: 422,
    detail: 'The guidelines have changed.',
    issues: [{ path: 'guidelines', message: 'Version 2 of the guidelines is not confirmed yet; you know 1.' }],
  })
const problem = (status: number, detail = 'No.') => new ApiError({ code: 'rule', status, detail })

class FakeClock implements OutboxClock {
  time = 0
  /** By how much the device's clock is wrong. */
  shift = 0
  private timers = new Set<{ at: number; wake: () => void }>()
  now = () => this.time
  timeOfDay = () => 1e12 + this.time + this.shift
  after(ms: number, wake: () => void) {
    const timer = { at: this.time + ms, wake }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }
  /** Lets time pass, timer by timer, with what each sets off. */
  async pass(ms: number) {
    const end = this.time + ms
    for (;;) {
      await settled()
      const next = [...this.timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.timers.delete(next)
      this.time = Math.max(this.time, next.at)
      next.wake()
    }
    this.time = end
  }
}

class FakeStorage implements OutboxStorage {
  readonly map = new Map<string, string>()
  full = false
  read = () => [...this.map]
  get = (key: string) => this.map.get(key) ?? null
  write = (key: string, text: string) => {
    if (!this.full) this.map.set(key, text)
    return !this.full
  }
  remove = (key: string) => void this.map.delete(key)
}

/** Guards writes by revision as the server does. */
class FakeServer {
  readonly fields = new Map<string, { value: Json; revision: number }>()
  readonly requests: Json[][] = []
  at = (question: string) => this.fields.get(question) ?? { value: null, revision: 0 }
  set(question: string, value: Json) {
    this.fields.set(question, { value, revision: this.at(question).revision + 1 })
  }
  receive(entries: readonly OutboxEntry[]): OutboxOutcome[] {
    this.requests.push(entries.map((entry) => entry.value))
    return entries.map(({ unit, question, value, base }) => {
      const now = this.at(question)
      if (now.revision === base) this.set(question, value)
      const status = now.revision === base || same(now.value, value) ? 'saved' : 'conflict'
      return { status, unit, question, ...this.at(question), savedAt: SAVED_AT }
    })
  }
}

/** Everything that is on its way has arrived. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

const change = (question: string, value: Json): OutboxChange => ({
  taskId: 'task',
  annotationId: 'annotation',
  unit: 's1',
  question,
  value,
  origin: 'chosen',
  suggestionId: null,
})
const key = (question: string) => `annotation/s1/${question}`
const newsOf = (question: string, value: Json) => ({ unit: 's1', question, value, revision: 9, savedAt: SAVED_AT })

let clock: FakeClock
let storage: FakeStorage
let server: FakeServer
let fail: (() => Error) | null
let revisions: Map<string, number>

beforeEach(() => {
  clock = new FakeClock()
  storage = new FakeStorage()
  server = new FakeServer()
  fail = null
  revisions = new Map()
})

const viaServer: OutboxTransport = async (_, entries) => {
  if (fail) throw fail()
  return server.receive(entries)
}
const open = (transport = viaServer, kind: Omit<OutboxKind, 'transport'> = {}) => {
  const outbox = new Outbox({ storage, clock, random: () => 0.5, transport, ...kind })
  outbox.onServerValue((_, { question, revision }) => void revisions.set(question, revision))
  return outbox
}
const put = (outbox: Outbox, question: string, value: Json, options?: PutOptions) =>
  outbox.put(change(question, value), revisions.get(question) ?? 0, options)

describe('Outbox', () => {
  it('6. keeps the rounds of a task apart: what is left of an old one holds nothing up', async () => {
    const outbox = open()
    outbox.put({ ...change('label', false), annotationId: 'round 1' }, 0, {
      problem: 'This was answered in another round.',
    })
    put(outbox, 'label', true)
    await outbox.flush('annotation')
    expect(outbox.status('annotation')).toEqual({ state: 'saved', count: 0, unkept: false })
    expect(outbox.status('round 1')).toMatchObject({ state: 'refused', count: 1 })
    const left = outbox.leftovers({ taskId: 'task', annotationId: 'annotation' })
    expect(left.map((entry) => entry.annotationId)).toEqual(['round 1'])
    outbox.settle('round 1/s1/label', 'theirs')
    expect(storage.map.size).toBe(0)
  })

  it('3. never sends the changes of two annotations in one request', async () => {
    const outbox = open()
    fail = network
    outbox.put({ ...change('label', false), annotationId: 'round 1' }, 0)
    put(outbox, 'reason', 'Because.')
    await settled()
    fail = null
    outbox.retry()
    await settled()
    expect(server.requests).toEqual([[false], ['Because.']])
  })

  it('2. keeps a change before it sends it, and lets go once the server has it', async () => {
    const outbox = open()
    put(outbox, 'label', true)
    expect(storage.map.size).toBe(1)
    expect(outbox.status('annotation')).toEqual({ state: 'saving', count: 1, unkept: false })
    await settled()
    expect(server.at('label')).toEqual({ value: true, revision: 1 })
    expect(storage.map.size).toBe(0)
    expect(outbox.status('annotation').state).toBe('saved')
  })

  it('waits for a pause in typing, but not for ever', async () => {
    const outbox = open()
    for (const text of ['a', 'ab', 'abc']) {
      put(outbox, 'reason', text, { typing: true })
      await clock.pass(500)
    }
    expect(server.requests).toEqual([])
    await clock.pass(100)
    expect(server.requests).toEqual([['abc']])
    for (let length = 1; length <= 10; length++) {
      put(outbox, 'reason', 'x'.repeat(length), { typing: true })
      await clock.pass(500)
    }
    expect(server.requests.slice(1)).toEqual([['x'.repeat(6)]])
  })

  it('3. sends in order, one request at a time', async () => {
    const outbox = open()
    put(outbox, 'label', true)
    put(outbox, 'action', 'keep')
    put(outbox, 'label', false)
    await settled()
    expect(server.requests).toEqual([[true], [false, 'keep']])
  })

  it('keeps trying with growing pauses, and at once when the network is back', async () => {
    const outbox = open()
    fail = network
    put(outbox, 'label', true)
    await clock.pass(10_000)
    expect(outbox.status('annotation')).toEqual({ state: 'waiting', count: 1, unkept: false })
    fail = null
    outbox.retry()
    await settled()
    expect(outbox.status('annotation').state).toBe('saved')
    expect(server.at('label').value).toBe(true)
  })

  it('says that the session is over, and goes on after signing in', async () => {
    const outbox = open()
    fail = () => problem(401)
    put(outbox, 'label', true)
    await settled()
    expect(outbox.status('annotation')).toMatchObject({ state: 'signed-out', count: 1 })
    fail = null
    await clock.pass(5_000)
    expect(server.at('label').value).toBe(true)
  })

  it('1. and 7. holds changes back until guidelines are confirmed, over a reload, then sends all of them', async () => {
    const before = open()
    fail = toConfirm
    put(before, 'label', true)
    put(before, 'reason', 'Because.')
    await settled()
    expect(before.status('annotation')).toEqual({ state: 'to-confirm', count: 2, unkept: false })
    before.stop()
    const outbox = open()
    await settled()
    expect(outbox.status('annotation')).toMatchObject({ state: 'to-confirm', count: 2 })
    expect(outbox.heldBack()).toMatchObject([{ annotationId: 'annotation', trouble: 'to-confirm' }])
    fail = null
    outbox.resume()
    await settled()
    expect([outbox.status('annotation').state, outbox.heldBack()]).toEqual(['saved', []])
    expect([server.at('label').value, server.at('reason').value]).toEqual([true, 'Because.'])
  })

  it('7. survives a reload, with what was typed last', async () => {
    const first = open()
    fail = network
    put(first, 'reason', 'half a sen', { typing: true })
    await clock.pass(1_000)
    put(first, 'reason', 'half a sentence', { typing: true })
    first.stop()
    fail = null
    open()
    await settled()
    expect(server.at('reason').value).toBe('half a sentence')
  })

  it('4. shows both values when somebody else was faster, and sends nothing until one is chosen', async () => {
    const outbox = open()
    server.set('label', false)
    put(outbox, 'label', true)
    await clock.pass(60_000)
    expect(outbox.status('annotation')).toMatchObject({ state: 'conflict', count: 1 })
    expect(outbox.entries('annotation')[0]).toMatchObject({ value: true, conflict: { value: false, revision: 1 } })
    expect(server.requests).toHaveLength(1)
    outbox.settle(key('label'), 'mine')
    await settled()
    expect(server.at('label')).toEqual({ value: true, revision: 2 })
  })

  it('takes the other value when that is chosen', async () => {
    const outbox = open()
    server.set('label', false)
    put(outbox, 'label', true)
    await settled()
    outbox.settle(key('label'), 'theirs')
    await settled()
    expect(server.at('label')).toEqual({ value: false, revision: 1 })
    expect(outbox.status('annotation').state).toBe('saved')
  })

  it('5. knows its own value again when the answer was lost', async () => {
    const outbox = open()
    fail = () => {
      server.set('label', true)
      return network()
    }
    put(outbox, 'label', true)
    await settled()
    fail = null
    put(outbox, 'label', false)
    outbox.retry()
    await settled()
    expect(server.at('label')).toEqual({ value: false, revision: 2 })
    expect(outbox.status('annotation').state).toBe('saved')
  })

  it('6. keeps what was refused and holds back what cannot be saved', async () => {
    const outbox = open()
    fail = () => problem(403, 'This task is not yours any more.')
    put(outbox, 'label', true)
    await settled()
    expect(outbox.entries('annotation')[0]?.refused).toBe('This task is not yours any more.')
    put(outbox, 'links', 'no address', { problem: 'Not an address.' })
    await clock.pass(60_000)
    expect(outbox.status('annotation')).toMatchObject({ state: 'refused', count: 2 })
    outbox.settle(key('label'), 'theirs')
    expect(outbox.entries('annotation').map((entry) => entry.question)).toEqual(['links'])
  })

  it('6. finds the one change that spoils a request', async () => {
    fail = network
    const first = open()
    put(first, 'label', true)
    put(first, 'reason', 'bad')
    put(first, 'action', 'keep')
    first.stop()
    const outbox = open(async (_, entries) => {
      if (entries.some((entry) => entry.value === 'bad')) throw problem(400, 'Bad.')
      return server.receive(entries)
    })
    await settled()
    expect([server.at('label').value, server.at('action').value]).toEqual([true, 'keep'])
    expect(outbox.entries('annotation')).toMatchObject([{ question: 'reason', refused: 'Bad.' }])
    server.requests.length = 0
    outbox.put(change('label', false), 1, { typing: true })
    outbox.put(change('errorType', 'other'), 0, { typing: true })
    await outbox.flush('annotation')
    expect(server.requests).toEqual([[false, 'other']])
  })

  it('says when the device keeps no copy, and still sends', async () => {
    const outbox = open()
    storage.full = true
    fail = network
    put(outbox, 'label', true)
    await settled()
    expect(outbox.status('annotation')).toEqual({ state: 'waiting', count: 1, unkept: true })
    fail = null
    outbox.retry()
    await settled()
    expect(server.at('label').value).toBe(true)
  })

  it('8. leaves another tab its change, and takes over when that tab is gone', async () => {
    const typing = open()
    const watching = open()
    fail = network
    put(typing, 'reason', 'from the first tab', { typing: true })
    watching.refresh()
    expect(watching.entries('annotation')).toMatchObject([{ value: 'from the first tab' }])
    typing.stop()
    fail = null
    await clock.pass(9_000)
    expect(server.requests).toEqual([])
    await clock.pass(1_000)
    expect(server.at('reason').value).toBe('from the first tab')
  })

  it('2. writes a value down as sent before the request goes out, so that a crash leaves no doubt about whose it is', () => {
    let keptThen: (OutboxEntry | null)[] = []
    const outbox = open(() => {
      keptThen = [...storage.map.values()].map(parseEntry)
      return new Promise(() => {})
    })
    put(outbox, 'label', true)
    expect(keptThen).toMatchObject([{ value: true, sent: [true] }])
  })

  it('3. sends changes in the order in which they were last made, where that is asked for', async () => {
    fail = network
    const outbox = open(viaServer, { goesLast: true, batch: 1 })
    const held = 'what was on screen'
    put(outbox, 'label', true, { held: 'what was there before' })
    put(outbox, 'action', 'keep')
    put(outbox, 'label', false, { held })
    await settled()
    expect(outbox.entries('annotation')).toMatchObject([{ question: 'action' }, { question: 'label', baseValue: held }])
    fail = null
    outbox.retry()
    await settled()
    expect(server.requests).toEqual([['keep'], [false]])
  })

  it('10. tells the other tabs what was confirmed before the change leaves, and those here who listen later', async () => {
    const told: [value: Json, keptThen: number][] = []
    const tabs = {
      tell: (_: string, { value }: { value: Json }) => void told.push([value, storage.map.size]),
      lastConfirmed: () => null,
    }
    const outbox = new Outbox({ storage, clock, tabs, transport: viaServer })
    outbox.put(change('label', true), 0)
    await settled()
    expect(told).toEqual([[true, 1]])
    const heard: Json[] = []
    const stop = outbox.onServerValue((_, { value }) => void heard.push(value))
    outbox.hear('annotation', newsOf('reason', 'Of another tab.'))
    stop()
    outbox.hear('annotation', newsOf('reason', 'After that.'))
    expect(heard).toEqual([true, 'Of another tab.'])
  })

  it('1. and 9. ends with the last edit on the server, whatever fails, is lost, late, or reloaded, and whatever the clock says', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('edit' as const),
          question: fc.constantFrom('label', 'reason'),
          value: fc.constantFrom('a', 'b', 'c'),
          typing: fc.boolean(),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 300, 700, 2_000) }),
      },
      { weight: 1, arbitrary: fc.constant({ do: 'reload' as const }) },
      { weight: 1, arbitrary: fc.constant({ do: 'late' as const }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('clock' as const), hours: fc.constantFrom(-3, 3) }),
      },
    )
    const fate = fc.constantFrom('ok', 'ok', 'lost request', 'lost answer', 'late', 'unavailable')
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(fate, { minLength: 40, maxLength: 40 }),
        async (steps, fates) => {
          clock = new FakeClock()
          storage = new FakeStorage()
          server = new FakeServer()
          revisions = new Map()
          const late: (() => void)[] = []
          const last = new Map<string, Json>()
          const transport: OutboxTransport = async (_, entries) => {
            const now = fates.shift() ?? 'ok'
            if (now === 'ok') return server.receive(entries)
            if (now === 'lost answer') server.receive(entries)
            if (now === 'late') late.push(() => server.receive(entries))
            throw now === 'unavailable' ? problem(503) : network()
          }
          let outbox = open(transport)
          for (const next of steps) {
            if (next.do === 'edit') {
              last.set(next.question, next.value)
              put(outbox, next.question, next.value, { typing: next.typing })
            } else if (next.do === 'pass') await clock.pass(next.ms)
            else if (next.do === 'late') late.shift()?.()
            else if (next.do === 'clock') clock.shift += next.hours * 3_600_000
            else {
              outbox.stop()
              await settled()
              for (const [question, { revision }] of server.fields) revisions.set(question, revision)
              outbox = open(transport)
            }
          }
          fates.length = 0
          await clock.pass(120_000)
          for (const arrive of late) arrive()
          expect(outbox.status('annotation')).toEqual({ state: 'saved', count: 0, unkept: false })
          for (const [question, value] of last) expect(server.at(question).value).toBe(value)
          expect(storage.map.size).toBe(0)
        },
      ),
      { numRuns: 400 },
    )
  })
})

const DESCRIPTION = readFileSync('lib/annotation/outbox/outbox.ts', 'utf8').split('*/')[0] ?? ''

it('has a test for everything that always holds', () => {
  const own = readFileSync('lib/annotation/outbox/outbox.test.ts', 'utf8')
  const [held = '', elsewhere = ''] = DESCRIPTION.split(/(?= \* 12\. )/)
  const numbers = [...held.matchAll(/^ \* (\d+)\. /gm)].map(([, number]) => number)
  expect(numbers).toHaveLength(11)
  expect(numbers.filter((number) => !new RegExp(`(it|describe)\\('(.* and )?${number}\\. `).test(own))).toEqual([])
  const files = [...elsewhere.matchAll(/[\w/-]+\.test\.tsx?/g)].map(([file]) => file)
  expect(files).toHaveLength(3)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

/** The table at the top of outbox.ts: by event, the state that each state turns into. */
const TABLE = DESCRIPTION.split('\n')
  .filter((line) => line.startsWith(' * | '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, event = '', , ...states]) => [event, ...states.slice(0, -1)] as const)

describe('the table of states and events', () => {
  const FIELD = key('claims')
  const list = (...keys: string[]): Json => keys.map((each) => ({ key: each }))
  /** Changed since `sent` went out. */
  const entry = (more: Partial<OutboxEntry> = {}): OutboxEntry => ({
    ...change('claims', 'mine'),
    base: 1,
    baseValue: 'before',
    seq: 1,
    editedAt: 1e12,
    sent: ['sent'],
    conflict: null,
    refused: null,
    ...more,
  })
  const IN_STATE: Record<string, Partial<OutboxEntry> | null> = {
    saved: null,
    waiting: {},
    conflict: { conflict: { value: 'theirs', revision: 2 } },
    refused: { refused: 'No.' },
  }
  const keep = (state: string, more: Partial<OutboxEntry> = {}) => {
    const own = IN_STATE[state]
    if (own) storage.map.set(FIELD, JSON.stringify(entry({ ...own, ...more })))
    else storage.map.delete(FIELD)
  }
  const stateNow = () => entryState(parseEntry(storage.map.get(FIELD) ?? ''))

  let requests: { entries: readonly OutboxEntry[]; answer(outcomes: OutboxOutcome[]): void; fail(error: Error): void }[]
  const hang: OutboxTransport = (_, entries) =>
    new Promise((answer, fail) => void requests.push({ entries, answer, fail }))
  const openHanging = (state: string) => {
    const outbox = open(hang)
    keep(state)
    outbox.refresh()
    return outbox
  }
  /** A request goes out with `sent`; when it is answered the field is in the state, changed as `more` says. */
  const answered = async (
    state: string,
    outcome: Partial<OutboxOutcome>,
    { sent = 'sent', ...more }: Partial<Omit<OutboxEntry, 'sent'>> & { sent?: Json } = {},
  ) => {
    storage.map.set(FIELD, JSON.stringify(entry({ value: sent, sent: [] })))
    open(hang)
    keep(state, more)
    const known = { status: 'conflict', unit: 's1', question: 'claims', revision: 3, savedAt: SAVED_AT, message: 'No.' }
    requests[0]?.answer([{ ...known, ...outcome } as OutboxOutcome])
    await settled()
  }

  const EVENTS: Record<string, (state: string) => unknown> = {
    put: (state) => openHanging(state).put(change('claims', 'changed'), 1),
    hold: (state) => openHanging(state).put(change('claims', 'changed'), 1, { problem: 'No address.' }),
    send: (state) => {
      void openHanging(state).flush('annotation')
      expect(requests).toHaveLength(state === 'waiting' ? 1 : 0)
    },
    lost: async (state) => {
      void openHanging(state).flush('annotation')
      requests[0]?.fail(network())
      await settled()
    },
    'to confirm': async (state) => {
      void openHanging(state).flush('annotation')
      requests[0]?.fail(toConfirm())
      await settled()
    },
    'has this': (state) => answered(state, { status: 'saved', value: 'mine' }),
    'has earlier': (state) => answered(state, { value: 'sent' }),
    'has other': (state) => answered(state, { value: 'other' }),
    'has list': (state) =>
      answered(state, { value: list('a', 'theirs') }, { value: list('a', 'mine'), baseValue: list('a') }),
    'has outdated': (state) => answered(state, { value: 'other' }, { base: 5 }),
    refuses: (state) => answered(state, { status: 'refused' }, { sent: 'mine' }),
    'refuses old': (state) => answered(state, { status: 'refused' }),
    mine: (state) => openHanging(state).settle(FIELD, 'mine'),
    theirs: (state) => openHanging(state).settle(FIELD, 'theirs'),
    reload: (state) => {
      keep(state)
      open(hang)
    },
  }
  const [[, ...states] = ['event'], ...rows] = TABLE.filter(([event]) => !event.startsWith('-'))

  it('has a row for every event and a column for every state', () => {
    expect(rows.map(([event]) => event)).toEqual(Object.keys(EVENTS))
    expect(states).toEqual(Object.keys(IN_STATE))
  })

  it.each(rows)('%s', async (event, ...expected) => {
    const found: string[] = []
    for (const state of states) {
      ;[clock, storage, requests] = [new FakeClock(), new FakeStorage(), []]
      await EVENTS[event]?.(state)
      found.push(stateNow())
    }
    expect(found).toEqual(expected)
  })
})

describe('11. with turns', () => {
  type Request = { values: Json[]; hasWaited: boolean; keepalive: boolean; answer(): void; lose(): void }
  let requests: Request[]
  let names = 0
  const inTurns = (turns: string) =>
    open(
      (_, entries, { keepalive, hasWaited }) =>
        new Promise((resolve, reject) => {
          const values = entries.map(({ value }) => value)
          const answer = () => resolve(server.receive(entries))
          requests.push({ values, hasWaited, keepalive, answer, lose: () => reject(network()) })
        }),
      { batch: 1, turns },
    )
  let name: string
  beforeEach(() => {
    requests = []
    names += 1
    name = `turn ${names}`
    vi.stubGlobal('navigator', {})
  })
  afterEach(() => vi.unstubAllGlobals())

  it('sends nothing that somebody else has sent by the time it is one’s turn', async () => {
    const [first, second] = [inTurns(name), inTurns(name)]
    put(first, 'label', true)
    second.refresh()
    let isFlushed = false
    void second.flush('annotation').then(() => {
      isFlushed = true
    })
    await settled()
    expect([requests.length, isFlushed]).toEqual([1, false])
    requests[0]?.answer()
    await settled()
    expect([requests.length, isFlushed]).toEqual([1, true])
    expect(second.status('annotation').state).toBe('saved')
  })

  it('sends what another tab has made of it by the time it is one’s turn', async () => {
    const [first, second] = [inTurns(name), inTurns(name)]
    put(first, 'label', true)
    second.refresh()
    void second.flush('annotation')
    put(first, 'label', false)
    first.stop()
    requests[0]?.lose()
    await settled()
    expect(requests.map(({ values }) => values)).toEqual([[true], [false]])
  })

  it('tells the transport that it has waited, and sends one at a time', async () => {
    const [first, second] = [inTurns(name), inTurns(name)]
    put(first, 'label', true)
    put(second, 'reason', 'Because.')
    await settled()
    expect(requests).toMatchObject([{ values: [true], hasWaited: false }])
    requests[0]?.lose()
    await settled()
    expect(requests.slice(1)).toMatchObject([{ values: [true], hasWaited: true }])
  })

  it('sends nothing again while it is at work, only because the page is out of sight', async () => {
    const outbox = inTurns(name)
    put(outbox, 'label', true)
    outbox.leave()
    await settled()
    requests[0]?.lose()
    await settled()
    // Not before its pause is over.
    expect(requests).toMatchObject([{ values: [true], keepalive: false }])
    await clock.pass(1_000)
    requests[1]?.answer()
    await settled()
    put(outbox, 'reason', 'half a sen', { typing: true })
    outbox.leave()
    expect(requests.slice(1)).toMatchObject([{ keepalive: false }, { values: ['half a sen'], keepalive: true }])
  })

  it('waits for what a page that was being left is still sending, when one is back', async () => {
    const outbox = inTurns(name)
    put(outbox, 'reason', 'words', { typing: true })
    outbox.leave()
    void outbox.flush('annotation')
    await settled()
    expect(requests).toMatchObject([{ keepalive: true }])
    requests[0]?.lose()
    await settled()
    expect(requests.slice(1)).toMatchObject([{ values: ['words'], keepalive: false, hasWaited: true }])
    requests[1]?.answer()
    await settled()
    expect(outbox.status('annotation').state).toBe('saved')
  })

  it('waits for a tab that holds the lock', async () => {
    type Work = (lock: object | null) => unknown
    const request = vi.fn((_: string, ...[first, second]: [object, Work] | [Work]) =>
      typeof first === 'function' ? first({}) : second?.(null),
    )
    vi.stubGlobal('navigator', { locks: { request } })
    put(inTurns(name), 'label', true)
    await settled()
    expect(requests).toMatchObject([{ values: [true], hasWaited: true }])
    expect(new Set(request.mock.calls.map(([lock]) => lock))).toEqual(new Set([`${name}/annotation`]))
  })

  it('tries again where the browser gives no turn, and sends nothing after it was stopped', async () => {
    let isGiven = false
    const request = async (_: string, __: object, work: (lock: object) => unknown) => {
      if (!isGiven) throw new DOMException('no locks', 'SecurityError')
      return work({})
    }
    vi.stubGlobal('navigator', { locks: { request } })
    const outbox = inTurns(name)
    put(outbox, 'label', true)
    await settled()
    expect(outbox.status('annotation')).toEqual({ state: 'waiting', count: 1, unkept: false })
    isGiven = true
    await clock.pass(2_000)
    expect(requests).toMatchObject([{ values: [true] }])
    const waiting = inTurns(name)
    put(waiting, 'reason', 'Because.')
    waiting.stop()
    requests[0]?.answer()
    await settled()
    expect(requests).toHaveLength(1)
  })

  it('says everything once and in order, whatever is lost, whichever of two tabs sends it, and whenever one is left', async () => {
    const tab = fc.constantFrom(0, 1)
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const), tab }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 700, 12_000) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'reload' as const), tab }) },
    )
    const fate = fc.constantFrom('ok', 'ok', 'lost request', 'lost answer', 'unavailable')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.array(fate, { maxLength: 40 }), async (steps, fates) => {
        ;[clock, storage, name] = [new FakeClock(), new FakeStorage(), `turn ${++names}`]
        const said: Json[] = []
        /** Words carry no revision: what may have been said is looked for. */
        const say: OutboxTransport = async (_, [entry], { hasWaited }) => {
          if (!entry) return []
          const { unit, question, value, sent } = entry
          await Promise.resolve()
          const isSaid = (hasWaited || sent.length > 0) && said.includes(value)
          const now = fates.shift() ?? 'ok'
          if (!isSaid && (now === 'ok' || now === 'lost answer')) said.push(value)
          if (now !== 'ok') throw now === 'unavailable' ? problem(503) : network()
          return [{ status: 'saved', unit, question, value, revision: said.length, savedAt: SAVED_AT }]
        }
        const start = () => open(say, { batch: 1, goesLast: true, turns: name })
        const tabs = [start(), start()]
        let words = 0
        for (const next of steps) {
          if (next.do === 'pass') await clock.pass(next.ms)
          else if (next.do === 'say') tabs[next.tab]?.put(change(`remark ${++words}`, words), 0)
          else if (next.do === 'leave') tabs[next.tab]?.leave()
          else {
            tabs[next.tab]?.stop()
            tabs[next.tab] = start()
          }
          for (const outbox of tabs) outbox.refresh()
        }
        fates.length = 0
        for (let minutes = 0; minutes < 10; minutes++) await clock.pass(60_000)
        expect(said).toEqual(Array.from({ length: words }, (_, index) => index + 1))
        expect(storage.map.size).toBe(0)
      }),
      { numRuns: 200 },
    )
  })
})
