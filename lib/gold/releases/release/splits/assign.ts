/**
 * Which split each item of a release is in. A group, or an item where nothing groups it, has a place between 0 and 1 that follows
 * from the seed and what it is; along these places the splits lie side by side, each as wide as its share of the items. Pure.
 */
import { createHash } from 'node:crypto'
import { isSplitName, MOST_SPLITS, type ShareChoice, SPLIT_NAME_TEXT } from './contract'

/** An item as it is divided. */
export interface Divided {
  position: number
  /** What stays the same of it from release to release. */
  identity: string
  /** What the choice asks of it; null: it has nothing there. */
  group: string | null
  stratum: string | null
  /** Has it gold in the release? Sizes count these; the others lie where they would if they had. */
  gold: boolean
}

export interface Assignment {
  /** By the positions of items. */
  splitOf: Map<number, string>
  sizes: { name: string; items: number }[]
  ungrouped: number
}

export type Assigned = { ok: true; assignment: Assignment } | { ok: false; problems: string[] }

interface Group {
  key: string
  place: number
  gold: number
  positions: number[]
  strata: Map<string, number>
}

/** A number from 0 up to 1, the same for the same texts: the first 48 bits of sha-256. */
export function placeOf(seed: number, text: string): number {
  return createHash('sha256').update(`${seed}\n${text}`).digest().readUIntBE(0, 6) / 2 ** 48
}

function groupedBy<Of, Key>(all: readonly Of[], by: (each: Of) => Key): Map<Key, Of[]> {
  const groups = new Map<Key, Of[]>()
  for (const each of all) {
    const group = groups.get(by(each))
    if (group) group.push(each)
    else groups.set(by(each), [each])
  }
  return groups
}

const inOrder = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0)

function groupsOf(items: readonly Divided[], seed: number): Group[] {
  const groups = new Map<string, Group>()
  for (const { position, identity, group, stratum, gold } of items) {
    const key = group === null ? `item ${identity}` : `group ${group}`
    const found = groups.get(key) ?? {
      key,
      place: placeOf(seed, key),
      gold: 0,
      positions: [],
      strata: new Map<string, number>(),
    }
    groups.set(key, found)
    found.positions.push(position)
    found.gold += gold ? 1 : 0
    const stratumKey = stratum ?? ''
    found.strata.set(stratumKey, (found.strata.get(stratumKey) ?? 0) + 1)
  }
  return [...groups.values()]
}

/** A group whose items lie in several strata is of the one that most of them are in; of several such, of the first by name. */
const stratumOf = ({ strata }: Group): string =>
  [...strata].toSorted(([a, many], [b, more]) => more - many || inOrder(a, b))[0]?.[0] ?? ''

/**
 * By shares. No group is divided. Within each stratum (all items, where there is none) every split has its share of the items with
 * gold, give or take the largest group: each of its two ends lies within half a group. A steady division only expects the shares.
 */
export function assignByShares(items: readonly Divided[], choice: ShareChoice): Assigned {
  const { shares, seed, steady } = choice
  const splitAt = (place: number): string => {
    let end = 0
    for (const { name, percent } of shares) {
      end += percent / 100
      if (place < end) return name
    }
    return shares.at(-1)?.name ?? ''
  }
  const groups = groupsOf(items, seed)
  const splitOf = new Map<number, string>()
  const put = ({ positions }: Group, place: number) => {
    const name = splitAt(place)
    for (const position of positions) splitOf.set(position, name)
  }
  if (steady) for (const group of groups) put(group, group.place)
  else
    for (const [stratum, own] of groupedBy(groups, stratumOf)) {
      const total = own.reduce((sum, { gold }) => sum + gold, 0)
      // Small strata would all leave the same splits empty if each began at the same place.
      const shift = placeOf(seed, `stratum ${stratum}`)
      let before = 0
      for (const group of own.toSorted((a, b) => a.place - b.place || inOrder(a.key, b.key))) {
        const middle = total === 0 ? group.place : (before + group.gold / 2) / total
        put(group, (middle + shift) % 1)
        before += group.gold
      }
    }
  const ungrouped = choice.group === null ? 0 : items.filter(({ gold, group }) => gold && group === null).length
  const sizes = sizesOf(
    shares.map(({ name }) => name),
    items,
    splitOf,
  )
  const problems = sizes
    .filter(({ items: count }) => count === 0)
    .map(
      ({ name }) =>
        `No item with gold falls into the split “${name}”. Give it a larger share, name fewer splits, take another seed${choice.group === null ? '' : ', or group by something finer'}.`,
    )
  return problems.length > 0 ? { ok: false, problems } : { ok: true, assignment: { splitOf, sizes, ungrouped } }
}

function sizesOf(names: readonly string[], items: readonly Divided[], splitOf: ReadonlyMap<number, string>) {
  const counts = new Map<string, number>()
  for (const { gold, position } of items) {
    const name = splitOf.get(position)
    if (gold && name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return names.map((name) => ({ name, items: counts.get(name) ?? 0 }))
}

/** These first, as readers expect them; the others behind them by name. */
const USUAL = ['train', 'validation', 'dev', 'test']

/** Of the item’s own value; every item has to have one that can be a name. `value` is what stands in the field. */
export function assignByField(items: readonly (Divided & { value: string | null })[], field: string): Assigned {
  const itemsByValue = groupedBy(items, ({ value }) => value)
  const values = [...itemsByValue.keys()].filter((value) => value !== null)
  const without = itemsByValue.get(null) ?? []
  const wrong = values.filter((value) => !isSplitName(value)).toSorted(inOrder)
  const names = values.filter(isSplitName)
  const twins = [...groupedBy(names, (name) => name.toLowerCase()).values()].filter(({ length }) => length > 1).flat()
  const problems = [
    ...(without.length > 0
      ? [
          `${without.length === 1 ? '1 item has' : `${without.length} items have`} nothing in the field “${field}”: ${listed(without.map(({ position }) => `item ${position}`))}. Choose a field that every item has, or divide by shares.`,
        ]
      : []),
    ...(wrong.length > 0
      ? [
          `${wrong.length === 1 ? 'A value' : 'Values'} of the field “${field}” cannot name a split: ${listed(wrong.map((value) => `“${value.slice(0, 60)}”`))}. Names are ${SPLIT_NAME_TEXT}.`,
        ]
      : []),
    ...(twins.length > 0
      ? [
          `Values of the field “${field}” differ only in upper and lower case: ${listed(twins.map((name) => `“${name.slice(0, 60)}”`))}. Files of such splits would be one on many computers.`,
        ]
      : []),
    ...(values.length > MOST_SPLITS
      ? [
          `The field “${field}” has ${values.length} values, and a release at most ${MOST_SPLITS} splits: choose another.`,
        ]
      : []),
  ]
  if (problems.length > 0) return { ok: false, problems }
  const rank = (name: string) => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length)
  const ordered = values.toSorted((a, b) => rank(a) - rank(b) || inOrder(a, b))
  const splitOf = new Map(items.map(({ position, value }) => [position, value ?? '']))
  return { ok: true, assignment: { splitOf, sizes: sizesOf(ordered, items, splitOf), ungrouped: 0 } }
}

/** The first five of them. */
export const listed = (words: readonly string[]): string =>
  `${words.slice(0, 5).join(', ')}${words.length > 5 ? ` and ${words.length - 5} more` : ''}`
