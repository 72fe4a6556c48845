/** Spans that annotators marked in texts: a row for each span, or an object for each text. Pure. */
import { z } from 'zod'
import { beyondProblem, type MarkedSpan, MOST_SPANS, spansAnswer, spansProblem } from '@/lib/protocols/marked-spans'
import type { MarkedText } from '@/lib/protocols/span-comparison'
import { MAX_LABELS, type MatrixOptions } from '@/lib/quality/rater-matrix/contract'
import { codePointLength } from '@/lib/text/code-points'
import { tokenPlaces } from '@/lib/text/token-places'
import { listed, MatrixProblem, type PlaceInFile } from './matrix-problem'
import { isCompanion } from './read-ratings'
import { type Json, type JsonObject, placeIn, type Table } from './tables'

/** One annotator's spans in a text. */
export interface Marked {
  text: MarkedText
  spans: readonly MarkedSpan[]
}

/** What is the same of all texts of a file. */
export interface Marking {
  labels: readonly string[]
  overlapping: boolean
  /** Are the texts there, or their lengths only? Without texts there are no tokens. */
  hasTexts: boolean
}

/** A text with everybody's spans, and where it stands in the file. */
export interface MarkedUnit {
  name: string
  line: number
  at: PlaceInFile
  response: string
  answers: ReadonlyMap<string, Marked>
}

/** A span with where it stands. */
interface PlacedSpan {
  span: MarkedSpan
  at: PlaceInFile
}

interface DraftUnit {
  name: string
  response: string
  line: number
  at: PlaceInFile
  text: string | null
  length: number
  /** By annotator; an empty list: nothing is marked. */
  lanes: Map<string, PlacedSpan[]>
}

const ANNOTATOR = ['annotator', 'annotator_id', 'rater', 'rater_id', 'coder', 'worker', 'worker_id', 'judge']
// A column "id" beside others is that of a span.
const ITEM = ['item', 'item_id', 'unit', 'unit_id', 'example_id', 'document', 'document_id', 'doc', 'doc_id', 'id']
const RESPONSE = ['response', 'response_id', 'cluster']
const [START, END, LABEL, TEXT, LENGTH] = ['start', 'end', 'label', 'text', 'length'] as const
type Field = typeof START | typeof END | typeof LABEL | typeof TEXT | typeof LENGTH

const findColumn = (columns: readonly string[], names: readonly string[]) =>
  names.flatMap((name) => columns.filter((column) => column.toLowerCase() === name))[0]

/** Has it a row for each span, with a label or without? */
export const hasSpanColumns = (columns: readonly string[]): boolean =>
  [[START], [END], [TEXT, LENGTH], ANNOTATOR, ITEM].every((names) => findColumn(columns, names) !== undefined)

/** Columns of a row for each span that say nothing about it. */
function columnsLeft(columns: readonly string[]): string[] {
  const read = [[START], [END], [LABEL], [TEXT], [LENGTH], ANNOTATOR, ITEM, RESPONSE].map((names) =>
    findColumn(columns, names),
  )
  return columns.filter((column) => !read.includes(column))
}

/**
 * Are rows with such columns spans that annotators marked? Not where everybody has rated the same places of an item as all others, once each: those are
 * ratings of spans that were given, unless it is said whether spans may overlap. The rating is the label, or else the first column that is not read here and that
 * is no usual companion of ratings.
 */
export function isMarked(columns: readonly string[], rows: readonly JsonObject[], options: MatrixOptions): boolean {
  const label = findColumn(columns, [LABEL]) ?? columnsLeft(columns).find((column) => !isCompanion(column))
  if (options.overlapping !== undefined || label === undefined) return true
  const [item, annotator] = [findColumn(columns, ITEM) ?? '', findColumn(columns, ANNOTATOR) ?? '']
  const [start, end] = [findColumn(columns, [START]) ?? '', findColumn(columns, [END]) ?? '']
  const items = new Map<string, Map<string, Set<string>>>()
  for (const row of rows) {
    const place = JSON.stringify([row[start], row[end]])
    const lanes = items.get(JSON.stringify(row[item])) ?? new Map<string, Set<string>>()
    const lane = lanes.get(JSON.stringify(row[annotator])) ?? new Set()
    if (row[start] == null || row[label] == null || lane.has(place)) return true
    items.set(JSON.stringify(row[item]), lanes.set(JSON.stringify(row[annotator]), lane.add(place)))
  }
  const all = [...items.values()].map((lanes) => [...lanes.values()])
  const areAlike = ([first, ...others]: Set<string>[]) =>
    others.every((lane) => lane.size === first?.size && [...lane].every((place) => first.has(place)))
  return !all.every(areAlike) || all.every((lanes) => lanes.length === 1)
}

/**
 * Of spans that were given, the columns that name one and the text that it stands in: an item alone does not where it has several. null where an item
 * names its only span.
 */
export function givenSpans(
  columns: readonly string[],
  rows: readonly JsonObject[],
): { unit: string[]; response: string[] } | null {
  const [item, annotator] = [findColumn(columns, ITEM) ?? '', findColumn(columns, ANNOTATOR) ?? '']
  const pairs = new Set(rows.map((row) => JSON.stringify([row[item], row[annotator]])))
  if (pairs.size === rows.length) return null
  return {
    unit: [item, findColumn(columns, [START]) ?? '', findColumn(columns, [END]) ?? ''],
    response: [findColumn(columns, RESPONSE) ?? item],
  }
}

/** Refuses rows that only the column "id" names, with another name in each: they are spans by their numbers, of texts without a name. @throws MatrixProblem */
export function refuseNumbers(columns: readonly string[], rows: readonly JsonObject[]): void {
  const item = findColumn(columns, ITEM)
  if (item?.toLowerCase() !== 'id' || rows.length < 2) return
  if (new Set(rows.map((row) => JSON.stringify(row[item]))).size < rows.length) return
  throw new MatrixProblem(
    `The column ${listed([item])} is another in every row, so that no text has two annotators.`,
    'Name the text that a span stands in by a column "item".',
    { column: item },
  )
}

interface Read {
  units: MarkedUnit[]
  marking: Marking
  notes: string[]
}

/** Rows of a table; an annotator who marked nothing in a text has a row without start and end. @throws MatrixProblem */
export function readMarkedTable(table: Table, options: MatrixOptions): Read {
  const { columns, container, rows } = table
  return readMarkedRows(
    container,
    rows.map(({ line, cells, written = [] }) => ({
      line,
      fields: Object.fromEntries(
        columns.map((column, index) => [
          column,
          (column.toLowerCase() === TEXT ? written[index] : cells[index]) || null,
        ]),
      ),
    })),
    options,
  )
}

interface Row {
  line: number
  fields: JsonObject
}

/** The same of objects. @throws MatrixProblem */
export function readMarkedRows(container: string, rows: readonly Row[], options: MatrixOptions): Read {
  const columns = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))]
  const [annotator = '', item = '', response] = [ANNOTATOR, ITEM, RESPONSE].map((names) => findColumn(columns, names))
  const columnOf = new Map(
    [START, END, LABEL, TEXT, LENGTH].map((name) => [name, findColumn(columns, [name])] as const),
  )
  const drafts = new Map<string, DraftUnit>()
  const unmarked = new Set<PlacedSpan[]>()
  for (const { line, fields } of rows) {
    const placeOf = (column: string) => placeIn(container, line, column)
    const field = (name: Field) => {
      const column = columnOf.get(name)
      return (column === undefined ? null : fields[column]) ?? null
    }
    const name = nameIn(fields[item], placeOf(item))
    const within = response === undefined ? name : nameIn(fields[response], placeOf(response))
    const draft = drafts.get(name) ?? {
      name,
      response: within,
      line,
      at: placeOf(item),
      ...textOf(field(TEXT), field(LENGTH), placeOf),
      lanes: new Map(),
    }
    if (drafts.has(name)) checkSameText(draft, textOf(field(TEXT), field(LENGTH), placeOf), placeOf)
    checkSameResponse(draft, within, placeOf(response ?? item))
    drafts.set(name, draft)
    const person = nameIn(fields[annotator], placeOf(annotator))
    const lane = draft.lanes.get(person) ?? []
    draft.lanes.set(person, lane)
    const [start, end] = [field(START), field(END)]
    const isEmpty = start === null && end === null
    if (isEmpty && field(LABEL) !== null)
      throw new MatrixProblem('There is a label and no span.', 'Write start and end.', placeOf(LABEL))
    if (isEmpty ? lane.length > 0 : unmarked.has(lane))
      throw bothMarkedAndNot(person, name, placeOf(columnOf.get(START) ?? START))
    if (isEmpty) {
      unmarked.add(lane)
      continue
    }
    const label = field(LABEL) === '' ? null : field(LABEL)
    lane.push({
      span: {
        start: offsetIn(start, placeOf(START)),
        end: offsetIn(end, placeOf(END)),
        label: label === null ? null : String(label),
      },
      at: placeOf(START),
    })
  }
  const left = columnsLeft(columns)
  const read = finished([...drafts.values()], options)
  return left.length === 0 ? read : { ...read, notes: [...read.notes, `Columns not read: ${listed(left)}.`] }
}

function checkSameResponse(draft: DraftUnit, response: string, placeInFile: PlaceInFile) {
  if (draft.response === response) return
  throw new MatrixProblem(
    `${listed([draft.name])} belongs to ${listed([draft.response])} in another row.`,
    'Name one response for each item.',
    placeInFile,
  )
}

const bothMarkedAndNot = (person: string, name: string, placeInFile: PlaceInFile) =>
  new MatrixProblem(
    `${listed([person])} marked something in ${listed([name])} and has a row that says that nothing is marked.`,
    'Leave out the row without start and end, or the others.',
    placeInFile,
  )

function nameIn(value: Json | undefined, placeInFile: PlaceInFile): string {
  if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value)
  throw new MatrixProblem('There is no name here.', 'Write one.', placeInFile)
}

function offsetIn(value: Json, placeInFile: PlaceInFile): number {
  const number = typeof value === 'string' && /^\d+(\.0+)?$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw new MatrixProblem('This is no place in a text.', 'Count characters from 0, the end exclusive.', placeInFile)
}

function textOf(
  text: Json,
  length: Json,
  placeOf: (column: string) => PlaceInFile,
): { text: string | null; length: number } {
  if (text !== null && typeof text !== 'string')
    throw new MatrixProblem('The text is no text.', 'Write it in quotes.', placeOf(TEXT))
  const counted = text === null ? null : codePointLength(text)
  const statedLength = length === null ? null : offsetIn(length, placeOf(LENGTH))
  if (counted !== null && statedLength !== null && counted !== statedLength)
    throw new MatrixProblem(
      `The text has ${counted} characters, not ${statedLength}.`,
      'Give one of both, the text whole; the words of a span are read from nowhere.',
      placeOf(LENGTH),
    )
  const found = counted ?? statedLength
  if (found === null || found === 0)
    throw new MatrixProblem('How long the text is, is missing.', 'Give the whole text, or its length.', placeOf(TEXT))
  return { text, length: found }
}

function checkSameText(
  draft: DraftUnit,
  { text, length }: Pick<DraftUnit, 'text' | 'length'>,
  placeOf: (column: string) => PlaceInFile,
) {
  if (draft.length === length && draft.text === text) return
  throw new MatrixProblem(
    `The text of ${listed([draft.name])} is another than before.`,
    'Give the whole text, or its length, alike in all rows of an item; call the words of a span otherwise.',
    placeOf(text === null ? LENGTH : TEXT),
  )
}

const place = z.number().int().min(0)
const labelled = z.object(
  { start: place, end: place, label: z.union([z.string(), z.number(), z.boolean()]).nullish() },
  'A span is start, end and perhaps a label, as a list or by name',
)
/** A list is start, end, and the label where there are labels. */
const spanSchema = z.preprocess(
  (value) => (Array.isArray(value) && value.length <= 3 ? { start: value[0], end: value[1], label: value[2] } : value),
  labelled,
)
const name = z.union([z.string(), z.number()]).transform(String).optional()
const unitSchema = z.object({
  id: name,
  unit: name,
  item: name,
  response: name,
  text: z.string().nullish(),
  length: z.number().nullish(),
  spans: z.record(z.string(), z.array(spanSchema).nullable()),
})

/** Objects with everybody's spans in a text; null: an annotator who did not look at it. @throws MatrixProblem */
export function readMarkedObjects(
  container: string,
  objects: readonly JsonObject[],
  lines: readonly number[],
  options: MatrixOptions,
): Read {
  const drafts = objects.map((object, index): DraftUnit => {
    const line = lines[index] ?? index + 1
    const placeOf = (column: string) => placeIn(container, line, column)
    const read = unitSchema.safeParse(object)
    if (!read.success) {
      const issue = read.error.issues[0]
      throw new MatrixProblem(
        `${issue?.message ?? 'Not as expected'}.`,
        'Correct it.',
        placeOf(issue?.path.join('.') ?? ''),
      )
    }
    const { spans, id, unit, item, response, ...textFields } = read.data
    const lanes = Object.entries(spans).flatMap(([person, marked]): [string, PlacedSpan[]][] =>
      marked === null
        ? []
        : [
            [
              person,
              marked.map(({ start, end, label = null }, place) => ({
                span: { start, end, label: label === null || label === '' ? null : String(label) },
                at: placeOf(`spans.${person}.${place}`),
              })),
            ],
          ],
    )
    const called = item ?? unit ?? id ?? String(line)
    const text = textOf(textFields.text ?? null, textFields.length ?? null, placeOf)
    return { name: called, response: response ?? called, line, at: placeOf('spans'), ...text, lanes: new Map(lanes) }
  })
  const seenNames = new Set<string>()
  const twice = drafts.find(({ name: called }) => {
    const isKnown = seenNames.has(called)
    seenNames.add(called)
    return isKnown
  })
  if (twice) throw new MatrixProblem(`${listed([twice.name])} stands twice.`, 'Give every text one object.', twice.at)
  return finished(drafts, options)
}

/** Checks all spans against their texts and each other. */
function finished(drafts: readonly DraftUnit[], options: MatrixOptions): Read {
  const placed = drafts.flatMap(({ lanes }) => [...lanes.values()].flat())
  const labels = labelsOf(placed, options)
  const found = drafts.some(({ lanes }) => [...lanes.values()].some((lane) => overlapIn(lane) !== null))
  const overlapping = options.overlapping === undefined ? found : options.overlapping === 'true'
  const hasTexts = drafts.every(({ text }) => text !== null)
  const marking = { options: labels.map((value) => ({ value })), spans: { overlapping } }
  const units = drafts.map(({ name: called, line, at, response, text, length, lanes }): MarkedUnit => {
    const shared = { length, tokens: text === null ? [] : tokenPlaces(text) }
    const answers = [...lanes].map(([person, lane]): [string, Marked] => {
      const wrong = problemIn(lane, marking, length)
      if (wrong) throw new MatrixProblem(`${person}, ${called}: ${wrong.what}`, 'Correct it.', wrong.at)
      return [person, { text: shared, spans: lane.map(({ span }) => span) }]
    })
    return { name: called, line, at, response, answers: new Map(answers) }
  })
  return {
    units,
    marking: { labels, overlapping, hasTexts },
    notes: [
      overlapping
        ? 'Spans may overlap, so that alphas are of unmarked and marked.'
        : `No spans overlap${options.overlapping === undefined ? '; where they might, say so with the option overlapping' : ''}.`,
      ...(hasTexts ? [] : ['There are no tokens, since not every text is in the file.']),
      'An annotator who marked nothing in a text counts there with a row without start and end, or with an empty list.',
    ],
  }
}

/** What is wrong with one annotator's spans of a text, and where it stands; in the time that it takes to sort them. */
function problemIn(
  lane: readonly PlacedSpan[],
  marking: Parameters<typeof spansProblem>[0],
  length: number,
): { what: string; at: PlaceInFile } | null {
  const seenSpans = new Set<string>()
  for (const { span, at } of lane) {
    const alone = spansProblem(marking, [span], 0) ?? beyondProblem(length, spansAnswer(marking, [span]))
    if (alone !== null) return { what: alone, at }
    const key = JSON.stringify([span.start, span.end, span.label])
    if (seenSpans.has(key)) return { what: `The span from ${span.start} to ${span.end} is marked twice.`, at }
    if (seenSpans.size === MOST_SPANS) return { what: `There are more than ${MOST_SPANS} spans.`, at }
    seenSpans.add(key)
  }
  const overlap = marking.spans?.overlapping ? null : overlapIn(lane)
  if (overlap === null) return null
  const { start, end } = overlap.span
  return { what: `Spans may not overlap here, and that from ${start} to ${end} does.`, at: overlap.at }
}

/** A span that begins before an earlier one of the text ends; null where none does. */
function overlapIn(lane: readonly PlacedSpan[]): PlacedSpan | null {
  let reached = 0
  for (const placed of lane.toSorted((one, other) => one.span.start - other.span.start)) {
    if (placed.span.start < reached) return placed
    reached = Math.max(reached, placed.span.end)
  }
  return null
}

function labelsOf(placed: readonly PlacedSpan[], { categories }: MatrixOptions): readonly string[] {
  const used = new Set(placed.map(({ span }) => span.label))
  const without = placed.find(({ span }) => span.label === null)
  if (without && used.size > 1)
    throw new MatrixProblem('This span has no label, and others have.', 'Label all spans, or none.', without.at)
  const met = [...used].flatMap((label) => (label === null ? [] : [String(label)])).toSorted()
  if (met.length > MAX_LABELS)
    throw new MatrixProblem(
      `There are ${met.length} labels, more than ${MAX_LABELS}.`,
      'Keep labels apart from remarks.',
    )
  return categories ?? met
}
