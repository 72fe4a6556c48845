import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { CardText } from '@/lib/gold/releases/release/contract'
import { cardProblems, emptyCard } from '@/lib/gold/releases/release/rules'
import { authorOf, authorProblems } from './authors'
import { citationFile, citationWords } from './citation'
import { fieldIds } from './croissant'
import { licenceOf } from './licence'

const parser = z.object({ load: z.function({ input: [z.string()], output: z.unknown() }) })
const yaml = parser.parse(createRequire(import.meta.url)('js-yaml'))

const release = { number: 3, date: '2026-11-02', notes: '', previous: null }
const card = (text: Partial<CardText>): CardText => ({
  ...emptyCard('Ocean: "facts" #1', 'Facts.\n- of oceans'),
  ...text,
})

describe('authors', () => {
  test('are people where there is a comma, and may have an ORCID in any of its forms', () => {
    expect(authorOf('Carberry,  Josiah 0000-0002-1825-0097')).toEqual({
      name: 'Carberry, Josiah',
      person: { family: 'Carberry', given: 'Josiah' },
      orcid: '0000-0002-1825-0097',
    })
    expect(authorOf('Carberry, Josiah (https://orcid.org/0000-0002-1694-233x)').orcid).toBe('0000-0002-1694-233X')
    expect(authorOf('Carberry, Josiah, 0000-0002-1825-0097').person).toEqual({ family: 'Carberry', given: 'Josiah' })
    expect(authorProblems(['Ocean Survey 2020-2024'])).toEqual([])
    expect(authorOf('The Ocean Group')).toEqual({ name: 'The Ocean Group', person: null, orcid: null })
  })

  test.each([
    ['Carberry, Josiah 0000-0002-1825-0098', 'check digit'],
    ['Carberry, Josiah ORCID 0000-0002', 'cannot be read'],
    ['0000-0002-1825-0097', 'names nobody'],
    ['Carberry,', 'one side of its comma'],
  ])('that cannot be cited are refused: %s', (line, why) => {
    expect(authorProblems([line])).toEqual([expect.stringContaining(why)])
    expect(cardProblems(card({ licence: 'MIT', authors: [line] }))).toHaveLength(1)
  })

  test('are fine as they are meant', () => {
    expect(authorProblems(['Carberry, Josiah 0000-0002-1825-0097', 'Ocean Group', 'Ōe, Kenzaburō'])).toEqual([])
  })
})

test('an address that is no link is refused', () => {
  expect(cardProblems(card({ licence: 'MIT', address: 'example.org' }))).toEqual([
    expect.stringContaining('not a link'),
  ])
  expect(cardProblems(card({ licence: 'MIT', address: 'https://example.org/ocean' }))).toEqual([])
})

test('a licence has its text at SPDX, or where its own link leads', () => {
  expect(licenceOf(card({ licence: 'BSD-3-Clause' }))).toEqual({
    name: 'BSD-3-Clause',
    address: 'https://spdx.org/licenses/BSD-3-Clause.html',
    spdx: 'BSD-3-Clause',
  })
  expect(licenceOf(card({ licence: 'other', licenceName: 'Ours', licenceLink: 'https://example.org/l' }))).toEqual({
    name: 'Ours',
    address: 'https://example.org/l',
    spdx: null,
  })
  expect(licenceOf(card({}))).toBeNull()
})

describe('CITATION.cff', () => {
  test('holds what people typed as it is, authors as people and organisations', () => {
    const text = card({
      licence: 'CC-BY-4.0',
      authors: ['Carberry, Josiah 0000-0002-1825-0097', 'Ocean: Group'],
      address: 'https://example.org/ocean',
      tags: ['yes', 'yes', 'a: b'],
    })
    expect(yaml.load(citationFile(text, { release }))).toMatchObject({
      'cff-version': '1.2.0',
      type: 'dataset',
      title: 'Ocean: "facts" #1',
      abstract: 'Facts.\n- of oceans',
      version: '3',
      'date-released': '2026-11-02',
      license: 'CC-BY-4.0',
      url: 'https://example.org/ocean',
      keywords: ['yes', 'a: b'],
      authors: [
        { 'family-names': 'Carberry', 'given-names': 'Josiah', orcid: 'https://orcid.org/0000-0002-1825-0097' },
        { name: 'Ocean: Group' },
      ],
    })
    expect(citationWords(text, { release })).toBe(
      'Carberry, Josiah; Ocean: Group (2026): Ocean: "facts" #1. Release 3. [Dataset]. https://example.org/ocean',
    )
  })

  test('has one author that stands for all where the card names none, and links licences that it does not list', () => {
    const text = card({ licence: 'LicenseRef-Ours' })
    expect(yaml.load(citationFile(text, { release }))).toMatchObject({
      authors: [{ name: 'The makers of Ocean: "facts" #1' }],
      'license-url': 'https://spdx.org/licenses/LicenseRef-Ours.html',
    })
    expect(yaml.load(citationFile(text, { release }))).not.toHaveProperty('license')
  })
})

test('columns named after values of a protocol have ids that readers of Croissant take', () => {
  const names = [
    'label',
    'share_Not Enough Evidence',
    'share_not/enough evidence',
    'share_無',
    'share_not_enough_evidence',
  ]
  expect(fieldIds('gold', names)).toEqual([
    'gold/label',
    'gold/share_Not_Enough_Evidence',
    'gold/share_not_enough_evidence_2',
    'gold/share_無',
    'gold/share_not_enough_evidence_3',
  ])
})
