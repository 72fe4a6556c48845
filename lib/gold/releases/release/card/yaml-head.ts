/** The head of a dataset card as the Hub reads it. Pure. */
import type { CardText } from '@/lib/gold/releases/release/contract'
import {
  type Manifest,
  type ManifestTable,
  type ManifestTablePart,
  partsOf,
} from '@/lib/gold/releases/release/manifest/contract'
import { sizeCategory } from '@/lib/gold/releases/release/rules'
import { normalizeText } from '@/lib/text/normalize'

/** Every JSON text is a YAML scalar, so nothing in it can be taken for anything else. */
const scalar = (value: string): string => JSON.stringify(value)
const list = (key: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${key}:`, ...values.map((value) => `- ${scalar(value)}`)]
const entry = (key: string, value: string): string[] => (value === '' ? [] : [`${key}: ${scalar(value)}`])

/**
 * `configs` has one entry for each table, so that `load_dataset` finds its way, and `dataset_info` the types of its columns. The
 * published formats are in no configuration: Arrow's reader of JSON takes values of one row for another's where a list begins with
 * null. Of releases of earlier layouts, which have no tables, the head names none.
 */
export function yamlHead(card: CardText, { tables: all, files }: Pick<Manifest, 'tables' | 'files'>): string {
  const tables = filledTables({ tables: all, files })
  const isOther = card.licence === 'other'
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]))
  const [first] = tables
  const rows = (first?.parts ?? []).reduce((sum, part) => sum + part.rows, 0)
  return [
    '---',
    ...entry('license', isOther ? 'other' : card.licence.toLowerCase()),
    ...(isOther ? [...entry('license_name', slug(card.licenceName)), ...entry('license_link', card.licenceLink)] : []),
    ...list('language', card.languages),
    ...entry('pretty_name', card.prettyName),
    ...list('size_categories', first ? [sizeCategory(rows)] : []),
    ...list('task_categories', first ? [first.key === 'gold' ? 'text-classification' : 'text-ranking'] : []),
    ...list('task_ids', first?.key === 'gold' ? ['fact-checking'] : []),
    ...list('annotations_creators', card.annotationsCreators),
    ...list('tags', card.tags),
    ...(first
      ? [
          'configs:',
          ...tables.flatMap((table) => config(table, table === first)),
          'dataset_info:',
          ...tables.flatMap((table) => info(table, sizes)),
        ]
      : []),
    '---',
    '',
  ].join('\n')
}

/** Tables with rows, the default one first, and of each the splits with rows: no version of `datasets` reads one without any. */
export const filledTables = ({ tables, files }: Pick<Manifest, 'tables' | 'files'>): FilledTable[] =>
  tables.flatMap((table) => {
    const [first, ...others] = partsOf(table, files).filter(({ rows }) => rows > 0)
    return first ? [{ ...table, parts: [first, ...others] }] : []
  })

export type FilledTable = Omit<ManifestTable, 'parts'> & { parts: [ManifestTablePart, ...ManifestTablePart[]] }

/** The Hub wants an identifier. */
const slug = (name: string): string =>
  normalizeText(name, 'NFKD')
    .toLowerCase()
    .match(/[a-z0-9.]+/g)
    ?.join('-') ?? 'licence'

const config = ({ key, parts }: FilledTable, isDefault: boolean): string[] => [
  `- config_name: ${scalar(key)}`,
  ...(isDefault ? ['  default: true'] : []),
  '  data_files:',
  ...parts.flatMap(({ split, path }) => [`  - split: ${scalar(split)}`, `    path: ${scalar(path)}`]),
]

const info = ({ key, columns, parts }: FilledTable, sizes: ReadonlyMap<string, number>): string[] => [
  `- config_name: ${scalar(key)}`,
  '  features:',
  ...columns.flatMap(({ name, type }) => [
    `  - name: ${scalar(name)}`,
    type === 'strings' ? '    sequence: string' : `    dtype: ${type}`,
  ]),
  '  splits:',
  ...parts.flatMap(({ split, path, rows }) => [
    `  - name: ${scalar(split)}`,
    `    num_bytes: ${sizes.get(path) ?? 0}`,
    `    num_examples: ${rows}`,
  ]),
]
