import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ColumnType } from '@/lib/gold/releases/contract'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { yamlHead } from './yaml-head'

const parser = z.object({ load: z.function({ input: [z.string()], output: z.unknown() }) })
const yaml = parser.parse(createRequire(import.meta.url)('js-yaml'))
const parsed = (head: string) => yaml.load(head.replace(/^---\n/, '').replace(/---\n$/, ''))

const table = (key: string, ...columns: [string, ColumnType][]) => ({
  key,
  title: key,
  description: '',
  parts: ['train', '1.0', 'test'].map((split) => ({
    split,
    path: `${key}/${split}.parquet`,
    csv: `csv/${key}/${split}.csv`,
    rows: ROWS[key]?.[split] ?? 0,
  })),
  columns: columns.map(([name, type]) => ({ name, type, description: '' })),
})
/** Of each table by split; none where nothing is said. */
const ROWS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  gold: { train: 900, '1.0': 300, test: 100 },
  annotations: { test: 3 },
}
const file = (path: string, rows: number) => ({ path, rows, bytes: 1, sha256: '' })

test('is YAML that the Hub and load_dataset read, whatever people typed, and names nothing without rows', () => {
  const card = {
    ...emptyCard('Fact: "checked" # no comment\n- no list', ''),
    licence: 'CC-BY-SA-4.0',
    languages: ['en', 'no'],
    tags: ['yes', '1.0', 'a: b'],
    annotationsCreators: ['expert-generated' as const],
  }
  const tables = [
    table('claims', ['unit', 'string']),
    table('gold', ['unit', 'string'], ['shown', 'strings']),
    table('annotations', ['seen', 'bool']),
  ]
  const files = [
    file('claims/test.parquet', 0),
    file('gold/train.parquet', 900),
    file('gold/1.0.parquet', 300),
    file('gold/test.parquet', 100),
    file('annotations/test.parquet', 3),
    file('data/felm.jsonl', 7),
    file('assay.jsonl', 7),
  ]
  expect(parsed(yamlHead(card, { tables, files }))).toEqual({
    license: 'cc-by-sa-4.0',
    language: ['en', 'no'],
    pretty_name: card.prettyName,
    size_categories: ['1K<n<10K'],
    task_categories: ['text-classification'],
    task_ids: ['fact-checking'],
    annotations_creators: ['expert-generated'],
    tags: ['yes', '1.0', 'a: b'],
    configs: [
      {
        config_name: 'gold',
        default: true,
        data_files: ['train', '1.0', 'test'].map((split) => ({ split, path: `gold/${split}.parquet` })),
      },
      { config_name: 'annotations', data_files: [{ split: 'test', path: 'annotations/test.parquet' }] },
    ],
    dataset_info: [
      {
        config_name: 'gold',
        features: [
          { name: 'unit', dtype: 'string' },
          { name: 'shown', sequence: 'string' },
        ],
        splits: [
          { name: 'train', num_bytes: 1, num_examples: 900 },
          { name: '1.0', num_bytes: 1, num_examples: 300 },
          { name: 'test', num_bytes: 1, num_examples: 100 },
        ],
      },
      {
        config_name: 'annotations',
        features: [{ name: 'seen', dtype: 'bool' }],
        splits: [{ name: 'test', num_bytes: 1, num_examples: 3 }],
      },
    ],
  })
})

test('names a licence of one’s own, and no configuration of a release of a layout without tables', () => {
  const card = {
    ...emptyCard('Name', ''),
    licence: 'other',
    licenceName: 'Our Terms 2',
    licenceLink: 'https://a.example/t',
  }
  const head = parsed(yamlHead(card, { tables: [], files: [file('data/factor.csv', 3)] }))
  expect(head).toMatchObject({
    license: 'other',
    license_name: 'our-terms-2',
    license_link: 'https://a.example/t',
  })
  expect(head).not.toHaveProperty('configs')
})
