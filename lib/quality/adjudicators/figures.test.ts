import { describe, expect, it } from 'vitest'
import { seededRandom } from '@/lib/stats/seeded-random'
import { inLaneOrder } from '@/lib/workspace/tasks/lane-order'
import { adjudicatorFigures, type Decision, type DecisionLane } from './figures'

const REVIEWER = { userId: 'r', name: 'Rui' }
const ANNOTATORS = [1, 2, 3].map((number) => ({ number, key: `a${number}`, name: `annotator ${number}` }))

/** Decisions about tasks of three questions, two annotators each; `choose` takes one of the lanes as they stand. */
function decide(tasks: number, choose: (lanes: DecisionLane[], task: number) => DecisionLane | undefined): Decision[] {
  return Array.from({ length: tasks * 3 }, (_, n) => {
    const task = Math.floor(n / 3)
    const lanes = [1, 2].map((number) => ({ id: `n${task}-${number}`, number, suggested: number === 1 }))
    const taken = choose(inLaneOrder(`t${task}`, lanes), task)?.id ?? null
    return { userId: 'r', taskId: `t${task}`, taken, edited: false, lanes }
  })
}
const figures = (decisions: Decision[]) => adjudicatorFigures(REVIEWER, decisions, ANNOTATORS)

describe('what an adjudicator takes', () => {
  it('shows who takes the first lane every time', () => {
    const { lanes, decisions, tasks } = figures(decide(22, ([first]) => first))
    expect({ decisions, tasks }).toEqual({ decisions: 66, tasks: 22 })
    expect(lanes.map(({ name, taken, decisions: of, verdict }) => [name, taken, of, verdict])).toEqual([
      ['Lane A', 66, 66, 'more'],
      ['Lane B', 0, 66, 'less'],
    ])
    expect(lanes[0]).toMatchObject({ share: 1, high: 1, expected: 0.5 })
    // Twenty-two tasks, not sixty-six decisions, are what can be relied on.
    expect(lanes[0]?.low).toBeCloseTo(0.8513, 4)
  })

  it('shows who takes one annotator’s answers, and finds nothing about lanes then', () => {
    const { lanes, people } = figures(decide(40, (lanes) => lanes.find(({ number }) => number === 1)))
    expect(people.map(({ key, verdict }) => [key, verdict])).toEqual([
      ['a1', 'more'],
      ['a2', 'less'],
    ])
    expect(lanes.map(({ verdict }) => verdict)).toEqual([null, null])
  })

  it('finds nothing about somebody who decides by chance', () => {
    const next = seededRandom(3)
    const { lanes, people, origins } = figures(decide(60, (lanes) => lanes[next(2)]))
    expect([...lanes, ...people, ...origins].map(({ verdict }) => verdict)).toEqual([null, null, null, null, null])
  })

  it('compares with how many of the lanes were taken over from a suggestion', () => {
    const lanes = [1, 2, 3].map((number) => ({ id: `n${number}`, number, suggested: number < 3 }))
    const decisions = Array.from({ length: 12 }, (_, n) => ({
      userId: 'r',
      taskId: `t${n}`,
      edited: false,
      lanes,
      taken: 'n3',
    }))
    expect(figures(decisions).origins).toMatchObject([{ taken: 0, decisions: 12, expected: 2 / 3, verdict: 'less' }])
  })

  it('counts values that nobody or several gave apart', () => {
    const [one, two, three] = decide(1, ([first]) => first)
    if (!one || !two || !three) throw new Error('there are three decisions')
    const found = figures([one, { ...two, taken: null }, { ...three, taken: null, edited: true }])
    expect(found).toMatchObject({ decisions: 3, edited: 1, shared: 1 })
    expect(found.lanes[0]).toMatchObject({ decisions: 1 })
  })
})
