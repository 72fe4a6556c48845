import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StepMark } from '@/lib/annotation/annotations/contract'
import type { Json } from '@/lib/protocols/protocol'
import type { UndoStack } from './contract'
import { foldChange, type LoggedChange, undoStackOf, withLocal } from './fold-log'
import { emptyStack, nameStep, pushStep, takeStep } from './undo-stack'

const change = (given: Partial<LoggedChange> & Pick<LoggedChange, 'id'>): LoggedChange => ({
  unit: 's1',
  question: 'label',
  from: null,
  to: true,
  origin: 'chosen',
  at: 0,
  ...given,
})
const mark = (id: string, way: StepMark['way'] = 'do'): { step: StepMark } => ({ step: { id, way } })
const idsOf = ({ done, undone }: UndoStack) => [done.map(({ id }) => id), undone.map(({ id }) => id)]

describe('the stack from the log', () => {
  it('takes what was saved as one step for one step, also where others came between its parts', () => {
    const parts = [
      change({ id: 'e1', ...mark('all') }),
      change({ id: 'e2', question: 'reason', to: 'x', ...mark('other') }),
      change({ id: 'e3', unit: 's2', ...mark('all') }),
    ]
    const { done } = undoStackOf(parts)
    expect(done.map(({ id, changes }) => [id, changes.map(({ unit }) => unit)])).toEqual([
      ['all', ['s1', 's2']],
      ['other', ['s1']],
    ])
  })

  it('joins what was typed in one go, by the name of its step, or by its pauses where it has none', () => {
    const typed = (id: string, from: Json, to: Json, at: number, more: object = {}) =>
      change({ id, question: 'reason', from, to, origin: 'typed', at, ...more })
    const slow = [typed('e1', null, 'a', 0, mark('t')), typed('e2', 'a', 'ab', 9_000, mark('t'))]
    expect(undoStackOf(slow).done[0]?.changes).toMatchObject([{ from: null, to: 'ab' }])
    const nameless = [typed('e1', null, 'a', 0), typed('e2', 'a', 'ab', 1_900), typed('e3', 'ab', 'abc', 5_000)]
    expect(idsOf(undoStackOf(nameless))).toEqual([['e1', 'e3'], []])
  })

  it('knows what was undone and done again, and forgets it after something new', () => {
    const [one, two] = [change({ id: 'e1', ...mark('a') }), change({ id: 'e2', from: true, to: false, ...mark('b') })]
    const back = change({ id: 'e3', from: false, to: true, ...mark('b', 'undo') })
    const again = change({ id: 'e4', from: true, to: false, ...mark('b', 'redo') })
    expect(idsOf(undoStackOf([one, two, back]))).toEqual([['a'], ['b']])
    expect(idsOf(undoStackOf([one, two, back, again]))).toEqual([['a', 'b'], []])
    expect(idsOf(undoStackOf([one, two, back, change({ id: 'e5', ...mark('c') })]))).toEqual([['a', 'c'], []])
    // Typing that goes on in a step is new; what comes late of a step that was saved in parts is not.
    const part = (question: string) => change({ id: 'e6', question, from: true, to: false, ...mark('a') })
    expect(idsOf(undoStackOf([one, two, back, part('label')]))).toEqual([['a'], []])
    expect(idsOf(undoStackOf([one, two, back, part('reason')]))).toEqual([['a'], ['b']])
    // What was never saved before it was undone left nothing to do again.
    expect(idsOf(foldChange(emptyStack, back))).toEqual([[], []])
  })

  it('says of a value what led to it, but of no suggestion that it cannot name', () => {
    const cause = (more: Partial<LoggedChange>) =>
      undoStackOf([change({ id: 'e1', ...more })]).done[0]?.changes[0]?.cause
    expect(cause({ origin: 'suggestion', suggestionId: 'S' })).toEqual({ origin: 'suggestion', suggestionId: 'S' })
    expect(cause({ origin: 'suggestion' })).toBeUndefined()
  })

  it('goes on from what waits on the device, and from what was done while the log was read', () => {
    const log = undoStackOf([change({ id: 'e1', ...mark('a') }), change({ id: 'e2', ...mark('b') })])
    const waiting = [change({ id: 'unsent-1', question: 'reason', to: 'x', ...mark('c') })]
    expect(idsOf(withLocal(log, waiting, emptyStack))).toEqual([['a', 'b', 'c'], []])
    const local = pushStep(emptyStack, { id: 'b', changes: [], typing: false, at: 1 })
    expect(idsOf(withLocal({ ...log, undone: log.done }, waiting, local))).toEqual([['a', 'c', 'b'], []])
  })
})

/** A person at one annotation: a tab with its stack, a device that keeps what is unsent, and a log. */
class Desk {
  readonly answers = new Map<string, Json>()
  readonly log: LoggedChange[] = []
  stack = emptyStack
  private readonly unsent = new Map<string, LoggedChange>()
  private serial = 0
  private now = 0

  /** `sends`: is every change saved before the next? */
  constructor(private readonly sends: boolean) {}

  edit(changes: { place: string; to: Json }[], typing: boolean): void {
    const real = changes.filter(({ place, to }) => this.held(place) !== to)
    if (real.length === 0) return
    this.serial += 1
    const cause = { origin: typing ? ('typed' as const) : ('chosen' as const) }
    const made = real.map(({ place, to }) => ({ ...placeOf(place), from: this.held(place), to, cause }))
    const step = { id: `s${this.serial}`, changes: made, typing, at: this.now }
    this.put(made, { id: nameStep(this.stack, step), way: 'do' })
    this.stack = pushStep(this.stack, step)
    this.now += 500
  }

  travel(way: 'undo' | 'redo'): boolean {
    const taken = takeStep(this.stack, way, (at) => this.held(`${at.unit} ${at.question}`))
    if (taken?.kind !== 'taken') return taken === null
    this.put(taken.values, taken.mark)
    this.stack = taken.stack
    return true
  }

  flush(): void {
    for (const entry of this.unsent.values()) this.log.push({ ...entry, id: `e${this.log.length}` })
    this.unsent.clear()
  }

  /** Time goes by; `forgets`: and the tab with its stack is closed. */
  reload(forgets: boolean): void {
    this.now += 10_000
    if (forgets) this.stack = withLocal(undoStackOf(this.log), [...this.unsent.values()], emptyStack)
  }

  private held(place: string): Json {
    return this.answers.get(place) ?? null
  }

  private put(values: { unit: string; question: string; to: Json; cause?: { origin: string } }[], step: StepMark) {
    for (const { cause, ...value } of values) {
      const place = `${value.unit} ${value.question}`
      const from = this.unsent.get(place)?.from ?? (this.unsent.has(place) ? null : this.held(place))
      this.unsent.set(place, { id: '', ...value, from, origin: cause?.origin ?? 'chosen', step, at: this.now })
      this.answers.set(place, value.to)
    }
    if (this.sends) this.flush()
  }
}

const placeOf = (place: string) => ({ unit: place.split(' ')[0] ?? '', question: place.split(' ')[1] ?? '' })
const seen = ({ answers, stack }: Desk) => ({
  answers: [...answers].filter(([, value]) => value !== null).sort(),
  done: stack.done.map(({ id, changes }) => ({ id, changes })),
  undone: stack.undone.map(({ id, changes }) => ({ id, changes })),
})

const place = fc.constantFrom('s1 label', 's2 label', 's1 reason')
const value = fc.constantFrom<Json>(null, true, false, 'a', 'ab')
const edit = fc.record({
  kind: fc.constant('edit' as const),
  changes: fc.uniqueArray(fc.record({ place, to: value }), {
    minLength: 1,
    maxLength: 3,
    selector: (each) => each.place,
  }),
})
const typing = fc.record({ kind: fc.constant('type' as const), to: fc.constantFrom<Json>(null, 'a', 'ab', 'abc') })
const just = <Kind extends string>(kind: Kind) => fc.constant({ kind })
type Act = { kind: 'edit'; changes: { place: string; to: Json }[] } | { kind: 'type'; to: Json } | { kind: string }

function perform(desk: Desk, act: Act, forgets: boolean) {
  if ('changes' in act) desk.edit(act.changes, false)
  else if ('to' in act) desk.edit([{ place: 's1 reason', to: act.to }], true)
  else if (act.kind === 'reload') desk.reload(forgets)
  else if (act.kind === 'flush') desk.flush()
  else desk.travel(act.kind === 'undo' ? 'undo' : 'redo')
}

describe('undo across reloads', () => {
  it('leads to the same answers and the same stack as without them', () => {
    const acts = fc.array(fc.oneof(edit, typing, just('undo'), just('undo'), just('redo'), just('reload')), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(acts, (all) => {
        const [forgetful, whole] = [new Desk(true), new Desk(true)]
        for (const act of all) {
          perform(forgetful, act, true)
          perform(whole, act, false)
          expect(seen(forgetful)).toEqual(seen(whole))
        }
      }),
    )
  })

  it('takes everything back to the beginning, whatever was overwritten before it was saved', () => {
    const acts = fc.array(fc.oneof(edit, typing, just('flush'), just('reload')), { maxLength: 40 })
    fc.assert(
      fc.property(acts, (all) => {
        const desk = new Desk(false)
        for (const act of all) perform(desk, act, true)
        while (desk.stack.done.length > 0) expect(desk.travel('undo')).toBe(true)
        expect(seen(desk).answers).toEqual([])
      }),
    )
  })
})
