/** The records of a file so far, for finding those about the same item. Some 50 bytes an item. Pure. */
import { hash } from 'node:crypto'
import type { IdentityRule } from './contract'
import type { Identified } from './identity'

/** What a record is found by, each in 16 bytes. */
export interface SeenKeys {
  record: string
  content: string
  /** null without an id. */
  id: string | null
  /** Content with id, or the content of a record that has none. */
  item: string
}

export function seenKeysOf({ externalId, contentKey, contentHash }: Identified): SeenKeys {
  const content = short(contentKey)
  const id = externalId === null ? null : digest(externalId)
  return { record: short(contentHash), content, id, item: externalId === null ? content : itemKey(externalId, content) }
}

export class SeenItems {
  private readonly records = new Set<string>()
  private readonly repeated = new WeakSet<Identified>()
  /** Content with id, or content of records that have none. */
  private readonly items = new Set<string>()
  private readonly contents = new Set<string>()
  private readonly ids = new Set<string>()
  /** Items, by content and by id, of which a record with labels was seen. */
  private readonly labelled = new Set<string>()

  /** Takes a record in. `same`: an earlier one is about the same item; `twin`: one has the same content under another id. */
  take(record: Identified, rule: IdentityRule, keys: SeenKeys): 'same' | 'twin' | 'first' {
    if (this.records.has(keys.record)) this.repeated.add(record)
    const before = this.repeated.has(record) ? 'same' : this.before(keys, rule)
    this.records.add(keys.record)
    this.items.add(keys.item)
    this.contents.add(keys.content)
    if (keys.id !== null) this.ids.add(keys.id)
    return before
  }

  /** Notes that a record carries labels; was there one before about the same item? */
  takeLabels({ id, content }: SeenKeys, rule: IdentityRule): boolean {
    const key = rule === 'id' && id !== null ? id : content
    const before = this.labelled.has(key)
    this.labelled.add(key)
    return before
  }

  /** Does the very same record, labels included, stand earlier in the file? */
  isRepeated(record: Identified): boolean {
    return this.repeated.has(record)
  }

  private before({ id, item, content }: SeenKeys, rule: IdentityRule): 'same' | 'twin' | 'first' {
    if (id === null) return this.contents.has(content) ? 'same' : 'first'
    if (rule === 'id' && this.ids.has(id)) return 'same'
    // A record without an id is found by its content alone.
    if (this.items.has(item) || this.items.has(content)) return 'same'
    return this.contents.has(content) ? 'twin' : 'first'
  }
}

/** So many records are kept in mind, some 100 bytes each. */
const MOST_KEPT = 250_000

/** What the records of a file so far could be found by, well enough to know that nothing is found by it. */
export class FileKeys {
  private readonly records = new Set<number>()
  private readonly contents = new Set<number>()
  private readonly ids = new Set<number>()

  /** Takes a record in. May an earlier one have the same id, the same content or all the same? */
  take({ externalId, contentKey, contentHash }: Identified): boolean {
    if (this.records.size >= MOST_KEPT) return true
    const isRecord = hasOrAdd(this.records, beginningOf(contentHash))
    const isContent = hasOrAdd(this.contents, beginningOf(contentKey))
    const isId = externalId !== null && hasOrAdd(this.ids, beginningOf(hash('sha256', externalId)))
    return isRecord || isContent || isId
  }
}

/** The first 52 bits of a digest: two records of ten million are alike in one of two hundred files. */
const beginningOf = (hex: string): number => Number.parseInt(hex.slice(0, 13), 16)

function hasOrAdd(keys: Set<number>, key: number): boolean {
  const before = keys.size
  return keys.add(key).size === before
}

/** 16 bytes as a string of one byte a sign. */
const short = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1', 0, 16)
const digest = (text: string): string => short(hash('sha256', text))
const itemKey = (externalId: string, content: string): string => digest(`${content}${externalId}`)
