/**
 * Which item a record is about: by its id and its content without labels (where one side has no id, by the content), or by
 * the id alone. Pure.
 */

import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Json, Protocol, UnitDraft } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { SEGMENTS } from '@/lib/protocols/records'
import type { IdentityRule } from './contract'

/** What is compared of a record, and of an item that is here. */
export interface Identified {
  externalId: string | null
  /** Of `contentKeyOf`. */
  contentKey: string
  /** Of the record as a whole, its labels included. */
  contentHash: string
}

/** sha-256 over the canonical JSON (RFC 8785) of the fields that say which item it is. */
export function contentKeyOf(
  { identifiedBy }: Pick<Protocol, 'identifiedBy'>,
  content: Json,
  escaped: boolean,
): string {
  const identifying =
    identifiedBy && isJsonRecord(content)
      ? Object.fromEntries(identifiedBy.map((field) => [field, content[field] ?? null]))
      : withoutSegments(content)
  return hash('sha256', `${escaped ? 'escaped ' : ''}${canonicalize(identifying) ?? ''}`)
}

function withoutSegments(content: Json): Json {
  if (!isJsonRecord(content) || !(SEGMENTS in content)) return content
  const { [SEGMENTS]: _, ...rest } = content
  return rest
}

/** What labels of an item are held against: they belong to units that are the same under the rule of identity. */
export type UnitsKeys = Readonly<Record<IdentityRule, string>>

/** sha-256 over the keys and kinds of units, and over their texts unless the id alone decides. */
export function unitsKeysOf(units: readonly Pick<UnitDraft, 'key' | 'kind' | 'text'>[]): UnitsKeys {
  const keyOf = (parts: Json) => hash('sha256', JSON.stringify(parts))
  return {
    content: keyOf(units.map(({ key, kind, text }) => [key, kind, text])),
    id: keyOf(units.map(({ key, kind }) => [key, kind])),
  }
}

export type Match<Item> =
  /** The record is about this item. */
  | { kind: 'here'; item: Item }
  /** About one of these, and nothing says which. */
  | { kind: 'unclear'; items: Item[] }
  /** A new one. `twins`: items with the same content under other ids. */
  | { kind: 'new'; twins: Item[] }

/** Items in the order in which they are found by what a record has. */
export class KnownItems<Item extends Identified> {
  private readonly byHash = new Map<string, Item>()
  private readonly byContent = new Map<string, Item[]>()
  private readonly byId = new Map<string, Item[]>()

  constructor(items: readonly Item[] = []) {
    for (const item of items) this.add(item)
  }

  add(item: Item): void {
    if (!this.byHash.has(item.contentHash)) this.byHash.set(item.contentHash, item)
    append(this.byContent, item.contentKey, item)
    if (item.externalId !== null) append(this.byId, item.externalId, item)
  }

  /** Which of the items the record is about. The very same record is about the same item whatever the rule. */
  match(record: Identified, rule: IdentityRule): Match<Item> {
    const same = this.byHash.get(record.contentHash)
    if (same) return { kind: 'here', item: same }
    const alike = this.byContent.get(record.contentKey) ?? []
    if (rule === 'id' && record.externalId !== null) {
      const itemsWithId = this.byId.get(record.externalId) ?? []
      if (itemsWithId.length > 0) return oneOf(itemsWithId, alike)
    }
    const { externalId } = record
    const nameless = alike.find((item) => item.externalId === null)
    if (externalId !== null) {
      const item = alike.find((each) => each.externalId === externalId) ?? nameless
      return item ? { kind: 'here', item } : { kind: 'new', twins: alike }
    }
    if (nameless) return { kind: 'here', item: nameless }
    const [only, ...more] = alike
    if (!only) return { kind: 'new', twins: [] }
    return more.length > 0 ? { kind: 'unclear', items: alike } : { kind: 'here', item: only }
  }
}

/** Of several items with the id, the one that has the content as well. */
function oneOf<Item>(itemsWithId: Item[], alike: readonly Item[]): Match<Item> {
  const [only, ...more] = itemsWithId
  const both = itemsWithId.find((item) => alike.includes(item))
  const item = more.length > 0 ? both : only
  return item ? { kind: 'here', item } : { kind: 'unclear', items: itemsWithId }
}

function append<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}
