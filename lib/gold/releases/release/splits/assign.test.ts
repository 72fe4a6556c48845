import { expect, test } from 'vitest'
import { assignByField, assignByShares, type Divided } from './assign'
import { type ShareChoice, splitChoiceSchema } from './contract'
import { choiceProblems, parseShares, splitWords } from './rules'

const choiceOf = (more: Partial<ShareChoice> = {}): ShareChoice => {
  const shares = [
    { name: 'train', percent: 80 },
    { name: 'validation', percent: 10 },
    { name: 'test', percent: 10 },
  ]
  const choice = splitChoiceSchema.parse({ by: 'shares', shares, ...more })
  if (choice.by !== 'shares') throw new Error('by shares')
  return choice
}

const item = (position: number, more: Partial<Divided> = {}): Divided => ({
  position,
  identity: `id ${position}`,
  group: null,
  stratum: null,
  gold: true,
  ...more,
})
const items = (count: number, more: (position: number) => Partial<Divided> = () => ({})): Divided[] =>
  Array.from({ length: count }, (_, index) => item(index + 1, more(index + 1)))

function assigned(all: readonly Divided[], choice: ShareChoice) {
  const made = assignByShares(all, choice)
  if (!made.ok) throw new Error(made.problems.join(' '))
  return made.assignment
}
const sizesOf = (all: readonly Divided[], choice: ShareChoice) =>
  Object.fromEntries(assigned(all, choice).sizes.map(({ name, items: count }) => [name, count]))
const movedFrom = (before: ReadonlyMap<number, string>, after: ReadonlyMap<number, string>): number =>
  [...before].filter(([position, split]) => after.get(position) !== split).length

test.each([10, 100, 1000, 1010])('%i items come out in the sizes that were asked for, for any seed', (count) => {
  for (let seed = 0; seed < 20; seed++)
    expect(sizesOf(items(count), choiceOf({ seed }))).toEqual({
      train: count * 0.8,
      validation: count * 0.1,
      test: count * 0.1,
    })
})

test('the same seed divides alike in whatever order items come, and another one otherwise', () => {
  const first = assigned(items(200), choiceOf()).splitOf
  expect(movedFrom(first, assigned(items(200).toReversed(), choiceOf()).splitOf)).toBe(0)
  expect(movedFrom(first, assigned(items(200), choiceOf({ seed: 2 })).splitOf)).toBeGreaterThan(20)
})

test('no group stands in two splits, and each split is within the largest group of its share', () => {
  for (let seed = 0; seed < 50; seed++) {
    const all = items(300, (position) => ({ group: `prompt ${Math.floor(Math.sqrt(position))}` }))
    const { splitOf, sizes } = assigned(all, choiceOf({ seed, group: 'prompt' }))
    const splitsOf = new Map<string | null, Set<string | undefined>>()
    const members = new Map<string | null, number>()
    for (const { position, group } of all) {
      splitsOf.set(group, (splitsOf.get(group) ?? new Set()).add(splitOf.get(position)))
      members.set(group, (members.get(group) ?? 0) + 1)
    }
    expect([...splitsOf.values()].every((splits) => splits.size === 1)).toBe(true)
    const largest = Math.max(...members.values())
    for (const [index, wanted] of [240, 30, 30].entries())
      expect(Math.abs((sizes[index]?.items ?? 0) - wanted)).toBeLessThanOrEqual(largest)
  }
})

test('the shares hold within each stratum, give or take one item', () => {
  const all = items(300, (position) => ({ stratum: ['law', 'maths', 'rivers'][position % 3] ?? null }))
  const { splitOf } = assigned(all, choiceOf({ stratify: 'domain' }))
  for (const stratum of ['law', 'maths', 'rivers']) {
    const own = all.filter((each) => each.stratum === stratum).map(({ position }) => splitOf.get(position))
    for (const [name, wanted] of [
      ['train', 80],
      ['validation', 10],
      ['test', 10],
    ] as const)
      expect(Math.abs(own.filter((each) => each === name).length - wanted)).toBeLessThanOrEqual(1)
  }
})

test('strata of one item each do not all go into the same split', () => {
  const all = items(400, (position) => ({ stratum: `source ${position}` }))
  const sizes = sizesOf(all, choiceOf({ stratify: 'source' }))
  expect(Math.min(...Object.values(sizes))).toBeGreaterThan(20)
})

test('an item that comes later moves few others, and none in a steady division', () => {
  const before = assigned(items(500), choiceOf()).splitOf
  expect(movedFrom(before, assigned(items(501), choiceOf()).splitOf)).toBeLessThanOrEqual(3)
  const steady = choiceOf({ steady: true })
  const wide = assigned(items(500), steady).splitOf
  expect(movedFrom(wide, assigned(items(900), steady).splitOf)).toBe(0)
})

test('items without gold have a split and change no size and no other item', () => {
  const gold = items(100)
  const others = Array.from({ length: 50 }, (_, index) => item(101 + index, { gold: false }))
  const [alone, together] = [assigned(gold, choiceOf()), assigned([...gold, ...others], choiceOf())]
  expect(together.sizes).toEqual(alone.sizes)
  expect(movedFrom(alone.splitOf, together.splitOf)).toBe(0)
  expect(others.map(({ position }) => together.splitOf.get(position))).not.toContain(undefined)
})

test('what has nothing to be grouped by is a group by itself, and is counted; the same identity stays together', () => {
  const all = items(40, (position) => ({
    group: position > 30 ? null : `g${position % 10}`,
    identity: `id ${position % 35}`,
  }))
  const { ungrouped, splitOf } = assigned(
    all,
    choiceOf({
      group: '/g',
      shares: [
        { name: 'a', percent: 50 },
        { name: 'b', percent: 50 },
      ],
    }),
  )
  expect(ungrouped).toBe(10)
  for (const position of [1, 2, 3, 4, 5]) expect(splitOf.has(position)).toBe(true)
  const twins = assigned(
    [item(1, { identity: 'x' }), item(2, { identity: 'x' }), ...items(10).slice(2)],
    choiceOf({
      shares: [
        { name: 'a', percent: 50 },
        { name: 'b', percent: 50 },
      ],
    }),
  ).splitOf
  expect(twins.get(1)).toBe(twins.get(2))
})

test('a split without items is told by its name, with what to do', () => {
  const halves = [
    { name: 'a', percent: 50 },
    { name: 'b', percent: 50 },
  ]
  const made = assignByShares(items(1), choiceOf({ shares: halves }))
  expect(made).toMatchObject({ ok: false, problems: [expect.stringMatching(/split “(a|b)”.*larger share/)] })
  const one = assignByShares(
    items(30, () => ({ group: 'all the same' })),
    choiceOf({ group: 'prompt' }),
  )
  expect(one).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('group by something finer'), expect.anything()],
  })
})

test('values of a field name the splits, the usual ones first', () => {
  const values = ['test', 'train', 'extra', 'dev', 'train']
  const made = assignByField(
    values.map((value, index) => ({ ...item(index + 1), value })),
    'split',
  )
  expect(made).toMatchObject({
    ok: true,
    assignment: {
      sizes: [
        { name: 'train', items: 2 },
        { name: 'dev', items: 1 },
        { name: 'test', items: 1 },
        { name: 'extra', items: 1 },
      ],
    },
  })
})

test.each([
  [['train', null], '1 item has nothing in the field “split”: item 2.'],
  [['train', 'dev-test'], 'A value of the field “split” cannot name a split: “dev-test”.'],
  [['train', 'all'], 'cannot name a split: “all”.'],
  [['train', 'x.parquet'], 'cannot name a split: “x.parquet”.'],
  [['train', 'größe'], 'cannot name a split: “größe”.'],
  [['train', '../x'], 'cannot name a split: “../x”.'],
  [['train', 'Train'], 'differ only in upper and lower case: “train”, “Train”.'],
  [Array.from({ length: 11 }, (_, index) => `s${index}`), 'has 11 values, and a release at most 10 splits'],
])('values that cannot name splits are refused: %j', (values, message) => {
  const made = assignByField(
    values.map((value, index) => ({ ...item(index + 1), value })),
    'split',
  )
  expect(made).toMatchObject({ ok: false, problems: [expect.stringContaining(message)] })
})

test('what is wrong with many long values is said in a few words', () => {
  const values = Array.from(
    { length: 1000 },
    (_, index) => `${index % 2 === 0 ? 'a' : 'A'}${index >> 1} ${'x'.repeat(3000)}`,
  )
  const made = assignByField(
    values.map((value, index) => ({ ...item(index + 1), value })),
    'prompt',
  )
  expect(made.ok ? '' : made.problems.join(' ').length).toBeLessThan(1000)
})

test.each([
  [{ shares: [{ name: 'train', percent: 80 }] }, 'shares', 'The shares add up to 80 percent'],
  [{ shares: [{ name: 'dev-test', percent: 100 }] }, 'shares.0.name', 'This is no name of a split'],
  [{ shares: [{ name: 'a..b', percent: 100 }] }, 'shares.0.name', 'This is no name of a split'],
  [
    {
      shares: [
        { name: 'a', percent: 50 },
        { name: 'A', percent: 50 },
      ],
    },
    'shares.1.name',
    'Two splits are called “a”',
  ],
  [{ shares: [{ name: 'a', percent: 100 }], steady: true, stratify: 'domain' }, 'stratify', 'in a steady division'],
  [{ shares: [{ name: 'a', percent: 100 }], group: 'x', stratify: 'x' }, 'stratify', 'cannot be shared out'],
  [{ shares: [{ name: 'a', percent: 100 }], group: ' ' }, 'group', 'Name a field.'],
])('a choice that makes no sense names its field: %j', (choice, field, message) => {
  expect(choiceProblems({ by: 'shares', ...choice })).toEqual([{ field, message: expect.stringContaining(message) }])
})

test('shares are read as people write them', () => {
  const shares = [
    { name: 'train', percent: 87.5 },
    { name: 'test', percent: 12.5 },
  ]
  for (const written of ['train 87.5, test 12.5', 'train=87.5,test=12.5', 'train: 87.5%\ntest: 12.5%'])
    expect(parseShares(written)).toEqual({ ok: true, shares })
  expect(parseShares('train 80, 20')).toMatchObject({ ok: false, problem: expect.stringContaining('“20”') })
  expect(parseShares(' , ')).toMatchObject({ ok: false })
  expect(splitWords(choiceOf({ shares, group: 'prompt' }))).toBe(
    'The tables are divided by seed 1: train 87.5%, test 12.5% of the items with gold. Items with the same “prompt” are in one split.',
  )
})
