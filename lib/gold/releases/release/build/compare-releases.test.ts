import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRowCounter, linesIn } from '@/lib/gold/releases/count-lines'
import type { Change } from '@/lib/gold/releases/release/contract'
import { ChangeTally, comparePortions, compareReleases, type Portions } from './compare-releases'
import { linesOf } from './read-stored'

interface Given {
  position: number
  label?: boolean
  discarded?: string
  override?: boolean
  hash?: string
}

const line = ({ position, label, discarded, override, hash = `h${position}` }: Given): string =>
  JSON.stringify({
    item: {
      position,
      externalId: null,
      title: `Item ${position}`,
      contentHash: hash,
      discarded: discarded === undefined ? null : { reason: discarded },
      overrides: override === undefined ? [] : [{ value: override }],
    },
    stages: [{ key: 'annotate', gold: label === undefined ? null : { answers: { s1: { label } } } }],
  })

async function* stream(items: readonly Given[]) {
  yield* items.map(line)
}

async function changes(before: readonly Given[], now: readonly Given[]) {
  const tally = new ChangeTally(1)
  const found: Change[] = []
  for await (const change of compareReleases(stream(before), stream(now))) {
    tally.count(change)
    found.push(change)
  }
  return { tally, found }
}

test('what came, went, was discarded or corrected is told in the order of items', async () => {
  const before = [
    { position: 1, label: true },
    { position: 2, label: true },
    { position: 3, label: true },
    { position: 5, label: false },
    { position: 6, discarded: 'dull' },
  ]
  const now = [
    { position: 1, label: true },
    { position: 2, label: false },
    { position: 3, label: true, discarded: 'wrong' },
    { position: 4, label: true },
    { position: 6, label: true },
    { position: 7, discarded: 'dull' },
  ]
  const { found, tally } = await changes(before, now)
  expect(found.map(({ item, change, discarded }) => [item.position, change, discarded])).toEqual([
    [2, 'changed', null],
    [3, 'removed', 'wrong'],
    [4, 'added', null],
    [5, 'removed', null],
    [6, 'added', null],
  ])
  expect(found[0]?.values).toEqual([{ stage: 'annotate', unit: 's1', question: 'label', before: true, after: false }])
  expect(tally.counts).toEqual({ added: 2, removed: 2, changed: 1, values: 1 })
  expect(tally.first).toHaveLength(1)
})

test('a label set by hand is a change; another record at the same place is another item', async () => {
  const { found } = await changes(
    [
      { position: 1, label: true },
      { position: 2, label: true },
    ],
    [
      { position: 1, label: true, override: false },
      { position: 2, label: true, hash: 'other' },
    ],
  )
  expect(found.map(({ change }) => change)).toEqual(['changed', 'removed', 'added'])
  expect((await changes([{ position: 1, label: true }], [{ position: 1, label: true }])).found).toEqual([])
})

/** Compares by portions of so many lines of each at most. */
function byPortions(
  before: readonly string[],
  now: readonly string[],
  lines: { before: number; now: number },
): Change[] {
  const found: Change[] = []
  const at = { before: 0, now: 0 }
  while (at.before < before.length || at.now < now.length) {
    const next = { before: at.before + lines.before, now: at.now + lines.now }
    const { changes: some, used } = comparePortions({
      before: before.slice(at.before, next.before),
      now: now.slice(at.now, next.now),
      isLast: { before: next.before >= before.length, now: next.now >= now.length },
    })
    expect(used.before + used.now).toBeGreaterThan(0)
    found.push(...some)
    at.before += used.before
    at.now += used.now
  }
  return found
}

test('the changes are the same whatever portions are compared at once', () => {
  const item = fc.record({
    position: fc.integer({ min: 1, max: 30 }),
    label: fc.boolean(),
    hash: fc.constantFrom('a', 'b'),
  })
  const release = fc
    .uniqueArray(item, { selector: ({ position }) => position, maxLength: 20 })
    .map((items) => items.toSorted((a, b) => a.position - b.position).map(line))
  const size = fc.integer({ min: 1, max: 4 })
  fc.assert(
    fc.property(release, release, size, size, (before, now, one, other) => {
      const whole = comparePortions({ before, now, isLast: { before: true, now: true } })
      expect(whole.used).toEqual({ before: before.length, now: now.length })
      expect(byPortions(before, now, { before: one, now: other })).toEqual(whole.changes)
    }),
  )
})

test('a long release is handed over in portions', async () => {
  const items = Array.from({ length: 6_000 }, (_, index) => ({ position: index + 1, label: index % 2 === 0 }))
  const sizes: number[] = []
  const compare = (portions: Portions) => {
    sizes.push(portions.before.length)
    return comparePortions(portions)
  }
  const found: Change[] = []
  const flipped = items.map((each) => ({ ...each, label: !each.label }))
  for await (const change of compareReleases(stream(items), stream(flipped), compare)) found.push(change)
  expect(found).toHaveLength(items.length)
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBeLessThan(items.length)
})

test('lines and rows are counted however they are cut', async () => {
  async function* pieces() {
    yield Buffer.from('one\ntw').subarray(0)
    yield Buffer.from('é').subarray(0, 1)
    yield Buffer.from('é').subarray(1)
    yield '\nlast'
  }
  const lines: string[] = []
  for await (const each of linesOf(pieces())) lines.push(each)
  expect(lines).toEqual(['one', 'twé', 'last'])
  expect(linesIn('a\nb\n')).toBe(2)
  const rows = csvRowCounter()
  expect(['a,b\r\n', '"x\n', '""y",2\r\nz,3\r\n'].map(rows)).toEqual([0, 0, 2])
})
