/** What differs between two releases, item by item, from their native lines. Pure; holds one item of each at a time. */
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

/** The changes in the order of items; both releases list theirs by position. */
export async function* compareReleases(before: AsyncIterable<string>, now: AsyncIterable<string>) {
  const [old, fresh] = [reading(before), reading(now)]
  let [was, is] = [await old(), await fresh()]
  while (was || is) {
    const order = (was?.item.position ?? Number.POSITIVE_INFINITY) - (is?.item.position ?? Number.POSITIVE_INFINITY)
    if (was && is && order === 0 && was.item.contentHash !== is.item.contentHash) {
      yield* changesOf(was, null)
      yield* changesOf(null, is)
    } else yield* changesOf(order <= 0 ? was : null, order >= 0 ? is : null)
    const next = { was: order <= 0, is: order >= 0 }
    if (next.was) was = await old()
    if (next.is) is = await fresh()
  }
}

function reading(lines: AsyncIterable<string>): () => Promise<Held | null> {
  const iterator = lines[Symbol.asyncIterator]()
  return async () => {
    const { done, value } = await iterator.next()
    return done ? null : heldSchema.parse(JSON.parse(value))
  }
}

/** Discarded items, and those without gold, count as not there. */
const present = (held: Held | null): Held | null =>
  held && held.item.discarded === null && held.stages.some(({ gold }) => gold) ? held : null

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
function valuesOf(held: Held | null): Values {
  const values: Values = new Map()
  const add = (stage: string, unit: string, question: string, value: Json) =>
    values.set(JSON.stringify([stage, unit, question]), { stage, unit, question, value })
  for (const { key, gold } of held?.stages ?? []) {
    for (const [unit, answers] of Object.entries(gold?.answers ?? {}))
      for (const [question, value] of Object.entries(answers)) if (value !== null) add(key, unit, question, value)
    if (gold?.votes !== undefined && gold.votes !== null) add(key, '', 'votes', gold.votes)
  }
  const override = held?.item.overrides.at(-1)?.value ?? null
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

  constructor(private readonly shown: number) {}

  count(change: Change): void {
    this.counts[change.change]++
    this.counts.values += change.values.length
    if (this.first.length < this.shown) this.first.push(change)
  }
}
