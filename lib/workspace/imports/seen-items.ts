/** The records of a file so far, for finding those about the same item. Some 50 bytes an item. Pure. */
import { createHash } from 'node:crypto'
import type { IdentityRule } from './contract'
import type { Identified } from './identity'

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
  take(record: Identified, rule: IdentityRule): 'same' | 'twin' | 'first' {
    const { externalId, contentKey, contentHash } = record
    const hash = short(contentHash)
    const content = short(contentKey)
    if (this.records.has(hash)) this.repeated.add(record)
    const before = this.repeated.has(record) ? 'same' : this.before(externalId, content, rule)
    this.records.add(hash)
    this.items.add(itemKey(externalId, content))
    this.contents.add(content)
    if (externalId !== null) this.ids.add(idKey(externalId))
    return before
  }

  /** Notes that a record carries labels; was there one before about the same item? */
  takeLabels({ externalId, contentKey }: Identified, rule: IdentityRule): boolean {
    const key = rule === 'id' && externalId !== null ? idKey(externalId) : short(contentKey)
    const before = this.labelled.has(key)
    this.labelled.add(key)
    return before
  }

  /** Does the very same record, labels included, stand earlier in the file? */
  isRepeated(record: Identified): boolean {
    return this.repeated.has(record)
  }

  private before(externalId: string | null, content: string, rule: IdentityRule): 'same' | 'twin' | 'first' {
    if (externalId === null) return this.contents.has(content) ? 'same' : 'first'
    if (rule === 'id' && this.ids.has(idKey(externalId))) return 'same'
    if (this.items.has(itemKey(externalId, content)) || this.items.has(itemKey(null, content))) return 'same'
    return this.contents.has(content) ? 'twin' : 'first'
  }
}

/** 16 bytes as a string of one byte a sign. */
const short = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1', 0, 16)
const digest = (text: string): string => createHash('sha256').update(text).digest().toString('latin1', 0, 16)
const idKey = (externalId: string): string => digest(externalId)
const itemKey = (externalId: string | null, content: string): string =>
  externalId === null ? content : digest(`${content}${externalId}`)
