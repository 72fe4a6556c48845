/** Reads from the items of a project what divides them, and divides them. */
import 'server-only'
import canonicalize from 'canonicalize'
import { countedSql, releasedSql } from '@/lib/gold/releases/released-sql'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import { parsePointer, valueAt } from '@/lib/protocols/language/pointers'
import type { Json, Protocol } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { contentKeyOf } from '@/lib/workspace/imports/queries'
import { type Assignment, assignByField, assignByShares, type Divided, listed } from './assign'
import { type MadeSplits, type SplitChoice, UNDIVIDED } from './contract'

/** Where the rows of tables go. */
export interface Splits {
  names: readonly string[]
  of: (position: number) => string
  /** Is the item at this position in any? */
  has: (position: number) => boolean
  /** null: all rows are in one split. */
  made: MadeSplits | null
  /** The positions of items whose labels are to stay back, in order. */
  heldOut: readonly number[]
}

export type Planned = { ok: true; splits: Splits } | { ok: false; problems: string[] }

const NOT_DIVIDED: Splits = {
  names: [UNDIVIDED],
  of: () => UNDIVIDED,
  has: () => true,
  made: null,
  heldOut: [],
}

interface ItemRow {
  position: number
  externalId: string | null
  contentKey: string | null
  content: Json | null
  escaped: boolean
  source: string | null
  domain: string | null
  record: string | null
  gold: boolean
  rated: boolean
}

const itemsSql = (protocol: Protocol) => `
  select i.position, i.external_id "externalId", i.content_key "contentKey", i.escaped,
         case when $2 or i.content_key is null then i.content end "content",
         i.shown_source "source", i.shown_domain "domain", case when $2 then i.record end "record",
         exists (select 1 from tasks t join stages s on s.id = t.stage_id
                 where t.item_id = i.id and ${releasedSql({ protocol })}) "gold",
         exists (select 1 from tasks t where t.item_id = i.id and ${countedSql({})}) "rated"
  from items i where i.project_id = $1 order by i.position`

const OF_ITEM = ['source', 'domain'] as const
const isOfItem = (attribute: string): attribute is (typeof OF_ITEM)[number] =>
  OF_ITEM.some((each) => each === attribute)

/**
 * Divides the items of the moment that it runs in. Also those without gold, whose ratings a release may hold, have their split.
 * Problems are a field that no item has, values that name no split, and of shares a split without gold; by a field a split may have none yet: its items
 * stand in the tables that hold them.
 */
export async function planSplits(projectId: string, protocol: Protocol, choice: SplitChoice | null): Promise<Planned> {
  if (choice === null) return { ok: true, splits: NOT_DIVIDED }
  const splitAttributes =
    choice.by === 'field' ? [choice.field] : [choice.group, choice.stratify].filter((each) => each !== null)
  const readsRecords = splitAttributes.some((attribute) => !isOfItem(attribute))
  const found = new Set<string>()
  let fields: string[] = []
  const items: (Divided & { value: string | null })[] = []
  for await (const rows of cursorRows<ItemRow>(itemsSql(protocol), [projectId, readsRecords]))
    for (const row of rows) {
      const record = row.record === null ? null : readStoredRecord(row.record).value
      if (fields.length === 0 && isJsonRecord(record ?? undefined)) fields = Object.keys(record ?? {})
      const read = (attribute: string | null): string | null => {
        if (attribute === null) return null
        const text = isOfItem(attribute) ? textOf(row[attribute]) : textIn(attribute, [record, row.content])
        if (text !== null) found.add(attribute)
        return text
      }
      // Nothing of the others is in any table.
      if (!(row.gold || row.rated)) continue
      const { position, gold } = row
      const identity = identityOf(protocol, row)
      items.push(
        choice.by === 'field'
          ? { position, gold, identity, group: null, stratum: null, value: read(choice.field) }
          : { position, gold, identity, group: read(choice.group), stratum: read(choice.stratify), value: null },
      )
    }
  const unknown = splitAttributes.filter((attribute) => !found.has(attribute))
  if (unknown.length > 0) return { ok: false, problems: unknown.map((attribute) => unknownField(attribute, fields)) }
  const assigned = choice.by === 'field' ? assignByField(items, choice.field) : assignByShares(items, choice)
  if (!assigned.ok) return assigned
  return plannedOf(choice, assigned.assignment)
}

function plannedOf(choice: SplitChoice, { splitOf, sizes, ungrouped }: Assignment): Planned {
  const of = (position: number): string => {
    const name = splitOf.get(position)
    if (name === undefined) throw new Error(`item ${position} is in no split`)
    return name
  }
  const names = sizes.map(({ name }) => name)
  const heldOut = positionsIn(choice.heldOut?.split, splitOf)
  if (choice.heldOut && heldOut.length === 0)
    return { ok: false, problems: [emptyHeldOut(choice.heldOut.split, names)] }
  return {
    ok: true,
    splits: { names, of, has: (position) => splitOf.has(position), made: { choice, sizes, ungrouped }, heldOut },
  }
}

const positionsIn = (split: string | undefined, splitOf: ReadonlyMap<number, string>): number[] =>
  [...splitOf].flatMap(([position, name]) => (name === split ? [position] : [])).sort((a, b) => a - b)

const emptyHeldOut = (split: string, names: readonly string[]): string =>
  `No item is in the split “${split}”, which is to be held out: the splits are ${listed(names)}.`

/** Its id, or where it has none, its content without labels (decision 039): what is corrected of it later leaves it where it is. */
function identityOf(protocol: Protocol, { externalId, contentKey, content, escaped }: ItemRow): string {
  if (externalId !== null) return `id ${externalId}`
  return `content ${contentKey ?? contentKeyOf(protocol, content, escaped)}`
}

function textIn(attribute: string, places: readonly (Json | null)[]): string | null {
  const pointer = parsePointer(attribute)
  for (const place of places) {
    const text = textOf(valueAt(place ?? undefined, pointer))
    if (text !== null) return text
  }
  return null
}

/** Blank at its ends or not, a text is the same; lists and objects are compared as JSON. */
function textOf(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'object' ? (canonicalize(value) ?? '') : String(value).trim()
  return text === '' ? null : text
}

function unknownField(attribute: string, fields: readonly string[]): string {
  if (isOfItem(attribute)) return `No item has a ${attribute}: choose another field to divide by.`
  const those = fields.length === 0 ? '' : ` The first record has these: ${fields.slice(0, 20).join(', ')}.`
  return `No item has the field “${attribute}” in its record or content.${those} Write its name, or where it stands in the record, as in /meta/prompt_id.`
}
