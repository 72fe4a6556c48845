/** What differs between two releases, item by item, from their native lines. Pure; holds a portion of each at a time. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Change } from '@/lib/gold/releases/release/contract'
import type { ChangeCounts } from '@/lib/gold/releases/release/manifest/contract'

const json = z.json()
type Json = z.infer<typeof json>

/** What of a native line is compared. */
const heldSchema = z.object({
  item: z.object({
    position: z.number(),
    externalId: z.string().nullable(),
    title: z.string(),
    contentHash: z.string(),
    discarded: z.object({ reason: z.string().nullable() }).nullable(),
    overrides: z.array(z.object({ value: json })),
  }),
  stages: z.array(
    z.object({
      key: z.string(),
      gold: z.object({ answers: z.record(z.string(), z.record(z.string(), json)), votes: json.optional() }).nullable(),
    }),
  ),
})
type Held = z.infer<typeof heldSchema>

type Values = Map<string, { stage: string; unit: string; question: string; value: Json }>

/** Lines of two releases from some place on, as they stand in their files. */
export interface Portions {
  before: string[]
  now: string[]
  /** Does nothing follow in the file? */
  isLast: { before: boolean; now: boolean }
}

/** What was compared of them: the changes, and how many lines of each that took. The others are compared with what follows. */
export interface ComparedPortions {
  changes: Change[]
  used: { before: number; now: number }
}

/** Compares two portions as far as both are there; both releases list their items by position. */
export function comparePortions({ before, now, isLast }: Portions): ComparedPortions {
  const changes: Change[] = []
  const used = { before: 0, now: 0 }
  const [old, fresh] = [before.map(heldIn), now.map(heldIn)]
  for (;;) {
    const [was, is] = [old[used.before] ?? null, fresh[used.now] ?? null]
    if ((!was && !is) || (!was && !isLast.before) || (!is && !isLast.now)) return { changes, used }
    const order = (was?.item.position ?? Number.POSITIVE_INFINITY) - (is?.item.position ?? Number.POSITIVE_INFINITY)
    if (was && is && order === 0 && was.item.contentHash !== is.item.contentHash)
      changes.push(...changesOf(was, null), ...changesOf(null, is))
    else changes.push(...changesOf(order <= 0 ? was : null, order >= 0 ? is : null))
    if (order <= 0) used.before++
    if (order >= 0) used.now++
  }
}

const heldIn = (line: string): Held => heldSchema.parse(JSON.parse(line))

/** So many characters of each release are compared at once: some ten milliseconds. */
const PORTION = 500_000

/** The changes in the order of items. `compare`: what compares two portions, here or in another process. */
export async function* compareReleases(
  before: AsyncIterable<string>,
  now: AsyncIterable<string>,
  compare: (portions: Portions) => ComparedPortions | Promise<ComparedPortions> = comparePortions,
): AsyncGenerator<Change> {
  const [old, fresh] = [new LineBuffer(before), new LineBuffer(now)]
  for (;;) {
    await old.fill()
    await fresh.fill()
    if (old.isEmpty && fresh.isEmpty) return
    const isLast = { before: old.isLast, now: fresh.isLast }
    const { changes, used } = await compare({ before: old.lines, now: fresh.lines, isLast })
    yield* changes
    old.drop(used.before)
    fresh.drop(used.now)
  }
}

/** The lines of a file that are not compared yet, a portion at most. */
class LineBuffer {
  lines: string[] = []
  isLast = false
  private length = 0
  private readonly iterator: AsyncIterator<string>

  constructor(lines: AsyncIterable<string>) {
    this.iterator = lines[Symbol.asyncIterator]()
  }

  get isEmpty(): boolean {
    return this.isLast && this.lines.length === 0
  }

  async fill(): Promise<void> {
    while (!this.isLast && this.length < PORTION) {
      const { done = false, value } = await this.iterator.next()
      if (done) this.isLast = true
      else {
        this.lines.push(value)
        this.length += value.length
      }
    }
  }

  drop(count: number): void {
    for (const line of this.lines.splice(0, count)) this.length -= line.length
  }
}

/** Discarded items, and those without gold, count as not there. */
const present = (releasedItem: Held | null): Held | null =>
  releasedItem && releasedItem.item.discarded === null && releasedItem.stages.some(({ gold }) => gold)
    ? releasedItem
    : null

function changesOf(before: Held | null, now: Held | null): Change[] {
  const [was, is] = [present(before), present(now)]
  const about = is ?? was
  if (!about) return []
  const { position, externalId, title } = about.item
  const values = differences(valuesOf(was), valuesOf(is))
  if (was && is && values.length === 0) return []
  return [
    {
      item: { position, externalId, title },
      change: was && is ? 'changed' : is ? 'added' : 'removed',
      discarded: is ? null : (now?.item.discarded?.reason ?? null),
      // What came or went as a whole is not told value by value.
      values: was && is ? values : [],
    },
  ]
}

/** Every settled value, all votes of a stage as one, and the label that somebody set by hand. */
function valuesOf(releasedItem: Held | null): Values {
  const values: Values = new Map()
  const add = (stage: string, unit: string, question: string, value: Json) =>
    values.set(JSON.stringify([stage, unit, question]), { stage, unit, question, value })
  for (const { key, gold } of releasedItem?.stages ?? []) {
    for (const [unit, answers] of Object.entries(gold?.answers ?? {}))
      for (const [question, value] of Object.entries(answers)) if (value !== null) add(key, unit, question, value)
    if (gold?.votes !== undefined && gold.votes !== null) add(key, '', 'votes', gold.votes)
  }
  const override = releasedItem?.item.overrides.at(-1)?.value ?? null
  if (override !== null) add('', '', 'label set by hand', override)
  return values
}

function differences(was: Values, is: Values): Change['values'] {
  const keys = [...new Set([...is.keys(), ...was.keys()])]
  return keys.flatMap((key) => {
    const [before, after] = [was.get(key)?.value ?? null, is.get(key)?.value ?? null]
    const place = is.get(key) ?? was.get(key)
    if (!place || isDeepStrictEqual(before, after)) return []
    const { stage, unit, question } = place
    return [{ stage, unit, question, before, after }]
  })
}

/** Counts changes as they pass. */
export class ChangeTally {
  readonly counts: ChangeCounts = { added: 0, removed: 0, changed: 0, values: 0 }
  readonly first: Change[] = []

  constructor(private readonly changeLimit: number) {}

  count(change: Change): void {
    this.counts[change.change]++
    this.counts.values += change.values.length
    if (this.first.length < this.changeLimit) this.first.push(change)
  }
}
