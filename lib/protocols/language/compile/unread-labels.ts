/** What is said of labels that stand in a record and are not read, or perhaps not as they are meant. */
import type { Json } from '@/lib/protocols/answers'
import {
  type Definition,
  listOfKind,
  type Pointer,
  type QuestionDefinition,
  type StageDefinition,
} from '@/lib/protocols/language/definition'
import { fieldName, valueAt, writtenPointer } from '@/lib/protocols/language/pointers'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { RecordProblem } from '@/lib/protocols/records'
import { cutContent, segmentsOf, segmentsPlace, splitterKind } from './cut-pieces'
import { startingUnits } from './units'

/** In a path of a format's fields: any entry. */
export const ANY = '*'

/** The path to any entry of the list that units of this kind stand in. */
export function entryOf(definition: Pick<Definition, 'units' | 'stages'>, kind: string): Pointer {
  const from = definition.units.find(({ id }) => id === kind)?.from
  if (!from) return []
  if ('splitter' in from) return [...(from.given ?? [`${kind}s`]), ANY]
  if ('listedFor' in from) {
    const list = listOfKind(definition, kind)
    if (!list) return []
    return [...(list.gold.from === 'entry' ? entryOf(definition, list.on) : []), ...list.gold.pointer, ANY]
  }
  if ('places' in from) return []
  return [...(from.of === null ? [] : entryOf(definition, from.of)), ...from.each, ANY]
}

interface Read {
  json: Json
  content: Json
  /** The pieces that the labels are about; null where the record brings none, and no list has a place for each of the splitter's. */
  segments: readonly string[] | null
  /** Is any label of the record read? */
  isRead: boolean
}

/** The labels that are not read, with the reason; and lists that do not have a place for each unit, which are read from the first on. */
export function unreadLabels(definition: Definition, read: Read): RecordProblem[] {
  const lists = unalignedLists(definition, read)
  if (read.isRead || lists.length > 0) return lists
  for (const [index, stage] of definition.stages.entries())
    for (const question of stage.questions.filter(({ votes }) => !votes || votes.counted)) {
      const reason = reasonOf(definition, question, index === 0 ? null : stage, read.json)
      if (reason) return [{ ...reason, message: `${NONE_READ}: ${reason.message}` }]
    }
  return []
}

const NONE_READ = 'No label of this record is read'

/** Why no answer to a question is read although the record has one; `later`: its stage, where that is not the first. */
function reasonOf(
  definition: Definition,
  { on, gold }: QuestionDefinition,
  later: StageDefinition | null,
  json: Json,
): RecordProblem | null {
  const place = gold.from === 'entry' ? [...entryOf(definition, on), ...gold.pointer] : gold.pointer
  const written = valuesAt(json, place).filter(isSaid)
  if (written.length === 0) return null
  const field = fieldName(gold.pointer)
  if (gold.from === 'list' && !Array.isArray(written[0]))
    return {
      field,
      message: `${field} is no list with an entry for each ${on}.`,
      fix: `Write a list, with null for each ${on} that has no label.`,
    }
  const first = definition.stages[0]?.id
  return later
    ? {
        field,
        message: `${field} belongs to the stage "${later.id}", and the record has no label of the stage "${first}" before it.`,
        fix: `Add labels of the stage "${first}", or import the record without labels.`,
      }
    : null
}

/** Is anything there that can be a label? */
function isSaid(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.some(isSaid) : true
}

/** What stands at a place, in every entry of the lists on the way. */
function valuesAt(json: Json | undefined, place: Pointer): (Json | undefined)[] {
  const list = place.indexOf(ANY)
  if (list < 0) return [valueAt(json, place)]
  const holder = valueAt(json, place.slice(0, list))
  const entries = Array.isArray(holder) ? holder : isJsonRecord(holder) ? Object.values(holder) : []
  return entries.flatMap((entry) => valuesAt(entry, place.slice(list + 1)))
}

/** Lists of answers that do not have a place for each unit. */
function unalignedLists(definition: Definition, { json, content, segments, isRead }: Read): RecordProblem[] {
  const units = startingUnits(definition, { content, segments: segments ?? [], earlier: {} })
  const isCut = (kind: string) => segments === null && kind === splitterKind(definition)
  const pieces = () => segmentsOf(definition, json, content).length
  const questions = definition.stages.flatMap((stage) => stage.questions.filter(({ gold }) => gold.from === 'list'))
  let isNamed = isRead
  return questions.flatMap(({ on, gold }) => {
    const list = valueAt(json, gold.pointer)
    const unitCount = units.filter(({ kind }) => kind === on).length
    if (!Array.isArray(list) || list.length === 0 || list.length === unitCount) return []
    const isFirst = !isNamed && isSaid(list)
    isNamed ||= isFirst
    const field = fieldName(gold.pointer)
    const entries = counted(list.length, 'entry', 'entries')
    if (!isCut(on)) {
      const message = `${field} has ${entries} for ${counted(unitCount, on, `${on}s`)}: which belongs to which is unclear.`
      return [{ field, message: isFirst ? `${message} ${NONE_READ}.` : message, fix: `Give one entry for each ${on}.` }]
    }
    const why = `${entries}, and the splitter cuts "${cutContent(definition)}" into ${counted(pieces(), on, `${on}s`)}, so that which belongs to which is unclear.`
    return [
      {
        field,
        message: isFirst ? `${NONE_READ}: ${field} has ${why}` : `${field} is not read: it has ${why}`,
        fix: `Give one entry for each ${on}, or the ${on}s as well, in the list ${writtenPointer(segmentsPlace(definition)?.place ?? [])}.`,
      },
    ]
  })
}

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`
