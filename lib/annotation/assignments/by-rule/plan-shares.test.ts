import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastPairShare, type Plan, type PlanPerson, type PlanState, type PlanTask, planShares } from './plan-shares'

const person = (id: string, given: Partial<PlanPerson> = {}): PlanPerson => ({
  id,
  room: null,
  domains: [],
  tags: [],
  languages: [],
  ...given,
})
const task = (position: number, given: Partial<PlanTask> = {}): PlanTask => ({
  id: `t${position}`,
  position,
  free: 2,
  domain: null,
  tags: [],
  language: null,
  holders: [],
  barred: [],
  ...given,
})
const many = (count: number, given: Partial<PlanTask> = {}) =>
  Array.from({ length: count }, (_, n) => task(n + 1, given))
const people = (count: number, given: Partial<PlanPerson> = {}) =>
  Array.from({ length: count }, (_, n) => person(`p${n}`, given))
const state = (given: Partial<PlanState>): PlanState => ({ people: [], tasks: [], meetings: [], paired: 0, ...given })
const rules = { perTask: null, pairLimit: null, seed: 1 }

const loads = (plan: Plan, ids: readonly string[]) =>
  ids.map((id) => plan.given.filter(({ userIds }) => userIds.includes(id)).length)
const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

describe('planShares', () => {
  it('gives 40 people even loads, and lets every pair meet alike often', () => {
    const all = people(40)
    const plan = planShares(state({ people: all, tasks: many(3_900) }), rules)
    expect(plan.left).toEqual([])
    expect(
      spread(
        loads(
          plan,
          all.map(({ id }) => id),
        ),
      ),
    ).toBeLessThanOrEqual(3)
    expect(plan.pairs).toHaveLength(780)
    // 3,900 meetings of 780 pairs are five each.
    const counts = plan.pairs.map(({ added }) => added)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4)
    expect(Math.max(...counts)).toBeLessThanOrEqual(6)
  })

  it('keeps a limit on pairs as close as it can be kept', () => {
    expect(leastPairShare(4, 2)).toBeCloseTo(100 / 6)
    const plan = planShares(state({ people: people(4), tasks: many(600) }), { ...rules, pairLimit: 17 })
    expect(plan.left).toEqual([])
    expect(Math.max(...plan.pairs.map(({ added }) => added))).toBeLessThanOrEqual(102)
    const tight = planShares(state({ people: people(3), tasks: many(100) }), { ...rules, pairLimit: 20 })
    expect(tight.given).toEqual([])
    expect(new Set(tight.left.map(({ reason }) => reason))).toEqual(new Set(['pairs']))
  })

  it('counts who met before, and who holds a place already', () => {
    const [ana, ben, cho] = [person('ana'), person('ben'), person('cho')]
    const met = state({ people: [ana, ben, cho], tasks: many(30), meetings: [['ana', 'ben', 40]], paired: 40 })
    const plan = planShares(met, { ...rules, pairLimit: 50 })
    expect(plan.given).toHaveLength(30)
    expect(plan.pairs.find(({ a, b }) => a === 'ana' && b === 'ben')).toMatchObject({ before: 40, added: 0 })
    const half = planShares(state({ people: [ana, ben], tasks: [task(1, { free: 1, holders: ['ana'] })] }), rules)
    expect(half.given.map(({ userIds }) => userIds)).toEqual([['ben']])
    expect(half.paired).toBe(1)
  })

  it('gives to people what they take, and says who lacks what', () => {
    const tasks = [
      task(1, { domain: 'law', language: 'de' }),
      task(2, { domain: 'law', language: 'fr' }),
      task(3, { tags: ['hard', 'new'] }),
      task(4, { barred: ['lea', 'any'] }),
      task(5, { free: 1 }),
    ]
    const all = [
      person('lea', { domains: ['law'], languages: ['de'] }),
      person('tom', { tags: ['hard'] }),
      person('any'),
      person('all'),
    ]
    const plan = planShares(state({ people: all, tasks }), { ...rules, perTask: 3 })
    expect(plan.given).toEqual([])
    expect(plan.left.map(({ reason }) => reason)).toEqual(['room', 'room', 'room', 'room', 'room'])
    const two = planShares(state({ people: all.slice(0, 3), tasks }), rules)
    expect(two.given.map(({ task: { position }, userIds }) => [position, userIds])).toEqual([
      [1, ['any', 'lea']],
      [3, ['any', 'tom']],
      [5, ['any']],
    ])
    expect(two.left.map(({ task: { position }, reason, takers }) => [position, reason, takers])).toEqual([
      [2, 'takers', ['any']],
      [4, 'takers', ['any']],
    ])
  })

  it('finds a way around people who are full', () => {
    // Whoever takes everything must leave what only they can take to themselves.
    const tasks = [
      ...many(5, { free: 1 }),
      ...Array.from({ length: 5 }, (_, n) => task(n + 6, { free: 1, domain: 'law' })),
    ]
    const all = [person('law', { room: 5, domains: ['law'] }), person('any', { room: 5 })]
    for (let seed = 0; seed < 20; seed++)
      expect(planShares(state({ people: all, tasks }), { ...rules, seed }).left).toEqual([])
    const [a, b] = [person('a', { room: 1, tags: ['x', 'y'] }), person('b', { room: 1, tags: ['x', 'z'] })]
    const chain = [task(1, { free: 1, tags: ['x'] }), task(2, { free: 1, tags: ['y'] })]
    for (let seed = 0; seed < 20; seed++)
      expect(planShares(state({ people: [a, b], tasks: chain }), { ...rules, seed }).left).toEqual([])
  })

  it('says that quotas are used up', () => {
    const plan = planShares(state({ people: people(4, { room: 10 }), tasks: many(30) }), rules)
    expect(plan.given).toHaveLength(20)
    expect(plan.left.map(({ reason }) => reason)).toEqual(Array(10).fill('quota'))
  })

  it('moves shares of thousands of tasks out of the way', () => {
    // Rooms are just enough, and who takes both would have to leave the tasks about x to those who take nothing else that there is.
    const group = (name: string, room: number, domains: string[]) =>
      people(10, { room, domains }).map((each) => ({ ...each, id: `${name} ${each.id}` }))
    const all = [...group('both', 120, ['x', 'y']), ...group('y', 120, ['y', 'z']), ...group('x', 240, ['z', 'x'])]
    const tasks = Array.from({ length: 4_800 }, (_, n) => task(n + 1, { free: 1, domain: n % 2 === 0 ? 'x' : 'y' }))
    expect(planShares(state({ people: all, tasks }), rules).left).toEqual([])
  })

  it('ends after so many steps, keeps the limit on pairs, and says what it did not look for', () => {
    const close = state({ people: people(40), tasks: many(300, { free: 5 }) })
    const limit = { ...rules, perTask: 5, pairLimit: 1.3 }
    const plan = planShares(close, limit, 400_000)
    expect(new Set(plan.left.map(({ reason }) => reason))).toContain('unsearched')
    for (const { added } of plan.pairs) expect(added * 100).toBeLessThanOrEqual(1.3 * plan.paired + 1e-6)
    expect(planShares(close, limit, 400_000)).toEqual(plan)
  })

  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const word: fc.Arbitrary<string> = fc.constantFrom('x', 'y')
  const worlds = fc.record({
    people: fc.uniqueArray(
      fc.record({
        id,
        room: fc.option(fc.nat(6)),
        domains: fc.uniqueArray(word, { maxLength: 2 }),
        tags: fc.uniqueArray(word, { maxLength: 2 }),
        languages: fc.constant([]),
      }),
      { selector: (each) => each.id },
    ),
    tasks: fc.array(
      fc.record({
        free: fc.integer({ min: 1, max: 3 }),
        domain: fc.option(word),
        tags: fc.uniqueArray(word, { maxLength: 2 }),
        holders: fc.uniqueArray(id, { maxLength: 2 }),
        barred: fc.uniqueArray(id, { maxLength: 2 }),
      }),
      { maxLength: 15 },
    ),
    perTask: fc.option(fc.integer({ min: 1, max: 3 })),
    pairLimit: fc.option(fc.integer({ min: 1, max: 100 })),
    seed: fc.nat(1000),
  })

  it('never breaks a rule, whatever the state, and is the same a second time', () => {
    fc.assert(
      fc.property(worlds, ({ people: all, tasks, ...given }) => {
        const world = state({ people: all, tasks: tasks.map((each, n) => task(n + 1, each)) })
        const plan = planShares(world, given)
        expect(planShares(world, given)).toEqual(plan)
        expect(plan.given.length + plan.left.length).toBe(tasks.length)
        for (const { task: of, userIds } of plan.given) {
          expect(userIds).toHaveLength(given.perTask ?? of.free)
          expect(userIds.length).toBeLessThanOrEqual(of.free)
          expect(new Set(userIds).size).toBe(userIds.length)
          for (const userId of userIds) {
            const who = all.find((each) => each.id === userId)
            expect([...of.holders, ...of.barred]).not.toContain(userId)
            expect(who?.domains.length === 0 || who?.domains.includes(of.domain ?? '')).toBe(true)
            expect(who?.tags.length === 0 || of.tags.some((tag) => who?.tags.includes(tag))).toBe(true)
          }
        }
        for (const { id: userId, room } of all)
          expect(loads(plan, [userId])[0]).toBeLessThanOrEqual(room ?? Number.POSITIVE_INFINITY)
        for (const { added, before } of plan.pairs)
          if (added > 0 && given.pairLimit !== null)
            expect((before + added) * 100).toBeLessThanOrEqual(given.pairLimit * plan.paired + 1e-6)
      }),
      { numRuns: 300 },
    )
  })
})
