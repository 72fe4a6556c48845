/** The text that a file has cut into units: where a record brings the pieces, and what the splitter makes of the text where it brings none. */
import type { Json } from '@/lib/protocols/answers'
import type { Definition, Pointer } from '@/lib/protocols/language/definition'
import { fieldName, valueAt } from '@/lib/protocols/language/pointers'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { RecordProblem } from '@/lib/protocols/records'
import { segmentText } from '@/lib/text/segment-text'

/** The name of the text in entries of segments. */
export const TEXT = 'text'

/** The kind of unit that is cut; undefined where none is. */
export const splitterKind = ({ units }: Pick<Definition, 'units'>) => units.find(({ from }) => 'splitter' in from)?.id

/** The content that is cut, by its name; null where none is. */
export function cutContent({ units }: Pick<Definition, 'units'>): string | null {
  for (const { from } of units) if ('splitter' in from) return from.splitter
  return null
}

/** The list in which segments that were cut stand in a record: of texts where the file says where, else of objects. */
export function segmentsPlace({ units }: Definition): { place: Pointer; texts: boolean } | null {
  for (const { id, from } of units)
    if ('splitter' in from) return { place: from.given ?? [`${id}s`], texts: from.given !== undefined }
  return null
}

export function segmentsIn(definition: Definition, json: Json, problems: RecordProblem[]): string[] | null {
  const { place, texts } = segmentsPlace(definition) ?? {}
  const list = place ? valueAt(json, place) : undefined
  if (!place || !Array.isArray(list) || list.length === 0) return null
  return list.flatMap((entry, index) => {
    const text = typeof entry === 'string' ? entry : valueAt(entry, [TEXT])
    if (typeof text === 'string') return [text]
    problems.push({
      field: fieldName([...place, index, ...(texts ? [] : [TEXT])]),
      message: 'The text is missing, or is not a text.',
      fix: 'Write it as a text, or leave the list out so that it is cut anew.',
    })
    return []
  })
}

/** The pieces of the text that is cut: as the record brings them, else cut anew. */
export function segmentsOf(definition: Definition, record: Json, content: Json): string[] {
  const name = cutContent(definition)
  const text = name !== null && isJsonRecord(content) ? content[name] : null
  return segmentsIn(definition, record, []) ?? (typeof text === 'string' ? segmentText(text) : [])
}

/**
 * The pieces that labels are about in a record which does not bring them: those of the splitter, where one of its lists of answers has a place for
 * each. Else null, since which answer belongs to which piece is unclear then.
 */
export function piecesOfLabels(definition: Definition, record: Json, content: Json): string[] | null {
  const kind = splitterKind(definition)
  const lists = definition.stages.flatMap(({ questions }) =>
    questions.flatMap(({ on, gold }) => (on === kind && gold.from === 'list' ? [valueAt(record, gold.pointer)] : [])),
  )
  const lengths = lists.flatMap((list) => (Array.isArray(list) && list.length > 0 ? [list.length] : []))
  if (lengths.length === 0 || segmentsIn(definition, record, []) !== null) return null
  const pieces = segmentsOf(definition, record, content)
  return lengths.includes(pieces.length) ? pieces : null
}
