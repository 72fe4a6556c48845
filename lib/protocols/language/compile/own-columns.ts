/** Which fields of a protocol file's records can be read from columns that are called otherwise, and by which headings they are known. Pure. */
import {
  type ContentDefinition,
  type Definition,
  inLanguage,
  type Pointer,
  type UnitDefinition,
} from '@/lib/protocols/language/definition'
import { fieldName, meets } from '@/lib/protocols/language/pointers'
import type { Words } from '@/lib/protocols/language/vocabulary'
import {
  domainField,
  IMPORTED,
  IMPORTED_LABELS,
  idField,
  modelField,
  promptField,
  responseField,
  sourceField,
} from '@/lib/protocols/own-columns'
import type { Protocol } from '@/lib/protocols/protocol'
import type { ReadField } from '@/lib/protocols/read-fields'
import type { ColumnField, RecordFormat } from '@/lib/protocols/records'
import { headingOf } from '@/lib/text/heading-of'
import { segmentsPlace, TEXT } from './cut-pieces'
import { ANY } from './unread-labels'

/** A place of the record that one column can be read as, before it is known by which headings. */
interface Place extends Pick<ColumnField, 'title' | 'required' | 'form' | 'entry' | 'asks'> {
  at: Pointer
  /** Headings that mean it and nothing else, the surest first. */
  own: readonly (readonly string[])[]
  /** Fields that many files have and that it may be one of, where the file calls it by one of their headings. */
  known: readonly { field: ColumnField; names: readonly string[] }[]
}

type Columns = Pick<Protocol, 'columns' | 'withoutColumns'>

/** The columns of a file's format; or why there are none. `reader`: the language of titles. */
export function columnsOfFile(definition: Definition, { key, fields }: RecordFormat, reader: string): Columns {
  const why = whyNone(definition)
  if (why !== null) return { withoutColumns: { message: why, fix: HOW_ELSE } }
  const places = distinct(placesOf(definition, reader))
  const columnFields = withHeadings(places, questionHeadings(definition))
  const keys = columnFields.map((field) => field.key)
  const reads = [...new Set(fields.map(columnOf))].filter(
    (name) => name !== '' && !keys.some((field) => name === field || name.startsWith(`${field}.`)),
  )
  return { columns: { format: key, fields: columnFields, reads } }
}

const HOW_ELSE =
  'Bring the records into the form that the protocol file says under "record"; Protocols shows it with records to begin with.'

/** Why no file with columns of its own can be read; null where one can. */
function whyNone({ record, units, stages, show }: Definition): string | null {
  if (record.group)
    return `Several rows are one item under this protocol: those with the same ${record.group.by.map(fieldName).join(', ')}. Columns are read by the names that the protocol file says only.`
  if (record.each)
    return 'Items stand within JSON documents under this protocol, at the places that the protocol file says. Rows of a table are none.'
  if (record.join)
    return 'Records have partners in second files under this protocol. Columns are read by the names that the protocol file says only.'
  const content = record.content.find(
    (part) => !part.optional && !isSayable(part.at, formOf({ show, stages, units }, part)),
  )
  if (content)
    return `"${content.name}" has to stand at ${fieldName(content.at)}, and no column can say what is read there.`
  const isAsked = ({ id }: UnitDefinition) =>
    stages.some(({ questions }) => questions.some(({ on, picks }) => on === id || picks?.of === id))
  const unit = units.find((each) => isAsked(each) && isGiven(each) && !isListable(each))
  return unit
    ? `Records bring each "${unit.id}" in an entry that is more than a text, and no column can say such an entry.`
    : null
}

/** Can a value of a column be put there? `*` is the only key of an object, whatever it is called; numbers are places in lists. */
const isSayable = (at: Pointer, form: ColumnField['form'] | null): boolean =>
  form !== null &&
  at.length > 0 &&
  at.every((part) => part !== ANY && part !== '__proto__' && !/^\d+$/.test(part)) &&
  at[0] !== IMPORTED &&
  at[0] !== IMPORTED_LABELS

/** Does the record bring its units, rather than a splitter or annotators? */
const isGiven = ({ from }: UnitDefinition): boolean => !('splitter' in from || 'listedFor' in from)

/** Can a list of texts say its units? */
function isListable({ from }: UnitDefinition): boolean {
  if ('places' in from) return from.places.every(({ at }) => isSayable(at, 'text'))
  if ('splitter' in from || 'listedFor' in from) return false
  const isTextPlace = from.text.length === 0 || isSayable(from.text, 'text')
  return from.of === null && from.name === undefined && isTextPlace && isSayable(from.each, 'list')
}

/** What a column has to hold for content: null for what is laid out as a table, which no column can say. */
function formOf(
  { show, stages, units }: Pick<Definition, 'show' | 'stages' | 'units'>,
  { name, form }: ContentDefinition,
): ColumnField['form'] | null {
  if (form !== undefined) return form === 'texts' ? 'list' : 'text'
  const shown = show.flatMap((each) => (each.content === name ? [each.as] : []))
  const isMarked = stages.some(({ questions }) => questions.some(({ marks }) => marks?.in === name))
  const isCut = units.some(({ from }) => 'splitter' in from && from.splitter === name)
  if (isMarked || isCut || shown.includes('text')) return 'text'
  if (shown.includes('list')) return 'list'
  return shown.length > 0 ? null : 'value'
}

/** All places that a column can say, in the order in which columns are looked for. */
function placesOf(definition: Definition, reader: string): Place[] {
  const { record, show, units } = definition
  const words = (text: Words) => inLanguage(text, reader, definition.language)
  const content = record.content.flatMap((part): Place[] => {
    const { name, at, optional } = part
    const form = formOf(definition, part)
    if (form === null || !isSayable(at, form)) return []
    const titles = show.flatMap(({ content: shown, title }) => (shown === name ? [title] : []))
    const names = [name, at.at(-1) ?? name]
    return [
      {
        at,
        form,
        title: titles[0] === undefined ? name : words(titles[0]),
        required: !optional,
        own: [[name, ...titles.flatMap(inAllLanguages)]],
        known: (form === 'text' ? READ : NOTED).map((field) => ({ field, names })),
        ...(form === 'text' ? { asks: true as const } : {}),
      },
    ]
  })
  const { id, title, domain, source, hidden } = record
  return [
    ...content,
    ...units.flatMap((unit) => unitPlaces(definition, unit, words)),
    ...headPlace(id, idField),
    ...headPlace(domain, domainField),
    ...headPlace(source, sourceField),
    ...headPlace(title, { ...NAMED, key: 'title', title: 'Title' }),
    ...hidden.flatMap(({ name, at }): Place[] =>
      isSayable(at, 'value')
        ? [
            {
              at,
              form: 'value',
              title: name,
              required: false,
              own: [[name]],
              known: NOTED.map((field) => ({ field, names: [name, at.at(-1) ?? name] })),
            },
          ]
        : [],
    ),
  ]
}

/** What is read and judged. */
const READ = [promptField, responseField]
/** What is noted about a record, and no text to be judged. */
const NOTED = [modelField, idField, domainField, sourceField]
const NAMED: ColumnField = { key: '', title: '', required: false, form: 'text', headings: [] }

/** What tells records apart or says where they are from. */
const headPlace = (at: Pointer | null, field: ColumnField): Place[] =>
  at !== null && isSayable(at, 'text')
    ? [
        {
          at,
          form: 'text',
          title: field.title,
          required: false,
          own: [[field.key]],
          known: field.headings.length > 0 ? [{ field, names: [field.key] }] : [],
        },
      ]
    : []

const inAllLanguages = (text: Words): string[] => (typeof text === 'string' ? [text] : Object.values(text))

/** The list of units that the record brings, the place of each, or the pieces of the text that is cut. */
function unitPlaces(definition: Definition, unit: UnitDefinition, words: (text: Words) => string): Place[] {
  const { id, from } = unit
  const title = words(unit.title)
  const names = [id, ...inAllLanguages(unit.title)]
  const plural = names.map((name) => `${name}s`)
  const required = definition.stages.some(({ questions }) =>
    questions.some(({ on, picks }) => on === id || picks?.of === id),
  )
  if ('splitter' in from) {
    const segments = segmentsPlace(definition)
    if (!segments || !isSayable(segments.place, 'list')) return []
    const entry = segments.texts ? {} : { entry: [TEXT] }
    // The text itself is cut where no column brings its pieces; one that is called like a single piece may hold anything.
    return [{ at: segments.place, form: 'list', title, required: false, own: [plural], known: [], ...entry }]
  }
  if (!isListable(unit) || 'listedFor' in from) return []
  if ('places' in from)
    return from.places.map(({ name, at }) => ({
      at,
      form: 'text',
      title: `${title} (${name})`,
      required: true,
      own: [[name, at.at(-1) ?? name]],
      known: [],
      asks: true,
    }))
  const entry = from.text.length > 0 ? { entry: from.text } : {}
  return [{ at: from.each, form: 'list', title, required, own: [plural, names], known: [], ...entry }]
}

/** Each column once: what stands at the place of something else is that, and nothing stands within another. */
function distinct(places: readonly Place[]): Place[] {
  const found: Place[] = []
  for (const place of places) {
    const same = found.findIndex(({ at }) => columnOf(at) === columnOf(place.at))
    const before = found[same]
    // The domain that annotators read is content too.
    if (before) found[same] = { ...before, known: [...before.known, ...place.known] }
    else if (!found.some(({ at }) => meets(at, place.at))) found.push(place)
  }
  return found
}

/** The column that a field of the format is in, as far as names lead to it. */
function columnOf(field: ReadField): string {
  const path = typeof field === 'string' || field instanceof RegExp ? [field] : field
  const end = path.findIndex((part) => typeof part !== 'string' || part === ANY || /^\d+$/.test(part))
  return (end < 0 ? path : path.slice(0, end)).join('.')
}

/** What people call the text where there is one; labelling tools do so as well. */
const ANY_TEXT = ['text', 'content', 'document', 'body', 'passage']

/** What columns of labels are called. */
const questionHeadings = ({ stages }: Definition): string[] =>
  stages.flatMap(({ questions }) => questions.flatMap(({ id, title }) => [id, ...inAllLanguages(title)]))

/**
 * The fields with their headings. A heading that many people give to such a field means it where nothing else of the file is called so, and of
 * several such fields the one that is called by the surest of them.
 */
function withHeadings(places: readonly Place[], ofLabels: readonly string[]): ColumnField[] {
  const ownOf = ({ at, own }: Place) => [columnOf(at), ...own.flat()].map(headingOf)
  const wellKnown = wellKnownFields(places)
  const labelHeadings = new Set(ofLabels.map(headingOf))
  const titles = places.map(({ title }) => title)
  const [only, ...more] = places.filter(({ required, form, asks }) => required && form === 'text' && asks)
  return places.map((place, index) => {
    const { at, own, title, required, form, entry, asks } = place
    const taken = new Set([...labelHeadings, ...places.flatMap((other) => (other === place ? [] : ownOf(other)))])
    const free = (headings: readonly string[]) => headings.map(headingOf).filter((heading) => !taken.has(heading))
    const known = wellKnown.get(place)
    const key = columnOf(at)
    const groups = [
      ...own.map((headings) => headings.map(headingOf).filter((heading) => !labelHeadings.has(heading))),
      ...(known ? [[known.key], ...known.headings].map(free) : []),
      ...(place === only && more.length === 0 ? [free(ANY_TEXT)] : []),
    ]
    return {
      key,
      at,
      title: titles.indexOf(title) === index ? title : `${title} (${key})`,
      required,
      form,
      headings: eachOnce(groups),
      ...(known?.together ? { together: known.together.filter((parts) => free(parts).length === parts.length) } : {}),
      ...(entry ? { entry } : {}),
      ...(asks ? { asks } : {}),
    }
  })
}

/** The groups without headings that a surer one has. */
function eachOnce(groups: readonly (readonly string[])[]): string[][] {
  const seen = new Set<string>()
  const isNew = (heading: string) => !seen.has(heading) && seen.add(heading)
  return groups.map((group) => group.filter(isNew)).filter((group) => group.length > 0)
}

/** Which places are one of the fields that many files have. */
function wellKnownFields(places: readonly Place[]): ReadonlyMap<Place, ColumnField> {
  const found = new Map<Place, ColumnField>()
  const candidates = places.flatMap((place) =>
    place.known.flatMap(({ field, names }) => {
      const sureness = surenessOf(names, field)
      return sureness === null ? [] : [{ place, field, sureness }]
    }),
  )
  const taken = new Set<string>()
  for (const { place, field } of candidates.toSorted((one, other) => one.sureness - other.sureness)) {
    if (found.has(place) || taken.has(field.key)) continue
    found.set(place, field)
    taken.add(field.key)
  }
  return found
}

/** How surely the file's names for a place mean the field, 0 the most; null where none does. */
function surenessOf(names: readonly string[], { key, headings }: ColumnField): number | null {
  const groups = [[key], ...headings]
  const place = groups.findIndex((group) => names.some((name) => group.includes(headingOf(name))))
  return place < 0 ? null : place
}
