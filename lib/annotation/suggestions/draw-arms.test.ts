import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Arm, arms, type Shares } from './contract'
import { drawArm } from './draw-arms'

const shares = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })).map(([a, b]): Shares => {
  const [low, high] = a < b ? [a, b] : [b, a]
  return { shown: low, hidden: high - low, none: 100 - high }
})
const subjects = (n: number, of: string) =>
  Array.from({ length: n }, (_, index) => ({ annotationId: `${of}-${index}`, unitKind: 'segment', question: 'label' }))

describe('drawArm', () => {
  it('meets any shares within what chance allows', () => {
    const n = 2_000
    fc.assert(
      fc.property(shares, fc.uuid(), (wanted, project) => {
        const drawn = subjects(n, project).map((subject) => drawArm(subject, wanted))
        for (const arm of arms) {
          const share = wanted[arm] / 100
          const count = drawn.filter((each) => each === arm).length
          // Six standard deviations: less than one false alarm in a hundred million.
          expect(Math.abs(count - n * share)).toBeLessThanOrEqual(6 * Math.sqrt(n * share * (1 - share)))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('draws the same whatever is drawn before it', () => {
    fc.assert(
      fc.property(shares, fc.shuffledSubarray(subjects(30, randomUUID()), { minLength: 1 }), (wanted, some) => {
        const alone = (subject: (typeof some)[number]) => drawArm(subject, wanted)
        const together = new Map(some.map((subject) => [subject.annotationId, alone(subject)]))
        for (const subject of some.toReversed()) expect(alone(subject)).toBe(together.get(subject.annotationId))
      }),
    )
  })

  it('draws for each question of an annotation anew', () => {
    const half: Shares = { shown: 50, hidden: 0, none: 50 }
    const n = 2_000
    const both = subjects(n, randomUUID()).map((subject): [Arm, Arm] => [
      drawArm(subject, half),
      drawArm({ ...subject, question: 'reason' }, half),
    ])
    const same = both.filter(([one, other]) => one === other).length
    expect(Math.abs(same - n / 2)).toBeLessThanOrEqual(6 * Math.sqrt(n / 4))
  })

  it('keeps what it drew from release to release', () => {
    const even: Shares = { shown: 34, hidden: 33, none: 33 }
    expect(
      subjects(12, 'kept')
        .map((subject) => drawArm(subject, even)[0])
        .join(''),
    ).toMatchInlineSnapshot(`"ssnssnsshhss"`)
  })
})
