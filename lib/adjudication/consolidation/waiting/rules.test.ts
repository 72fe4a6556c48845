import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { s1, viewOf } from '@/tests/support/desk-view'
import type { DeskChoice } from './contract'
import { arrived, fieldOf, questionOf, standing, withChoices } from './rules'

const takeA: DeskChoice = { does: 'settle', choice: { lane: 'A' }, reason: '' }
const takeUnit: DeskChoice = { does: 'take_unit', lane: 'A' }

describe('fieldOf', () => {
  it('keeps each remark, and lets a choice without words take the place of the one before', () => {
    const propose = (value: boolean, comment: string) => fieldOf(s1, { does: 'propose', value, comment })
    expect(propose(true, '')).toEqual(propose(false, ''))
    expect(propose(true, 'The map # says so.')).not.toEqual(propose(false, 'The atlas does not.'))
    expect(questionOf(propose(true, 'The map # says so.').question)).toBe('label')
  })
})

describe('arrived', () => {
  it('finds a unit’s lane by what stands of it, not by nothing being left to take', () => {
    const followed = viewOf(5, { s1: true })
    expect(arrived(followed, s1, takeUnit)).toBe(true)
    const agreed = { ...followed, settled: followed.settled.map((each) => ({ ...each, how: 'agreed' as const })) }
    expect(arrived(agreed, s1, takeUnit)).toBe(false)
  })

  it('finds a list by which entries stand together, whatever the server calls them', () => {
    const list = (...entries: [key: string, made: string, ...from: string[]][]) =>
      entries.map(([key, made, ...from]) => ({ key, made, from }))
    const view = viewOf(5, { s1: true })
    const stored = view.settled.map((each) => ({
      ...each,
      reason: '',
      value: list(['b1', 'added', 'b1', 'a1'], ['a2', 'added', 'a2']),
    }))
    const has = (value: Json) =>
      arrived({ ...view, settled: stored }, s1, { does: 'settle', choice: { value }, reason: '' })
    expect(has(list(['a1', 'merged', 'a1', 'b1'], ['a2', 'added', 'a2']))).toBe(true)
    expect(has(list(['a2', 'added', 'a2'], ['a1', 'merged', 'a1', 'b1']))).toBe(false)
    expect(has(list(['a1', 'merged', 'a1', 'b1'], ['n1', 'added']))).toBe(false)
    expect(has([])).toBe(false)
  })
})

describe('standing', () => {
  it('is the same in whatever order a unit was settled', () => {
    const view = viewOf(4, { s1: true })
    const [label] = view.settled
    if (!label) throw new Error('the first segment is settled')
    const settled = [label, { ...label, question: 'reason', value: 'As the map says.' }]
    const inTurn = { ...view, settled: settled.toReversed() }
    expect(standing({ ...view, settled }, s1, takeUnit)).toEqual(standing(inTurn, s1, takeUnit))
  })
})

describe('withChoices', () => {
  const at = '2020-01-01T00:00:00.000Z'

  it('shows what waits as settled last, and open again once it is taken back', () => {
    const shown = withChoices(viewOf(4, { s2: false }), [{ ...s1, at, choice: takeA }])
    expect(shown.open).toEqual([])
    expect(shown.settled.at(-1)).toMatchObject({ ...s1, value: true, how: 'lane', lane: 'A', by: { kind: 'you' } })
    expect(shown.settled.at(-1)?.at).toBe('2030-01-01T00:00:00.000Z')
    const back = withChoices(shown, [{ ...s1, at, choice: { does: 'withdraw' } }])
    expect(back.open.map(({ unit }) => unit)).toEqual(['s1'])
    expect(back.settled.map(({ unit }) => unit)).toEqual(['s2'])
  })

  it('takes a lane for the whole unit, over what was settled there', () => {
    const shown = withChoices(viewOf(4, { s1: false }), [{ ...s1, at, choice: { does: 'take_unit', lane: 'A' } }])
    expect(shown.settled).toMatchObject([{ ...s1, value: true, lane: 'A' }])
    expect(shown.open.map(({ unit }) => unit)).toEqual(['s2'])
  })

  it('keeps what waits on parts when a lane is taken for their whole', () => {
    const part = { unit: 's1.e1', question: 'label' }
    const view = viewOf(4)
    const values = [{ lane: 'A', value: true }]
    const whole = {
      ...view,
      units: [...view.units, { key: 's1.e1', kind: 'evidence', text: 'e', parent: 's1' }],
      open: [...view.open, { ...part, kind: 'decide' as const, values }],
    }
    const shown = withChoices(whole, [
      { ...part, at, choice: { does: 'settle', choice: { value: false }, reason: 'The map says so.' } },
      { ...s1, at, choice: { does: 'take_unit', lane: 'A' } },
    ])
    expect(shown.settled).toMatchObject([
      { ...part, value: false },
      { ...s1, value: true },
    ])
  })

  it('lets go of what one held oneself by objecting to it, and of nothing else', () => {
    const mine = { ...s1, value: true, by: { kind: 'you', lane: null, name: null } } as const
    const view = { ...viewOf(4), words: [mine] }
    const objecting = (value: boolean) =>
      withChoices(view, [{ ...s1, at, choice: { does: 'object', value, comment: 'No.' } }]).words[0]?.value
    expect([objecting(true), objecting(false)]).toEqual([null, true])
  })
})
