/** The units of an example: the whole, then its contradictions as people see them. Their order is that of the content. */
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { type Contradiction, contentOf, startOf } from './content'
import { shownText } from './shown-text'

export const ITEM = 'item'
export const CONTRADICTION = 'contradiction'

export interface Example {
  /** Of a document without a chosen sentence: all of it. */
  prefix: string
  /** null: nothing is chosen yet. */
  completion: string | null
  /** With their unit keys, in order, and their original texts. */
  contradictions: readonly (Contradiction & { key: string })[]
}

const keyAt = (index: number) => `c${index + 1}`

export function exampleOf(json: Json): Example {
  const content = contentOf(json)
  const { prefix, completion } = startOf(content) ?? { prefix: content.prefix, completion: null }
  const contradictions = content.contradictions.map((each, index) => ({ ...each, key: keyAt(index) }))
  return { prefix, completion, contradictions }
}

export function exampleUnits(json: Json): UnitDraft[] {
  const { completion, contradictions } = exampleOf(json)
  const text = completion === null ? (contentOf(json).title ?? '') : shownText(completion)
  return [
    { key: ITEM, kind: 'item', text },
    ...contradictions.map((each) => ({ key: each.key, kind: CONTRADICTION, text: shownText(each.text) })),
  ]
}

export const contradictionsOf = (units: readonly UnitDraft[]): UnitDraft[] =>
  units.filter(({ kind }) => kind === CONTRADICTION)
