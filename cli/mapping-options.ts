/** The mapping of a file's columns as the command line says it. */
import type { Json } from '@/lib/protocols/protocol'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import type { ColumnMapping, FileMapping, LabelColumn, MappingTargets } from '@/lib/workspace/imports/mapping/contract'
import { plainValues } from '@/lib/workspace/imports/mapping/rules'
import { CliError, EXIT } from './exit-codes'

export interface MappingOptions {
  map: string[]
  word: string[]
  ruleDomain: string[]
  asIs: boolean
  labelsOf?: string
}

export const MAP_HELP =
  'a field and its column, "response=Answer" (several, joined: "prompt=instruction+input"; none: "domain="), or a question and its column: "item.action=keep?", "segment.2.label=second", "segment.each.label=labels"'

/** Does the command line say anything about columns? */
export const saysMapping = ({ map, word, ruleDomain, asIs, labelsOf }: MappingOptions): boolean =>
  asIs || labelsOf !== undefined || map.length + word.length + ruleDomain.length > 0

/** What was guessed of a file, with what the command line says instead. Throws for what cannot be understood. */
export function mappingFrom({ file, targets }: ImportDetail, options: MappingOptions): ColumnMapping | null {
  if (options.asIs) return null
  if (!file) throw new CliError(EXIT.refused, 'No record of the file can be read, so it has no columns to map.')
  const mapping: ColumnMapping = structuredClone(file.mapping ?? asItStands(file, targets))
  for (const assignment of options.map) addTarget(mapping, file, targets, assignment)
  for (const assignment of options.word) addWord(mapping, targets, assignment)
  for (const assignment of options.ruleDomain) {
    const [word, value] = parted(assignment, '--rule-domain')
    mapping.domains[word.trim().toLowerCase()] = value.trim()
  }
  if (options.labelsOf !== undefined) {
    const [column, word] = parted(options.labelsOf, '--labels-of')
    mapping.labelsOf = { column, word: word.trim().toLowerCase() }
  }
  return mapping
}

const asItStands = ({ columns }: FileMapping, { fields }: MappingTargets): ColumnMapping => ({
  fields: Object.fromEntries(
    fields.flatMap(({ key }) => (columns.some(({ name }) => name === key) ? [[key, [key]]] : [])),
  ),
  labels: [],
  domains: {},
})

function parted(assignment: string, option: string): [string, string] {
  const equalsIndex = assignment.indexOf('=')
  if (equalsIndex <= 0) throw new CliError(EXIT.usage, `${option} ${assignment}: write it as NAME=VALUE.`)
  return [assignment.slice(0, equalsIndex), assignment.slice(equalsIndex + 1)]
}

function addTarget(mapping: ColumnMapping, file: FileMapping, targets: MappingTargets, assignment: string): void {
  const [target, from] = parted(assignment, '--map')
  const columns = columnsNamed(file, from)
  // The places of a protocol file's records may have dots in them, as questions of a unit have.
  if (!target.includes('.') || targets.fields.some(({ key }) => key === target)) {
    const assignedColumns = new Set(columns)
    // A column that is said to be something is nothing else.
    for (const [key, names] of Object.entries(mapping.fields))
      if (names.some((name) => assignedColumns.has(name))) delete mapping.fields[key]
    if (columns.length > 0) mapping.fields[target] = columns
    else delete mapping.fields[target]
    return
  }
  const label = labelTarget(targets, target)
  mapping.labels = mapping.labels.filter(
    (each) => !columns.includes(each.column) && !(each.question === label.question && each.place === label.place),
  )
  for (const column of columns) {
    const view = file.columns.find(({ name }) => name === column)
    const asked = targets.questions.find(({ unit, question }) => unit === label.unit && question === label.question)
    mapping.labels.push({ column, ...label, values: view && asked ? plainValues(asked, view) : {} })
  }
}

/** A column of exactly that name, or several with a plus between them. */
function columnsNamed({ columns }: FileMapping, from: string): string[] {
  if (from === '') return []
  return columns.some(({ name }) => name === from) ? [from] : from.split('+').map((name) => name.trim())
}

function labelTarget({ questions }: MappingTargets, target: string): Pick<LabelColumn, 'unit' | 'question' | 'place'> {
  const [unit = '', ...more] = target.split('.')
  const question = more.at(-1) ?? ''
  const place = more.length > 1 ? more[0] : '1'
  const isKnown = questions.some((each) => each.unit === unit && each.question === question)
  if (!isKnown || (place !== 'each' && !/^[1-9]\d{0,3}$/.test(place ?? ''))) {
    const questionNames = questions.map((each) => `${each.unit}${each.unit === 'item' ? '' : '.N'}.${each.question}`)
    throw new CliError(
      EXIT.usage,
      `--map ${target}: there is no such question. There are: ${questionNames.join(', ') || 'none'}.`,
    )
  }
  return { unit, question, place: place === 'each' ? 'each' : Number(place) }
}

/** COLUMN:WORD=VALUE; nothing behind the sign leaves the word out. */
function addWord(mapping: ColumnMapping, { questions }: MappingTargets, assignment: string): void {
  const [before, value] = parted(assignment, '--word')
  const label = mapping.labels.find(({ column }) => before.startsWith(`${column}:`))
  if (!label)
    throw new CliError(EXIT.usage, `--word ${assignment}: write COLUMN:WORD=VALUE, with a column that --map names.`)
  const word = before
    .slice(label.column.length + 1)
    .trim()
    .toLowerCase()
  const options = questions.find(({ unit, question }) => unit === label.unit && question === label.question)?.options
  const option = options?.find((each) => String(each.value).toLowerCase() === value.trim().toLowerCase())
  if (value !== '' && !option)
    throw new CliError(
      EXIT.usage,
      `--word ${assignment}: there is no such value. There are: ${options?.map((each) => String(each.value)).join(', ') ?? 'none'}.`,
    )
  label.values[word] = (option?.value ?? null) as Json
}

/** How the columns were read, in lines; none where the records were read as they stand. */
export function mappingLines({ file }: ImportDetail): string[] {
  const mapping = file?.mapping
  if (!mapping) return []
  const fields = Object.entries(mapping.fields).map(([key, from]) => `  ${key} from ${from.join(' + ')}`)
  const labels = mapping.labels.map(({ column, unit, question, place, values }) => {
    const words = Object.entries(values).map(
      ([word, value]) => `${word} = ${value === null ? 'left out' : String(value)}`,
    )
    return `  ${unit}.${place}.${question} from ${column}${words.length > 0 ? ` (${words.join(', ')})` : ''}`
  })
  const { labelsOf } = mapping
  const people = labelsOf ? [`  labels where ${labelsOf.column} is ${labelsOf.word} (change with --labels-of)`] : []
  return ['Columns read as (change with --map):', ...fields, ...labels, ...people]
}
