/** What the columns of a file are read as, one by one: how a person changes a mapping. Pure; runs in browsers too. */
import type { Option } from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'
import { headingOf } from '@/lib/text/heading-of'
import type { ColumnMapping, ColumnView, FileMapping, LabelColumn, MappingTargets, StatedMapping } from './contract'

const YES = [
  'true',
  'yes',
  'y',
  '1',
  'correct',
  'right',
  'factual',
  'supported',
  'accurate',
  'ok',
  'good',
  'richtig',
  'wahr',
]
const NO = [
  'false',
  'no',
  'n',
  '0',
  'incorrect',
  'wrong',
  'non-factual',
  'not factual',
  'unsupported',
  'inaccurate',
  'bad',
  'falsch',
]

/** What the words of a column mean as values of a choice, as far as they are plain. */
export function valuesFor(
  options: readonly Pick<Option, 'value' | 'text'>[],
  column: Pick<ColumnView, 'words'>,
  several = false,
): LabelColumn['values'] {
  return Object.fromEntries(
    wordsFor(column, { options, several }).flatMap((word) => {
      const option = optionFor(word, options)
      return option ? [[word, option.value]] : []
    }),
  )
}

interface Asked {
  options: readonly Pick<Option, 'value' | 'text'>[] | null
  several?: boolean | undefined
}

/** The words of a column as a question takes them: of a set, what its cells list, one by one. */
export function wordsFor({ words }: Pick<ColumnView, 'words'>, { options, several = false }: Asked): string[] {
  const cells = (words ?? []).map(({ word }) => word)
  return several ? [...new Set(cells.flatMap((cell) => listedIn(cell, options ?? [])))] : cells
}

/** What a cell lists between commas, semicolons, bars or line ends; a text that is a value itself is one, whatever signs it has. */
export function listedIn(cell: string, options: readonly Pick<Option, 'value' | 'text'>[]): string[] {
  if (optionFor(cell, options)) return [cell]
  return cell
    .split(/[,;|\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** The number that a word is; null where it is none. A comma may part thousands as well as decimals, so it is no sign of a number. */
export const numberIn = (word: string): number | null =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(word) ? Number(word) : null

/** Numbers that a table with gaps writes as `1.0`. */
const WHOLE = /^(-?\d{1,15})\.0+$/

/** The value that a word plainly is: itself first, then what it means in other words. */
export function optionFor<Each extends Pick<Option, 'value' | 'text'>>(
  word: string,
  options: readonly Each[],
): Each | undefined {
  return options.find((each) => isOption(word, each)) ?? options.find((each) => meansOption(word, each))
}

/** Is each of the words a value as it is written? */
export const areOptions = (words: readonly string[], options: readonly Pick<Option, 'value' | 'text'>[]): boolean =>
  words.every((word) => options.some((each) => isOption(word, each)))

/** The word is the value, or its text, as it is written; numbers by what they are. */
function isOption(written: string, { value, text }: Pick<Option, 'value' | 'text'>): boolean {
  if (text.toLowerCase() === written) return true
  const number = numberIn(String(value))
  return number === null ? String(value).toLowerCase() === written : number === numberIn(written)
}

/** The word means the value: as a heading does, but for signs, which tell grades and numbers apart; or yes and no in other words. */
function meansOption(written: string, { value }: Pick<Option, 'value' | 'text'>): boolean {
  const word = WHOLE.exec(written)?.[1] ?? written
  const name = String(value)
  if (numberIn(name) === null && signsOf(name) === signsOf(word) && headingOf(name) === headingOf(word)) return true
  return value === true ? YES.includes(word) : value === false && NO.includes(word)
}

/** The signs before and behind a word. */
const signsOf = (word: string): string => `${/^[+-]*/.exec(word)?.[0]} ${/[+-]*$/.exec(word)?.[0]}`

/** What one column is read as. */
export type ColumnUse =
  | { kind: 'unused' }
  | { kind: 'field'; field: string }
  | { kind: 'label'; unit: string; question: string; place: LabelColumn['place']; values: LabelColumn['values'] }

/** By the name of the column. */
export type ColumnUses = Readonly<Record<string, ColumnUse>>

/** What each column of a file is read as; where no mapping is used, fields by their very names. */
export function usesOf(
  { mapping, columns }: Pick<FileMapping, 'mapping' | 'columns'>,
  targets: MappingTargets,
): ColumnUses {
  return Object.fromEntries(columns.map(({ name }) => [name, useOf(mapping, name, targets)]))
}

function useOf(mapping: ColumnMapping | null, column: string, { fields }: MappingTargets): ColumnUse {
  if (!mapping) return fields.some(({ key }) => key === column) ? { kind: 'field', field: column } : { kind: 'unused' }
  const field = Object.entries(mapping.fields).find(([, from]) => from.includes(column))
  if (field) return { kind: 'field', field: field[0] }
  const label = mapping.labels.find((each) => each.column === column)
  return label ? { kind: 'label', ...label } : { kind: 'unused' }
}

/** The mapping that reads the columns so. Columns of one field are joined in the order in which they stand in `uses`. */
export function mappingOf(
  uses: ColumnUses,
  domains: ColumnMapping['domains'],
  labelsOf?: ColumnMapping['labelsOf'],
): ColumnMapping {
  const fields: ColumnMapping['fields'] = {}
  const labels: LabelColumn[] = []
  for (const [column, use] of Object.entries(uses)) {
    if (use.kind === 'field') fields[use.field] = [...(fields[use.field] ?? []), column]
    if (use.kind === 'label') {
      const { unit, question, place, values } = use
      labels.push({ column, unit, question, place, values })
    }
  }
  return { fields, labels, domains, ...(labelsOf && labels.length > 0 ? { labelsOf } : {}) }
}

/** A column as an answer to a question: about the whole item, each unit of a list, or the first unit. */
export function labelUse(column: ColumnView, target: MappingTargets['questions'][number]): ColumnUse {
  const { unit, question } = target
  const place = unit !== 'item' && column.isList ? 'each' : 1
  return { kind: 'label', unit, question, place, values: plainValues(target, column) }
}

/** What the words of a column mean as answers to a question, as far as they are plain; nothing where it takes a text. */
export function plainValues(
  { options, several }: Pick<MappingTargets['questions'][number], 'options' | 'several'>,
  column: ColumnView,
): LabelColumn['values'] {
  return options ? valuesFor(asOptions(options), column, several) : {}
}

/** Choices as they came over the wire. */
const asOptions = (options: NonNullable<MappingTargets['questions'][number]['options']>) =>
  options.flatMap(({ value, text }) =>
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? [{ value, text }] : [],
  )

/** A mapping as it was sent, with the words that it leaves out because they are plain. */
export const withPlainWords = (
  { labels, ...stated }: StatedMapping,
  columns: readonly ColumnView[],
  { questions }: Pick<MappingTargets, 'questions'>,
): ColumnMapping => ({
  ...stated,
  labels: labels.map(({ values, ...label }) => {
    const column = columns.find(({ name }) => name === label.column)
    const target = questions.find(({ unit, question }) => unit === label.unit && question === label.question)
    return { ...label, values: values ?? (column && target ? plainValues(target, column) : {}) }
  }),
})

/** Words of a column of labels that mean nothing yet. */
export const wordsLeft = (
  column: ColumnView,
  values: LabelColumn['values'],
  { options, several }: Pick<MappingTargets['questions'][number], 'options' | 'several'>,
): string[] =>
  wordsFor(column, { options: options && asOptions(options), several }).filter((word) => !Object.hasOwn(values, word))

/** Names of columns in a sentence; not all of very many. */
export function columnNames(names: readonly string[]): string {
  const visibleNames = names.slice(0, 12).map((name) => excerpt(name, 40) || '(without a name)')
  return names.length > visibleNames.length
    ? `${visibleNames.join(', ')} and ${names.length - visibleNames.length} more`
    : visibleNames.join(', ')
}
