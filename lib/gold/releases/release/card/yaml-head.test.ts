import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { yamlHead } from './yaml-head'

const parser = z.object({ load: z.function({ input: [z.string()], output: z.unknown() }) })
const yaml = parser.parse(createRequire(import.meta.url)('js-yaml'))
const parsed = (head: string) => yaml.load(head.replace(/^---\n/, '').replace(/---\n$/, ''))

const file = (path: string, rows: number) => ({ path, rows, bytes: 1, sha256: '' })

test('is YAML that the Hub and load_dataset read, whatever people typed', () => {
  const card = {
    ...emptyCard('Fact: "checked" # no comment\n- no list', ''),
    licence: 'CC-BY-SA-4.0',
    languages: ['en', 'no'],
    tags: ['yes', '1.0', 'a: b'],
    annotationsCreators: ['expert-generated' as const],
  }
  const files = [file('data/felm.jsonl', 1200), file('data/table.csv', 1200), file('assay.jsonl', 1200)]
  expect(parsed(yamlHead(card, { files }))).toEqual({
    license: 'cc-by-sa-4.0',
    language: ['en', 'no'],
    pretty_name: card.prettyName,
    size_categories: ['1K<n<10K'],
    annotations_creators: ['expert-generated'],
    tags: ['yes', '1.0', 'a: b'],
    configs: [{ config_name: 'felm', default: true, data_files: [{ split: 'test', path: 'data/felm.jsonl' }] }],
  })
})

test('names a licence of one’s own, and tables where there are only tables', () => {
  const card = {
    ...emptyCard('Name', ''),
    licence: 'other',
    licenceName: 'Our Terms 2',
    licenceLink: 'https://a.example/t',
  }
  expect(parsed(yamlHead(card, { files: [file('data/factor.csv', 3)] }))).toMatchObject({
    license: 'other',
    license_name: 'our-terms-2',
    license_link: 'https://a.example/t',
    configs: [{ config_name: 'factor', data_files: [{ split: 'test', path: 'data/factor.csv' }] }],
  })
})
