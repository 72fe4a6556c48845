import { expect, test } from 'vitest'
import { protocolById } from '@/lib/protocols'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import { ColumnCollector, glimpsesOf } from '@/lib/workspace/imports/mapping/columns'
import { guessMapping, targetsOf } from '@/lib/workspace/imports/mapping/guess'
import { EXIT } from './exit-codes'
import { type MappingOptions, mappingFrom, mappingLines } from './mapping-options'

const felm = protocolById('felm')

/** A checked file with one record. */
function checked(record: Parameters<typeof glimpsesOf>[0]): ImportDetail {
  const collector = new ColumnCollector()
  collector.add(glimpsesOf(record))
  const columns = collector.list()
  const file = { ...guessMapping(felm, columns, { published: 0, plain: 0, recognised: 0, unread: 0 }), columns }
  return { file, targets: targetsOf(felm) } as unknown as ImportDetail
}

const options = (given: Partial<MappingOptions> = {}): MappingOptions => ({
  map: [],
  word: [],
  ruleDomain: [],
  asIs: false,
  ...given,
})

const two = { question: 'Why?', answer: 'So.', completion: 'Thus.', verdict: 'OK', other: 'unclear', topic: 'Algebra' }

test('where two columns may be the response, --map says which', () => {
  const file = checked(two)
  expect(file.file?.competing).toEqual([{ field: 'response', columns: ['answer', 'completion'] }])
  expect(mappingFrom(file, options({ map: ['response=completion'] }))?.fields).toMatchObject({
    prompt: ['question'],
    response: ['completion'],
  })
})

test('columns are joined, taken away, and taken from another field', () => {
  const map = ['response=answer', 'prompt=question+other', 'domain=']
  expect(mappingFrom(checked(two), options({ map }))?.fields).toEqual({
    prompt: ['question', 'other'],
    response: ['answer'],
  })
})

test('a column answers a question, and its words are said one by one', () => {
  const map = ['response=answer', 'segment.1.label=verdict', 'segment.2.label=other']
  const mapping = mappingFrom(checked(two), options({ map, word: ['other:Unclear='], ruleDomain: ['Algebra=math'] }))
  expect(mapping?.labels).toEqual([
    { column: 'verdict', unit: 'segment', question: 'label', place: 1, values: { ok: true } },
    { column: 'other', unit: 'segment', question: 'label', place: 2, values: { unclear: null } },
  ])
  expect(mapping?.domains).toEqual({ algebra: 'math' })
  const file = { ...checked(two).file, mapping }
  expect(mappingLines({ file } as ImportDetail)).toContain('  segment.2.label from other (unclear = left out)')
})

test('whose labels are read, and records as they stand', () => {
  const map = ['response=answer', 'segment.1.label=verdict']
  expect(mappingFrom(checked(two), options({ map, labelsOf: 'other=Unclear' }))?.labelsOf).toEqual({
    column: 'other',
    word: 'unclear',
  })
  expect(mappingFrom(checked(two), options({ asIs: true }))).toBeNull()
})

test.each([
  ['no sign', { map: ['response'] }, /write it as NAME=VALUE/],
  ['a question that is not there', { map: ['segment.1.colour=other'] }, /There are: .*segment\.N\.label/],
  ['a word of a column that answers nothing', { word: ['other:x=true'] }, /with a column that --map names/],
  ['a value that is not there', { map: ['segment.1.label=other'], word: ['other:x=maybe'] }, /There are: true, false/],
])('wrong usage: %s', (_, given, message) => {
  expect(() => mappingFrom(checked(two), options(given))).toThrow(
    expect.objectContaining({ exitCode: EXIT.usage, message: expect.stringMatching(message) }),
  )
})
