import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import type { UndoStack, UndoStep } from './contract'
import { emptyStack, nameStep, pushStep, takeStep } from './undo-stack'

const step = (question: string, from: Json, to: Json, at: number, typing = true): UndoStep => ({
  id: `${question} ${at}`,
  changes: [{ unit: 's1', question, from, to }],
  typing,
  at,
})
const steps = (...all: UndoStep[]) => all.reduce(pushStep, emptyStack)
/** Takes a step where nothing is in the way. */
function take(stack: UndoStack, way: 'undo' | 'redo') {
  const taken = takeStep(stack, way, () => undefined)
  return taken?.kind === 'taken' ? taken : null
}

describe('undo stack', () => {
  it('takes typing without a pause as one step', () => {
    const stack = steps(
      step('reason', null, 'a', 0),
      step('reason', 'a', 'ab', 1_000),
      step('reason', 'ab', 'abc', 2_500),
    )
    expect(stack.done.map((each) => each.changes)).toEqual([
      [{ unit: 's1', question: 'reason', from: null, to: 'abc' }],
    ])
  })

  it.each([
    ['a pause', step('reason', 'a', 'ab', 2_001)],
    ['another field', step('removeNote', null, 'b', 1)],
    ['a choice', step('reason', 'a', 'b', 1, false)],
  ])('begins a new step after %s', (_, next) => {
    expect(steps(step('reason', null, 'a', 0), next).done).toHaveLength(2)
  })

  it('goes back and forth, and forgets the way forth after a new change', () => {
    const stack = steps(step('label', null, true, 0, false), step('label', true, false, 1, false))
    const back = take(stack, 'undo')
    expect(back?.values).toEqual([{ unit: 's1', question: 'label', to: true }])
    expect(back?.mark).toEqual({ id: 'label 1', way: 'undo' })
    expect(take(back?.stack ?? emptyStack, 'redo')).toEqual({
      kind: 'taken',
      stack,
      mark: { id: 'label 1', way: 'redo' },
      values: [{ unit: 's1', question: 'label', to: false }],
    })
    const changed = pushStep(back?.stack ?? emptyStack, step('reason', null, 'x', 2))
    expect(take(changed, 'redo')).toBeNull()
    expect(take(emptyStack, 'undo')).toBeNull()
  })

  it('brings a value back with the cause it had', () => {
    const accepted: UndoStep['changes'][number] = {
      unit: 's1',
      question: 'reason',
      from: null,
      to: 'proposed',
      cause: { origin: 'suggestion', suggestionId: 'S' },
    }
    const typed: UndoStep['changes'][number] = {
      unit: 's1',
      question: 'reason',
      from: 'proposed',
      to: 'mine',
      cause: { origin: 'typed' },
    }
    const stack = steps(
      { id: 'a', changes: [accepted], typing: false, at: 0 },
      { id: 'b', changes: [typed], typing: true, at: 1 },
    )
    const once = take(stack, 'undo')
    expect(once?.values).toEqual([{ unit: 's1', question: 'reason', to: 'proposed', cause: accepted.cause }])
    const twice = take(once?.stack ?? emptyStack, 'undo')
    expect(twice?.values).toEqual([{ unit: 's1', question: 'reason', to: null }])
    expect(take(twice?.stack ?? emptyStack, 'redo')?.values).toEqual([
      { unit: 's1', question: 'reason', to: 'proposed', cause: accepted.cause },
    ])
  })

  it('keeps the name of the typing that it goes on with', () => {
    const stack = steps(step('reason', null, 'a', 0))
    expect(nameStep(stack, step('reason', 'a', 'ab', 1))).toBe('reason 0')
    expect(pushStep(stack, step('reason', 'a', 'ab', 1)).done.map(({ id }) => id)).toEqual(['reason 0'])
    expect(nameStep(stack, step('label', null, true, 1, false))).toBe('label 1')
  })

  it('sets nothing of a step where one of its places holds another value by now, and lets go of it', () => {
    const both: UndoStep = {
      ...step('label', null, true, 1, false),
      changes: [
        { unit: 's1', question: 'label', from: null, to: true },
        { unit: 's2', question: 'label', from: null, to: true },
      ],
    }
    const stack = steps(step('reason', null, 'x', 0), both)
    const now = (held: Json) => takeStep(stack, 'undo', ({ unit }) => (unit === 's2' ? held : true))
    expect(now(false)).toEqual({
      kind: 'overtaken',
      stack: { done: stack.done.slice(0, 1), undone: [] },
      at: { unit: 's2', question: 'label' },
    })
    expect(now(true)?.kind).toBe('taken')
    // What cannot be seen is in nobody's way.
    expect(takeStep(stack, 'undo', () => undefined)?.kind).toBe('taken')
  })
})
