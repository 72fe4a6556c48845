/** The head of a dataset card as the Hub reads it. Pure. */
import type { CardText } from '@/lib/gold/releases/release/contract'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { sizeCategory } from '@/lib/gold/releases/release/rules'

/** Every JSON text is a YAML scalar, so nothing in it can be taken for anything else. */
const scalar = (value: string): string => JSON.stringify(value)
const list = (key: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${key}:`, ...values.map((value) => `- ${scalar(value)}`)]
const entry = (key: string, value: string): string[] => (value === '' ? [] : [`${key}: ${scalar(value)}`])

/**
 * `configs` has one entry for each published format, so that `load_dataset` finds its way; a repository is read by one
 * reader, so where there are lines and tables only the lines are named.
 */
export function yamlHead(card: CardText, { files }: Pick<Manifest, 'files'>): string {
  const data = files.filter(({ path }) => path.startsWith('data/'))
  const lines = data.filter(({ path }) => path.endsWith('.jsonl'))
  const read = lines.length > 0 ? lines : data
  const isOther = card.licence === 'other'
  return [
    '---',
    ...entry('license', isOther ? 'other' : card.licence.toLowerCase()),
    ...(isOther ? [...entry('license_name', slug(card.licenceName)), ...entry('license_link', card.licenceLink)] : []),
    ...list('language', card.languages),
    ...entry('pretty_name', card.prettyName),
    ...list('size_categories', [sizeCategory(read[0]?.rows ?? 0)]),
    ...list('annotations_creators', card.annotationsCreators),
    ...list('tags', card.tags),
    ...(read.length === 0 ? [] : ['configs:', ...read.flatMap(({ path }, index) => config(path, index === 0))]),
    '---',
    '',
  ].join('\n')
}

/** The Hub wants an identifier. */
const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9.]+/g)
    ?.join('-') ?? 'licence'

const nameOf = (path: string): string => path.replace(/^data\//, '').replace(/\.\w+$/, '')

/** Gold is there to test with. */
const config = (path: string, isDefault: boolean): string[] => [
  `- config_name: ${scalar(nameOf(path))}`,
  ...(isDefault ? ['  default: true'] : []),
  '  data_files:',
  '  - split: test',
  `    path: ${scalar(path)}`,
]
