/** What becomes of each record of a file: run in the processes that read foreign input (foreign-readers.ts). Pure. */

import type { SourceEntry, SourceProblem } from '@/lib/platform/foreign/records/source-entry'
import { protocolById } from '@/lib/protocols'
import { discardReasonText } from '@/lib/protocols/discard-reason-text'
import type { Protocol, RecordProblem } from '@/lib/protocols/protocol'
import { checkSize } from './check-size'
import { PREVIEW_RECORDS, type PreviewRecord } from './contract'
import { type Identified, type UnitsKeys, unitsKeysOf } from './identity'
import { type ItemReading, isLabelled, type ReadItem, readItems } from './read-item'

/** A record with all that was made of it. */
export interface Readings<Item> {
  ok: true
  line: number
  /** About the record as a whole. */
  warnings: RecordProblem[]
  items: Item[]
}

/** What the check of a file keeps of an item. */
export interface ItemCheck extends Identified {
  formatTitle: string
  labelled: boolean
  /** Of the first stage's units: labels are added to an item that has the same. null without labels. */
  unitsKeys: UnitsKeys | null
  /** Are its labels votes? */
  votes: boolean
  /** Does it carry labels of later stages too? */
  hasFurtherLabels: boolean
  /** Of the first items of a file; null of the others. */
  preview: Omit<PreviewRecord, 'duplicate'> | null
}

export type ItemCheckReading =
  | { ok: true; check: ItemCheck; warnings: RecordProblem[] }
  | { ok: false; problems: RecordProblem[]; warnings: RecordProblem[] }

/** The items of each record under a protocol. */
export function itemsOf({ protocolId }: { protocolId: string }) {
  const protocol = protocolById(protocolId)
  return (entry: SourceEntry): Readings<ItemReading> | SourceProblem => {
    if (!entry.ok) return entry
    const { readings, warnings } = readItems(protocol, entry)
    return { ok: true, line: entry.line, warnings, items: readings }
  }
}

/** The same, short: a check needs no texts but those of the preview. */
export function itemChecksOf({ protocolId }: { protocolId: string }) {
  const protocol = protocolById(protocolId)
  const read = itemsOf({ protocolId })
  let previews = 0
  const checkOf = (reading: ItemReading): ItemCheckReading => {
    if (!reading.ok) return reading
    const { item, warnings } = reading
    const problems = checkSize(protocol, item)
    if (problems.length > 0) return { ok: false, problems, warnings }
    return { ok: true, check: inShort(protocol, item, previews++ < PREVIEW_RECORDS), warnings }
  }
  return (entry: SourceEntry): Readings<ItemCheckReading> | SourceProblem => {
    const readings = read(entry)
    return readings.ok ? { ...readings, items: readings.items.map(checkOf) } : readings
  }
}

function inShort(protocol: Protocol, item: ReadItem, withPreview: boolean): ItemCheck {
  const { externalId, contentKey, contentHash, formatTitle, stages } = item
  const [first] = stages
  return {
    externalId,
    contentKey,
    contentHash,
    formatTitle,
    labelled: isLabelled(item),
    unitsKeys: first?.answers ? unitsKeysOf(first.units) : null,
    votes: (first?.votes ?? null) !== null,
    hasFurtherLabels: stages.filter(({ answers }) => answers).length > 1,
    preview: withPreview ? previewOf(protocol, item) : null,
  }
}

/** Long texts are cut: the preview is to recognise records by. */
const PREVIEW_TEXT = 400
const PREVIEW_UNITS = 40

function previewOf(protocol: Protocol, item: ReadItem): Omit<PreviewRecord, 'duplicate'> {
  const { line, title, externalId, domain, source, formatTitle: format } = item
  const units = (item.stages[0]?.units ?? [])
    .slice(0, PREVIEW_UNITS)
    .map(({ key, kind, text }) => ({ key, kind, text: [...text].slice(0, PREVIEW_TEXT).join('') }))
  const discarded = item.discarded && discardReasonText(protocol, item.discarded.reason)
  return { line, title, externalId, domain, source, format, units, labelled: isLabelled(item), discarded }
}
