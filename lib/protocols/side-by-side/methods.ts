/** What several methods made of one thing, shown side by side without a word of who made which. */
import { z } from 'zod'
import { optionKeys } from '@/lib/protocols/option-key'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { normalizeText } from '@/lib/text/normalize'

/** The methods of an item in the order of its record, each with the key of the unit that it made. */
export const methodsSchema = z.array(z.object({ key: z.string(), method: z.string() }))
export type Method = z.infer<typeof methodsSchema>[number]

/** The methods of these texts; keys tell neither method nor place. */
export function methodsFor(methodTexts: readonly { method: string; text: string }[]): Method[] {
  const keys = optionKeys(methodTexts.map(({ text }) => text))
  return methodTexts.map(({ method }, index) => ({ key: keys[index] ?? '', method }))
}

/** The methods that a content names under `methods`; none where it was taken out for annotators. */
export function methodsOf(content: Json): readonly Method[] {
  return isJsonRecord(content) ? (methodsSchema.safeParse(content.methods).data ?? []) : []
}

/** The method behind a unit; null where nobody knows. */
export const methodOf = (content: Json, key: string): string | null =>
  methodsOf(content).find((each) => each.key === key)?.method ?? null

/** The units of a task: the item, and of this kind the text that each method made. */
export const unitsBeside = (
  item: UnitDraft,
  kind: string,
  methods: readonly Method[],
  texts: readonly string[],
): UnitDraft[] => [
  item,
  ...methods.map(({ key }, index) => ({ key, kind, parent: item.key, text: texts[index] ?? '' })),
]

/** What all methods made in one text, so that it is found there; nothing where methods are hidden. */
export const presentBeside = (title: string, methods: readonly Method[], texts: readonly string[]) =>
  methods.length === 0
    ? []
    : [{ title, text: methods.map(({ method }, index) => `${method}\n${texts[index] ?? ''}`).join('\n\n') }]

/** Orders names the same everywhere, whatever the reader's language. */
export const byName = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Texts that say the same: white space and Unicode composition aside. */
export const sameText = (one: string, other: string): boolean => normal(one) === normal(other)

const normal = (text: string): string => normalizeText(text, 'NFC').replace(/\s+/gu, ' ').trim()

/** Some of these entries with what was found: of one method the latest stands, in the place of the first. */
export function latestByMethod<Made extends { method: string }>(all: readonly Made[]): Made[] {
  const latest = new Map<string, Made>()
  for (const entry of all) latest.set(entry.method, entry)
  return [...latest.values()]
}

/** The methods' names in a record: told apart, and not empty. Says what is wrong, or null. */
export function namesProblem(names: readonly string[]): string | null {
  if (names.some((name) => name.trim() === '')) return 'A method has no name.'
  return new Set(names).size < names.length ? 'Two entries name the same method.' : null
}
