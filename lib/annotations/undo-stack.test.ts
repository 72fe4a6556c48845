import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { emptyStack, pushStep, takeStep, type UndoStep } from './undo-stack'

const step = (question: string, from: Json, to: Json, at: number, typing = true): UndoStep => ({
  changes: [{ unit: 's1', question, from, to }],
  typing,
  at,
})
const steps = (...all: UndoStep[]) => all.reduce(pushStep, emptyStack)

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
    const back = takeStep(stack, 'undo')
    expect(back?.values).toEqual([{ unit: 's1', question: 'label', to: true }])
    expect(takeStep(back?.stack ?? emptyStack, 'redo')).toEqual({
      stack,
      values: [{ unit: 's1', question: 'label', to: false }],
    })
    const changed = pushStep(back?.stack ?? emptyStack, step('reason', null, 'x', 2))
    expect(takeStep(changed, 'redo')).toBeNull()
    expect(takeStep(emptyStack, 'undo')).toBeNull()
  })

  it('brings a value back with the cause it had', () => {
    const accepted: UndoStep['changes'][number] = {
      ...{ unit: 's1', question: 'reason', from: null, to: 'proposed' },
      cause: { origin: 'suggestion', suggestionId: 'S' },
    }
    const typed: UndoStep['changes'][number] = {
      ...{ unit: 's1', question: 'reason', from: 'proposed', to: 'mine' },
      cause: { origin: 'typed' },
    }
    const stack = steps({ changes: [accepted], typing: false, at: 0 }, { changes: [typed], typing: true, at: 1 })
    const once = takeStep(stack, 'undo')
    expect(once?.values).toEqual([{ unit: 's1', question: 'reason', to: 'proposed', cause: accepted.cause }])
    const twice = takeStep(once?.stack ?? emptyStack, 'undo')
    expect(twice?.values).toEqual([{ unit: 's1', question: 'reason', to: null }])
    expect(takeStep(twice?.stack ?? emptyStack, 'redo')?.values).toEqual([
      { unit: 's1', question: 'reason', to: 'proposed', cause: accepted.cause },
    ])
  })
})
