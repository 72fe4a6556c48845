import { z } from 'zod'
import { type MatrixOptions, matrixOptionsSchema } from '@/lib/quality/rater-matrix/contract'
import {
  hasSpanColumns,
  isMarked,
  type Marked,
  type Marking,
  readMarkedObjects,
  readMarkedRows,
  readMarkedTable,
  refuseNumbers,
} from './marked-units'
import { listed, MatrixProblem, type PlaceInFile } from './matrix-problem'
import { type JsonObject, placeIn, type Table } from './tables'

const KINDS = ['segmentations', 'lists', 'texts', 'spans'] as const
type Kind = (typeof KINDS)[number]

/** Options for ratings, which say nothing about what is compared. */
const OF_RATINGS = [
  'level',
  'distances',
  'raters',
  'unit',
  'response',
  'by',
  'where',
  'missing',
  'reference',
  'order',
] as const
const MODELS = ['dawidSkene', 'mace', 'ceiling'] as const
const WORDS: Record<Kind, string> = { segmentations: 'cuts', lists: 'lists', texts: 'texts', spans: 'spans' }
/** What stands for options that are not given, and so cannot be told from them. */
const UNSAID = matrixOptionsSchema.parse({})

/** Refuses options that would say nothing about such a file, by name. @throws MatrixProblem */
function refuseOptions(kind: Kind, options: MatrixOptions): void {
  const refuse = (optionName: string, what: string) => {
    throw new MatrixProblem(
      `The option "${optionName}" is for ${what}, and this is a file of ${WORDS[kind]}.`,
      'Leave it out, and have in the file what is to be compared.',
    )
  }
  for (const name of OF_RATINGS) if (options[name] !== undefined) refuse(name, 'ratings')
  for (const name of MODELS) if (options[name] !== UNSAID[name]) refuse(name, 'ratings')
  if (kind !== 'spans' && options.categories !== undefined) refuse('categories', 'ratings and spans')
  if (kind !== 'spans' && options.overlapping !== undefined) refuse('overlapping', 'spans')
  if (kind !== 'segmentations' && options.tolerance !== UNSAID.tolerance) refuse('tolerance', 'cuts')
  if (kind !== 'lists' && options.threshold !== UNSAID.threshold) refuse('threshold', 'lists')
}

/** Cuts of a sequence of units: positions after which a boundary stands. */
export interface Cuts {
  length: number
  boundaries: readonly number[]
}

/** What raters answered about a unit, and where it stands in the file. */
export interface AnsweredUnit<Answer> {
  name: string
  line: number
  at: PlaceInFile
  response: string
  /** By rater; those who gave none are left out. */
  answers: ReadonlyMap<string, Answer>
}

interface Of<K extends Kind, Answer> {
  of: K
  raters: readonly string[]
  units: readonly AnsweredUnit<Answer>[]
  shape: string
  clustered: boolean
}

/** What raters gave of which nothing is chosen from labels: cuts, lists, texts, spans of a text. */
export type ComparedUnits =
  | Of<'segmentations', Cuts>
  | Of<'lists', readonly string[]>
  | Of<'texts', string>
  | (Of<'spans', Marked> & { marking: Marking; notes: readonly string[] })

const kindOf = (object: JsonObject): Kind | undefined =>
  KINDS.find((kind) => typeof object[kind] === 'object' && object[kind] !== null && !Array.isArray(object[kind]))

export const isCompared = (object: JsonObject): boolean => kindOf(object) !== undefined

const name = z.union([z.string(), z.number()]).transform(String).optional()
const heads = { id: name, unit: name, response: name }
/** No more than a matching or a subsequence can be computed of in a moment. */
const MAX_ENTRIES = 500
const MAX_TEXT = 20_000
const MAX_LENGTH = 100_000

const cutsSchema = z.object({
  ...heads,
  length: z.number().int().min(1).max(MAX_LENGTH),
  segmentations: z.record(z.string(), z.array(z.number().int()).nullable()),
})
const listsSchema = z.object({
  ...heads,
  lists: z.record(z.string(), z.array(z.string().max(MAX_TEXT)).max(MAX_ENTRIES).nullable()),
})
const textsSchema = z.object({ ...heads, texts: z.record(z.string(), z.string().max(MAX_TEXT).nullable()) })

/** Reads records of one of the kinds. @throws MatrixProblem */
export function readCompared(
  container: string,
  objects: readonly JsonObject[],
  lines: readonly number[],
  options: MatrixOptions,
): ComparedUnits {
  const kinds = [...new Set(objects.map(kindOf))]
  const [kind] = kinds
  if (kinds.length > 1 || kind === undefined) {
    throw new MatrixProblem('The records are of different kinds.', `Give each of them ${listed(KINDS)}, all the same.`)
  }
  refuseOptions(kind, options)
  const placed = objects.map((object, index) => {
    const line = lines[index] ?? index + 1
    const placeInFile = placeIn(container, line, kind)
    // A record of names drops this one, which is no key of its own in objects.
    if (Object.hasOwn(object[kind] as JsonObject, '__proto__'))
      throw new MatrixProblem('Nobody can be called "__proto__" here.', 'Give this person another name.', placeInFile)
    return { object, line, at: placeIn(container, line) }
  })
  const common = { shape: `${container}, ${kind} of each unit` }
  if (kind === 'segmentations') return { of: kind, ...common, ...collect(placed.map(cutsOf)) }
  if (kind === 'lists') return { of: kind, ...common, ...collect(placed.map(listsOf)) }
  if (kind === 'spans') return spansRead(common.shape, readMarkedObjects(container, objects, lines, options))
  return { of: kind, ...common, ...collect(placed.map(textsOf)) }
}

/** Spans of a table with a row for each, or of objects with such fields; null where it is no such file. @throws MatrixProblem */
export function readSpanRows(file: Table | SpanObjects, options: MatrixOptions): ComparedUnits | null {
  const shape = `${file.container}, one row a span`
  if ('rows' in file) {
    const { columns } = file
    if (!hasSpanColumns(columns)) return null
    const fields = file.rows.map(({ cells }) =>
      Object.fromEntries(columns.map((column, index) => [column, cells[index] || null])),
    )
    refuseNumbers(columns, fields)
    if (!isMarked(columns, fields, options)) return null
    refuseOptions('spans', options)
    return spansRead(shape, readMarkedTable(file, options))
  }
  const columns = [...new Set(file.objects.flatMap(Object.keys))]
  if (!hasSpanColumns(columns)) return null
  const rows = file.objects.map((fields, index) => ({ line: file.lines[index] ?? index + 1, fields }))
  refuseNumbers(columns, file.objects)
  if (!isMarked(columns, file.objects, options)) return null
  refuseOptions('spans', options)
  return spansRead(shape, readMarkedRows(file.container, rows, options))
}

interface SpanObjects {
  container: string
  objects: readonly JsonObject[]
  lines: readonly number[]
}

function spansRead(shape: string, { units, marking, notes }: ReturnType<typeof readMarkedRows>): ComparedUnits {
  const parts = units.map((unit) => ({ unit, clustered: unit.response !== unit.name }))
  return { of: 'spans', shape, marking, notes, ...collect(parts) }
}

interface Placed {
  object: JsonObject
  line: number
  at: PlaceInFile
}

interface Parsed<Answer> {
  unit: AnsweredUnit<Answer>
  clustered: boolean
}

function cutsOf({ object, ...stands }: Placed): Parsed<Cuts> {
  const { segmentations, length, ...head } = checked(cutsSchema, object, stands.at)
  const answers = Object.entries(segmentations).map(([rater, positions]): [string, Cuts | null] => {
    if (positions === null) return [rater, null]
    const boundaries = [...new Set(positions)].sort((a, b) => a - b)
    const outside = boundaries.find((position) => position <= 0 || position >= length)
    if (outside === undefined) return [rater, { length, boundaries }]
    throw new MatrixProblem(
      `${listed([rater])} has a boundary at ${outside}, outside of 1 to ${length - 1}.`,
      'A boundary is the number of units before it; beginning and end are none.',
      stands.at,
    )
  })
  return parsed(answers, head, stands)
}

function listsOf({ object, ...stands }: Placed): Parsed<readonly string[]> {
  const { lists, ...head } = checked(listsSchema, object, stands.at)
  return parsed(Object.entries(lists), head, stands)
}

function textsOf({ object, ...stands }: Placed): Parsed<string> {
  const { texts, ...head } = checked(textsSchema, object, stands.at)
  return parsed(Object.entries(texts), head, stands)
}

function checked<T>(schema: z.ZodType<T>, object: JsonObject, placeInFile: PlaceInFile): T {
  const result = schema.safeParse(object)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.path.join('.') ?? ''
  throw new MatrixProblem(`"${where}": ${issue?.message ?? 'not as expected'}.`, 'Correct it.', placeInFile)
}

function parsed<Answer>(
  answers: readonly [string, Answer | null][],
  head: { id?: string | undefined; unit?: string | undefined; response?: string | undefined },
  { line, at }: Pick<Placed, 'line' | 'at'>,
): Parsed<Answer> {
  const presentAnswers = answers.filter((entry): entry is [string, Answer] => entry[1] !== null)
  const unit = {
    name: head.unit ?? head.id ?? String(line),
    line,
    at,
    response: head.response ?? `unit ${line}`,
    answers: new Map(presentAnswers),
  }
  return { unit, clustered: head.response !== undefined }
}

function collect<Answer>(all: readonly Parsed<Answer>[]) {
  const raters = [...new Set(all.flatMap(({ unit }) => [...unit.answers.keys()]))]
  if (raters.length < 2) throw new MatrixProblem('There is only one rater.', 'Agreement needs two or more.')
  return { raters, units: all.map(({ unit }) => unit), clustered: all.some(({ clustered }) => clustered) }
}
