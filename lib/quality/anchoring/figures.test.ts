import { describe, expect, it } from 'vitest'
import { FEW_ITEMS, type LabelArm, MAX_ITEMS, MIN_ITEMS } from './contract'
import { armFiguresOf, effectFiguresOf } from './figures'
import type { CountRow } from './read-counts'

const row = (position: number, arm: LabelArm, given: Partial<CountRow> = {}): CountRow => ({
  stage: 'annotate',
  unitKind: 'segment',
  question: 'label',
  position,
  arm,
  randomised: true,
  value: 'true',
  right: null,
  labels: 2,
  agreed: 1,
  accepted: 0,
  changed: 0,
  towards: 0,
  ...given,
})
const rows = (items: number, ...arms: LabelArm[]) =>
  Array.from({ length: items }, (_, position) => arms.map((arm) => row(position, arm))).flat()
const effect = (counts: CountRow[]) => effectFiguresOf({ counts, values: ['true', 'false'], showsItems: true })

describe('suggestions that are right or wrong by gold', () => {
  /** Of each item two labels of each arm; `follow`: how many follow a suggestion by arm and correctness. */
  const split = (items: number, follow: (arm: LabelArm, right: boolean, item: number) => number, randomised = true) =>
    effect(
      Array.from({ length: items }, (_, position) =>
        (['shown', 'none'] as const).flatMap((arm) =>
          [true, false].map((right) => row(position, arm, { right, randomised, agreed: follow(arm, right, position) })),
        ),
      ).flat(),
    ).byCorrectness

  it('show automation bias where wrong ones are followed, and nothing where right ones are followed anyway', () => {
    const [right, wrong] = split(40, (arm, isRight, item) =>
      isRight || arm === 'shown' ? 2 - (item % 4 === 0 ? 1 : 0) : item % 2,
    )
    expect(right).toMatchObject({ suggestion: 'right', agreement: { value: 0 } })
    expect(right?.words).toMatch(/^Compatible with no effect/)
    expect(wrong).toMatchObject({
      suggestion: 'wrong',
      shown: { agreed: { count: 70 } },
      without: { agreed: { count: 20 } },
    })
    expect(wrong?.agreement.value).toBeCloseTo(70 / 80 - 20 / 80, 12)
    expect(wrong?.agreement.low).toBeGreaterThan(0)
    expect(wrong?.words).toMatch(/^Automation bias/)
  })

  it('show aversion where right ones are followed less', () => {
    const [right] = split(40, (arm, isRight, item) =>
      isRight && arm === 'shown' ? item % 2 : 2 - (item % 5 === 0 ? 1 : 0),
    )
    expect(right?.words).toMatch(/^Aversion/)
  })

  it('read no cause into arms that nobody drew, and say nothing of labels without gold', () => {
    const [, wrong] = split(40, (arm) => (arm === 'shown' ? 2 : 0), false)
    expect(wrong).toMatchObject({ causal: false, words: 'Not randomised: no causal reading.' })
    expect(effect(rows(40, 'shown', 'none')).byCorrectness).toEqual([])
    const [few] = split(MIN_ITEMS - 1, () => 1)
    expect(few?.words).toMatch(/^Too few items/)
  })
})

describe('effectFiguresOf', () => {
  it('says in words why there is nothing to compare', () => {
    expect(effect([]).words).toMatch(/^Undefined: no label/)
    expect(effect(rows(MIN_ITEMS, 'shown')).words).toMatch(/made without the suggestion/)
    expect(effect(rows(MIN_ITEMS, 'none')).words).toMatch(/made with the suggestion in sight/)
    const few = effect(rows(MIN_ITEMS - 1, 'shown', 'none'))
    expect(few.words).toMatch(/^Too few items/)
    for (const figure of [few.agreement, few.shift, ...few.values.map(({ difference }) => difference)])
      expect(figure).toMatchObject({ value: null, low: null, high: null })
  })

  it('warns of few items, and no more once there are enough', () => {
    expect(effect(rows(MIN_ITEMS, 'shown', 'hidden')).warnings).toHaveLength(1)
    expect(effect(rows(FEW_ITEMS, 'shown', 'hidden')).warnings).toEqual([])
  })

  it('compares only what chance drew, where it drew on both sides', () => {
    const drawn = rows(MIN_ITEMS, 'shown', 'none')
    const chosen = rows(MIN_ITEMS, 'shown', 'none').map((each) => ({ ...each, randomised: false, agreed: 0 }))
    expect(effect([...drawn, ...chosen])).toMatchObject({ causal: true, shown: { labels: { count: 2 * MIN_ITEMS } } })
    const half = [...rows(MIN_ITEMS, 'shown'), ...chosen]
    expect(effect(half)).toMatchObject({ causal: false, shown: { labels: { count: 4 * MIN_ITEMS } } })
    expect(effect(half).words).toMatch(/Not randomised: no causal reading/)
  })
})

describe('armFiguresOf', () => {
  it('adds up by arm, keeps their order, and names the first of many items', () => {
    const counts = [...rows(MAX_ITEMS + 5, 'none'), row(3, 'shown', { accepted: 1, value: 'false' })]
    const times = [
      {
        stage: 'annotate',
        unitKind: 'segment',
        question: 'label',
        arm: 'shown' as const,
        annotations: 1,
        low: null,
        median: null,
        high: null,
      },
    ]
    const [shown, none] = armFiguresOf({ counts, times, values: ['true', 'false'], showsItems: true })
    expect(shown).toMatchObject({ arm: 'shown', annotations: 1, seconds: null, accepted: { count: 1, items: [3] } })
    expect(shown?.values).toMatchObject([{ cell: { count: 0, items: [] } }, { cell: { count: 2, items: [3] } }])
    expect(none?.labels).toMatchObject({ count: 2 * (MAX_ITEMS + 5), inItems: MAX_ITEMS + 5 })
    expect(none?.labels.items).toHaveLength(MAX_ITEMS)
  })
})
