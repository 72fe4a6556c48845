/** Guesses which columns of a file are which fields and labels, by their headings and words. Pure. */
import { valueAt } from '@/lib/protocols/language/pointers'
import type { Protocol, Question, Stage } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import type { ColumnField, OwnColumns } from '@/lib/protocols/records'
import { editDistance } from '@/lib/text/edit-distance'
import { excerpt } from '@/lib/text/excerpt'
import { headingOf } from '@/lib/text/heading-of'
import { glimpsesOf } from './columns'
import type { ColumnMapping, ColumnView, FileMapping, LabelColumn, MappingTargets } from './contract'
import { FORMATS_ONLY } from './findings'
import { columnNames, numberIn, valuesFor, wordsFor } from './rules'
import { ANNOTATOR, LABEL } from './tool-rows'

/** How the records of a file were read as they stand. */
export interface AsTheyStand {
  /** Records that a published format, or an export of this application, reads. */
  published: number
  /** Records that only the format of bare fields reads. */
  plain: number
  /** Records that a published format takes for its own, read or not. */
  recognised: number
}

export type Guess = Omit<FileMapping, 'columns'>

/** Behind the last dot of a nested column. */
const endOf = (column: string): string => headingOf(column.slice(column.lastIndexOf('.') + 1))

/** The guess for a file. `previousMapping`: what was used in the project before, which counts where its columns are there. */
export function guessMapping(
  protocol: Protocol,
  columns: readonly ColumnView[],
  asTheyStand: AsTheyStand,
  previousMapping: ColumnMapping | null = null,
): Guess {
  const { columns: protocolColumns } = protocol
  const isReadable = asTheyStand.published + asTheyStand.plain > 0
  const none = { competing: [], missing: [], spelled: [] }
  if (!protocolColumns || asTheyStand.published > 0)
    return { mapping: null, isReadable: isReadable || !protocolColumns, ...none, unused: [] }
  const again = previousMapping && keptFor(protocol, previousMapping, columns)
  if (again) return { mapping: again, isReadable, ...none, unused: unusedBy(protocol, again, columns) }
  const { fields, ...found } = guessFields(protocolColumns, columns)
  const labels = guessLabels(protocol, columns, fields)
  const mapping = { fields, labels, domains: {}, ...(labels.length > 0 ? guessLabelsOf(columns) : {}) }
  if (asTheyStand.plain > 0 && isIdentity(mapping))
    return { mapping: null, isReadable, ...none, unused: unusedBy(protocol, null, columns) }
  // What the format reads by its name, and a mapping would leave aside, is wrong in a way that its format can name.
  const used = new Set(namedIn(mapping))
  const isLost = columns.some(({ name }) => !used.has(name) && isOwnColumn(protocolColumns, name))
  if (isLost && isByName(fields) && found.missing.length + found.competing.length === 0)
    return { mapping: null, isReadable, ...none, unused: [] }
  // A record of a published format with a fault in it is to be mended, not to be read as something else.
  if (asTheyStand.recognised > 0 && found.missing.length > 0) return { mapping: null, isReadable, ...none, unused: [] }
  return { mapping, isReadable, ...found, unused: unusedBy(protocol, mapping, columns) }
}

/** Does the format read the column by its very name, besides those that can be mapped? */
const isOwnColumn = ({ reads = [] }: OwnColumns, name: string): boolean =>
  reads.some((each) => name === each || name.startsWith(`${each}.`))

/** Has a record that is read as it stands what only the format itself reads: columns by their very names, or entries that are more than texts? */
export function isOwnRecord(protocolColumns: OwnColumns, record: JsonRecord): boolean {
  const hasEntries = protocolColumns.fields.some(({ at = [], entry }) => {
    const list = entry && valueAt(record, at)
    return Array.isArray(list) && list.some(isJsonRecord)
  })
  return hasEntries || glimpsesOf(record).some(({ name }) => isOwnColumn(protocolColumns, name))
}

/** Does the mapping leave every record as it is? */
const isIdentity = ({ fields, labels }: ColumnMapping): boolean => labels.length === 0 && isByName(fields)

const isByName = (fields: ColumnMapping['fields']): boolean =>
  Object.entries(fields).every(([key, from]) => from.length === 1 && from[0] === key)

/** A mapping that was used before, where all columns of its fields are there. */
function keptFor(
  protocol: Protocol,
  previousMapping: ColumnMapping,
  columns: readonly ColumnView[],
): ColumnMapping | null {
  const protocolFields = protocol.columns?.fields ?? []
  const has = (name: string) => columns.some((column) => column.name === name)
  const fields = Object.entries(previousMapping.fields).filter(([key]) =>
    protocolFields.some((field) => field.key === key),
  )
  const isWhole = fields.length > 0 && fields.every(([, from]) => from.every(has))
  if (!isWhole) return null
  const keptLabels = previousMapping.labels
    .filter(({ column }) => has(column))
    .flatMap((label) => ownLabel(label, previousMapping.labels, has))
  // Somebody else's file may call its labels otherwise.
  const labels = keptLabels.length > 0 ? keptLabels : guessLabels(protocol, columns, previousMapping.fields)
  const { domains } = previousMapping
  // Whose labels were read last time says nothing of this file.
  const people = labels.length > 0 ? guessLabelsOf(columns) : {}
  return { fields: Object.fromEntries(fields), labels, domains, ...people }
}

/** A column of labels that was read before, under the name that it has where the text's own data have one called so; once. */
function ownLabel(label: LabelColumn, all: readonly LabelColumn[], has: (name: string) => boolean): LabelColumn[] {
  let { column } = label
  while (has(column + LABEL)) column += LABEL
  const isKnown = column !== label.column && all.some((each) => each.column === column)
  return isKnown ? [] : [{ ...label, column }]
}

/** The reference answer in samples of lm-evaluation-harness: no response of a model, whose answers stand in `resps`. */
const isReference = ({ name }: ColumnView, columns: readonly ColumnView[]) =>
  /^doc\./.test(name) && endOf(name) === 'answer' && columns.some((each) => RESPONSES.includes(each.name))
const RESPONSES = ['resps', 'filtered_resps']

function guessFields(protocolColumns: OwnColumns, allColumns: readonly ColumnView[]) {
  const columns = allColumns.filter((column) => !isReference(column, allColumns))
  const takenColumns = new Set<string>()
  const fields: ColumnMapping['fields'] = {}
  const competing: Guess['competing'] = []
  const spelled: Guess['spelled'] = []
  const free = ({ form }: ColumnField) =>
    columns.filter(
      ({ name, filled, holdsObjects }) => filled > 0 && !takenColumns.has(name) && !(form === 'text' && holdsObjects),
    )
  const take = (field: ColumnField, names: string[]) => {
    fields[field.key] = names
    for (const name of names) takenColumns.add(name)
  }
  for (const field of protocolColumns.fields) {
    const found = columnsFor(field, free(field))
    if (found.length > 1 && field.asks && !found.isTogether) competing.push({ field: field.key, columns: found.names })
    else if (found.length > 0) take(field, found.isTogether ? found.names : found.names.slice(0, 1))
  }
  const isOpen = (field: ColumnField) =>
    field.asks && !fields[field.key] && !competing.some((each) => each.field === field.key)
  for (const field of protocolColumns.fields.filter(isOpen)) {
    const near = free(field).find(({ name }) => isNear(field, headingOf(name)))
    if (!near) continue
    take(field, [near.name])
    spelled.push({ field: field.key, column: near.name })
  }
  const [only, ...others] = columns
  const [open, ...more] = protocolColumns.fields.filter((field) => field.required && isOpen(field))
  // Where there is one column, it can only be the one text that has to be there.
  if (open && more.length === 0 && only && others.length === 0 && free(open).includes(only)) take(open, [only.name])
  const missing = protocolColumns.fields.filter((field) => field.required && !fields[field.key]).map(({ key }) => key)
  return { fields, competing, spelled, missing: missing.filter((key) => !competing.some(({ field }) => field === key)) }
}

/** The columns of the surest group of headings that occurs. */
function columnsFor(field: ColumnField, columns: readonly ColumnView[]) {
  const byHeading = (headings: readonly string[], heading: (column: string) => string) =>
    headings.flatMap((each) => columns.filter(({ name }) => heading(name) === each).map(({ name }) => name))
  const exact = columns.filter(({ name }) => name === field.key).map(({ name }) => name)
  const groups = [[headingOf(field.key)], ...field.headings]
  const together = field.together?.map((headings) => headings.map((each) => byHeading([each], headingOf)))
  const whole = together?.find((parts) => parts.every((names) => names.length === 1))?.flat()
  const first = (heading: (column: string) => string) =>
    groups.map((group) => byHeading(group, heading)).find((names) => names.length > 0)
  // Nested columns by the name of their end come behind all that stand at the top.
  const single = exact.length > 0 ? exact : (first(headingOf) ?? first(endOf) ?? [])
  const isTogether =
    whole !== undefined && exact.length === 0 && (single.length === 0 || whole.includes(single[0] ?? ''))
  const names = isTogether ? whole : single
  return { names, length: names.length, isTogether }
}

/** A slip or two in a longer word. */
function isNear(field: ColumnField, heading: string): boolean {
  const headings = [headingOf(field.key), ...field.headings.flat()]
  return headings.some(
    (each) =>
      each.length >= 5 &&
      Math.abs(each.length - heading.length) <= 2 &&
      editDistance(pointsOf(each), pointsOf(heading)) <= (each.length < 8 ? 1 : 2),
  )
}

const pointsOf = (text: string): Int32Array => Int32Array.from(text, (sign) => sign.codePointAt(0) ?? 0)

/** Questions that a column can answer: choices, sets, numbers and texts about units that the stage has from the start. */
export function targetsOf(protocol: Protocol): MappingTargets {
  const [stage] = protocol.stages
  const questions = labelQuestions(stage).map(({ unit, key, title, options, form }) => ({
    unit,
    unitTitle: stage.unitKinds.find(({ kind }) => kind === unit)?.text ?? unit,
    question: key,
    title,
    options: options?.map(({ value, text, tone }) => ({ value, text, tone })) ?? null,
    ...(form === 'set' ? { several: true } : {}),
  }))
  const { columns } = protocol
  return {
    fields: columns?.fields.map(({ key, title, required }) => ({ key, title, required })) ?? [],
    questions: columns && stage.consolidation !== 'votes' ? questions : [],
    ruleDomains: [...(columns?.ruleDomains?.values ?? [])],
    domains: Object.entries(protocol.domains).map(([value, text]) => ({ value, text })),
  }
}

/** Answers that a cell says in one usual way: flags and points of a scale are choices. */
const COLUMN_FORMS: readonly Question['form'][] = ['choice', 'set', 'number', 'text']

export const labelQuestions = (stage: Stage): Question[] => {
  const listed = new Set(stage.questions.flatMap(({ list }) => list?.kind ?? []))
  return stage.questions.filter(({ form, unit }) => COLUMN_FORMS.includes(form) && !listed.has(unit))
}

/** The surest first. */
const ANNOTATOR_HEADINGS = [
  headingOf(ANNOTATOR + LABEL),
  ANNOTATOR,
  'annotator id',
  'annotator name',
  'worker',
  'worker id',
  'rater',
  'rater id',
  'coder',
  'labeler',
  'labeller',
  'user id',
]

/** The first of the people that a column names, where it names several. */
function guessLabelsOf(columns: readonly ColumnView[]): Pick<ColumnMapping, 'labelsOf'> {
  const several = columns.filter(({ words }) => words && words.length > 1)
  const [column] = ANNOTATOR_HEADINGS.flatMap((each) => several.filter(({ name }) => headingOf(name) === each))
  const [word] = (column?.words ?? []).map((each) => each.word).toSorted(inOrder.compare)
  return column && word !== undefined ? { labelsOf: { column: column.name, word } } : {}
}

const inOrder = new Intl.Collator('en', { numeric: true })

/** `label`, `label 2`, `segment 2 label`: by the question's key or title, with a place of the unit where there are several. */
function guessLabels(
  protocol: Protocol,
  columns: readonly ColumnView[],
  fields: ColumnMapping['fields'],
): LabelColumn[] {
  const [stage] = protocol.stages
  if (stage.consolidation === 'votes') return []
  const takenColumns = new Set(Object.values(fields).flat())
  // Beside a column of labels, one of the same name belongs to the text's own data.
  const isOfText = ({ name }: ColumnView) => columns.some((each) => each.name === name + LABEL)
  const free = columns.filter((column) => !takenColumns.has(column.name) && !isOfText(column))
  return free.flatMap((column) => labelColumnFor(stage, column) ?? [])
}

function labelColumnFor(stage: Stage, column: ColumnView): LabelColumn | null {
  const heading = labelHeading(column.name)
  const [number] = /\d+/.exec(heading) ?? []
  const name = heading.replace(/\d+/, '').replace(/\s+/g, ' ').trim()
  for (const question of labelQuestions(stage)) {
    if (!namesOf(question, column.isList).includes(name)) continue
    const place = placeOf(question, column.isList, number)
    if (place === null) continue
    const values = question.options ? valuesFor(question.options, column, question.form === 'set') : {}
    // Where none of its words means anything here, it is something else that is called so.
    if (question.options && Object.keys(values).length === 0) continue
    if (question.form === 'number' && !holdsNumbers(column)) continue
    return { column: column.name, unit: question.unit, question: question.key, place, values }
  }
  return choiceFor(stage, column)
}

const holdsNumbers = ({ words, samples }: ColumnView) =>
  (words?.map(({ word }) => word) ?? samples).some((each) => numberIn(each.trim()) !== null)

/** A column of labels whose name was taken is called as the others. */
const labelHeading = (name: string) => headingOf(name.endsWith(LABEL) ? name.slice(0, -LABEL.length) : name)

/** Headings of labels that do not say which question they answer. */
const ANY_LABEL = ['label', 'labels', 'annotation', 'rating', 'judgement', 'judgment', 'category', 'class']

/** The one choice or set about the whole item of which every word of the column is a value. */
function choiceFor(stage: Stage, column: ColumnView): LabelColumn | null {
  if (!column.words?.length || !ANY_LABEL.includes(labelHeading(column.name))) return null
  const able = labelQuestions(stage).flatMap(({ unit, key, options, form }): LabelColumn[] => {
    if (unit !== 'item' || !options) return []
    const several = form === 'set'
    const values = valuesFor(options, column, several)
    const isWhole = Object.keys(values).length === wordsFor(column, { options, several }).length
    return isWhole ? [{ column: column.name, unit, question: key, place: 1, values }] : []
  })
  const [only, ...others] = able
  return only && others.length === 0 ? only : null
}

const isOfItem = ({ unit }: Question) => unit === 'item'

function namesOf(question: Question, isList: boolean): string[] {
  const names = [question.key, question.title].map(headingOf)
  const plural = isList ? names.map((each) => `${each}s`) : []
  return [...names, ...plural, ...(isOfItem(question) ? [] : names.map((each) => `${question.unit} ${each}`))]
}

/** Which unit the column is about; null where the heading does not say. */
function placeOf(question: Question, isList: boolean, number: string | undefined): LabelColumn['place'] | null {
  if (isOfItem(question)) return 1
  if (isList) return 'each'
  return Number(number ?? 0) > 0 ? Number(number) : null
}

/** Columns that nothing is read from. Those of a conversation that was read are none. */
export function unusedBy(protocol: Protocol, mapping: ColumnMapping | null, columns: readonly ColumnView[]): string[] {
  const { fields = [], reads = [] } = protocol.columns ?? {}
  const used = new Set(mapping ? namedIn(mapping) : fields.map(({ key }) => key))
  // Of records that stay as they are, what is nested in an object that is read is read too.
  const within = mapping ? [] : [...used, ...reads].map((name) => `${name}.`)
  return columns
    .map(({ name }) => name)
    .filter((name) => !(used.has(name) || IGNORED.has(name) || within.some((start) => name.startsWith(start))))
}

/** The columns that a mapping names. */
const namedIn = ({ fields, labels, labelsOf }: ColumnMapping): string[] => [
  ...Object.values(fields).flat(),
  ...labels.map(({ column }) => column),
  ...(labelsOf ? [labelsOf.column] : []),
]

/** The column that a download of rejected records adds. */
export const PROBLEMS_COLUMN = 'import_problems'
const IGNORED = new Set([PROBLEMS_COLUMN])

/** Why a mapping cannot be used on a file, in a sentence; null where it can. */
export function mappingProblem(
  protocol: Protocol,
  mapping: ColumnMapping,
  columns: readonly ColumnView[],
): string | null {
  const { fields, labels, domains } = mapping
  const { columns: protocolColumns } = protocol
  if (!protocolColumns) return protocol.withoutColumns?.message ?? FORMATS_ONLY
  const unknown = namedIn(mapping).find((name) => !columns.some((column) => column.name === name))
  if (unknown !== undefined)
    return `The file has no column "${excerpt(unknown, 60)}". It has: ${columnNames(columns.map(({ name }) => name))}.`
  const field = Object.keys(fields).find((key) => !protocolColumns.fields.some((each) => each.key === key))
  if (field !== undefined)
    return `There is no field "${excerpt(field, 60)}". There are: ${protocolColumns.fields.map(({ key }) => key).join(', ')}.`
  const missing = protocolColumns.fields.find(({ key, required }) => required && !fields[key])
  if (missing) return `Say which column is the ${missing.title.toLowerCase()}.`
  const questions = labelQuestions(protocol.stages[0])
  for (const { column, unit, question: key, values } of labels) {
    const question = questions.find((each) => each.key === key && each.unit === unit)
    if (!question) return `There is no question "${excerpt(key, 60)}" of a unit "${excerpt(unit, 60)}".`
    const wrong = Object.entries(values).find(
      ([, value]) => value !== null && !question.options?.some((option) => option.value === value),
    )
    if (wrong)
      return `"${excerpt(wrong[0], 60)}" in ${excerpt(column, 60)} cannot mean ${JSON.stringify(wrong[1])}. "${question.title}" takes: ${question.options?.map(({ value }) => String(value)).join(', ') ?? 'texts'}.`
  }
  const rule = Object.values(domains).find(
    (value) => !protocolColumns.ruleDomains?.values.some((each) => each.value === value),
  )
  return rule === undefined ? null : `There is no domain "${excerpt(rule, 60)}" of the protocol.`
}
