/** Guesses which columns of a file are which fields and labels, by their headings and words. Pure. */
import { valueAt } from '@/lib/protocols/language/pointers'
import { IMPORTED_LABELS } from '@/lib/protocols/own-columns'
import type { Protocol, Question, Stage } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import type { ColumnField, OwnColumns } from '@/lib/protocols/records'
import { editDistance } from '@/lib/text/edit-distance'
import { excerpt } from '@/lib/text/excerpt'
import { headingOf } from '@/lib/text/heading-of'
import { isEmpty } from './columns'
import type { ColumnMapping, ColumnView, FileMapping, LabelColumn, MappingTargets } from './contract'
import { FORMATS_ONLY } from './findings'
import { areOptions, columnNames, numberIn, valuesFor, wordsFor } from './rules'
import { ANNOTATOR, LABEL } from './tool-rows'

/** How the records of a file were read as they stand. */
export interface AsTheyStand {
  /** Records that a published format, or an export of this application, reads. */
  published: number
  /** Records that only the format of bare fields reads. */
  plain: number
  /** Records that a published format takes for its own, read or not. */
  recognised: number
  /** Records that no format reads or takes for its own. */
  unread: number
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
  if (!protocolColumns || isPublished(protocol, asTheyStand))
    return {
      mapping: null,
      isReadable: isReadable || !(protocolColumns || protocol.withoutColumns),
      ...none,
      unused: [],
    }
  const again = previousMapping && keptFor(protocol, previousMapping, columns)
  if (again) return { mapping: again, isReadable, ...none, unused: unusedBy(protocol, again, columns) }
  const { fields, ...found } = guessFields(protocolColumns, columns, questionNames(protocol))
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

/**
 * Is the file of a format, or an export, as far as its records show? Under a protocol with one format a row whose columns of labels are empty may be read
 * as it stands among many that are not: then a mapping is tried.
 */
const isPublished = ({ formats, columns }: Protocol, { published, unread }: AsTheyStand): boolean =>
  published > 0 && (published >= unread || formats.some(({ key }) => key !== columns?.format))

/** Does the format read the column by its very name, besides those that can be mapped? */
const isOwnColumn = ({ reads = [] }: OwnColumns, name: string): boolean =>
  reads.some((each) => name === each || name.startsWith(`${each}.`))

/** Has a record that is read as it stands what only the format itself reads: columns by their very names, or entries that are more than texts? */
export function isOwnRecord(protocolColumns: OwnColumns, record: JsonRecord): boolean {
  const hasEntries = protocolColumns.fields.some(({ at = [], entry }) => {
    const list = entry && valueAt(record, at)
    return Array.isArray(list) && list.some(isJsonRecord)
  })
  return (
    hasEntries ||
    (protocolColumns.reads ?? []).some(
      (name) => !isEmpty(valueAt(record, [name]) ?? valueAt(record, name.split('.')) ?? null),
    )
  )
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
    .flatMap((label) => withNewWords(protocol, label, columns))
  // Somebody else's file may call its labels otherwise.
  const labels = keptLabels.length > 0 ? keptLabels : guessLabels(protocol, columns, previousMapping.fields)
  const { domains } = previousMapping
  // Whose labels were read last time says nothing of this file.
  const people = labels.length > 0 ? guessLabelsOf(columns) : {}
  const mapping = { fields: Object.fromEntries(fields), labels, domains, ...people }
  // A version of the protocol that came since may ask for more.
  return mappingProblem(protocol, mapping, columns) === null ? mapping : null
}

/** A column of labels as it was read before, with the words of this file that are plain; none where its question or its values are gone. */
function withNewWords(
  { stages: [stage] }: Protocol,
  label: LabelColumn,
  columns: readonly ColumnView[],
): LabelColumn[] {
  const question = labelQuestions(stage).find(({ key, unit }) => key === label.question && unit === label.unit)
  const column = columns.find(({ name }) => name === label.column)
  if (!question || !column) return []
  const { options } = question
  if (!options) return [{ ...label, values: {} }]
  const stated = Object.entries(label.values).filter(
    ([, value]) => value === null || options.some((option) => option.value === value),
  )
  return [
    { ...label, values: { ...valuesFor(options, column, question.form === 'set'), ...Object.fromEntries(stated) } },
  ]
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

/** What columns of labels are called. */
const questionNames = ({ stages }: Protocol): ReadonlySet<string> =>
  new Set(stages.flatMap(({ questions }) => questions.flatMap((question) => namesOf(question, true))))

/** Labels that came with a file that was mapped before, in an export of their items. */
const isImportedLabel = ({ name }: ColumnView) => name.startsWith(`${IMPORTED_LABELS}.`)

function guessFields(protocolColumns: OwnColumns, allColumns: readonly ColumnView[], ofLabels: ReadonlySet<string>) {
  const columns = allColumns.filter((column) => !isReference(column, allColumns) && !isImportedLabel(column))
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
    field.asks && !Object.hasOwn(fields, field.key) && !competing.some((each) => each.field === field.key)
  for (const field of protocolColumns.fields.filter(isOpen)) {
    // What is called as a question is labels, which nobody who is to label may be shown as a text.
    const near = free(field).find(({ name }) => !ofLabels.has(headingOf(name)) && isNear(field, headingOf(name)))
    if (!near) continue
    take(field, [near.name])
    spelled.push({ field: field.key, column: near.name })
  }
  const [only, ...others] = columns
  const [open, ...more] = protocolColumns.fields.filter((field) => field.required && isOpen(field))
  // Where there is one column, it can only be the one text that has to be there.
  if (open && more.length === 0 && only && others.length === 0 && free(open).includes(only)) take(open, [only.name])
  const missing = protocolColumns.fields
    .filter((field) => field.required && !Object.hasOwn(fields, field.key))
    .map(({ key }) => key)
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
    const names = namesOf(question, column.isList)
    // A question may have a number in its name.
    const isWhole = names.includes(heading)
    if (!isWhole && !names.includes(name)) continue
    const place = placeOf(question, column.isList, isWhole ? undefined : number)
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
  const able = labelQuestions(stage).flatMap(({ unit, key, options, form }) => {
    if (unit !== 'item' || !options) return []
    const several = form === 'set'
    const values = valuesFor(options, column, several)
    const words = wordsFor(column, { options, several })
    const label: LabelColumn = { column: column.name, unit, question: key, place: 1, values }
    return Object.keys(values).length === words.length ? [{ label, isExact: areOptions(words, options) }] : []
  })
  // "right" and "wrong" are values of one question, and mean yes and no to another.
  const exact = able.filter(({ isExact }) => isExact)
  const [only, ...others] = exact.length > 0 ? exact : able
  return only && others.length === 0 ? only.label : null
}

const isOfItem = ({ unit }: Question) => unit === 'item'

function namesOf(question: Question, isList: boolean): string[] {
  const names = [question.key, question.title].map(headingOf)
  const plural = isList ? names.map((each) => `${each}s`) : []
  return [...names, ...plural, ...(isOfItem(question) ? [] : names.map((each) => `${question.unit} ${each}`))]
}

/** Which unit the column is about; null where the heading does not say. */
function placeOf(question: Question, isList: boolean, number: string | undefined): LabelColumn['place'] | null {
  // Of several columns with numbers about the whole item, nobody can tell which one is its answer.
  if (isOfItem(question)) return number === undefined ? 1 : null
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
  const missing = protocolColumns.fields.find(({ key, required }) => required && !Object.hasOwn(fields, key))
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
