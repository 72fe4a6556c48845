import { describe, expect, test } from 'vitest'
import type { FileSample, SampleFit } from '@/lib/workspace/imports/samples/contract'
import { fitText, nameFor, sampleText } from './sample-text'

const fit: SampleFit = {
  protocolId: 'felm',
  formats: ['Prompt and response'],
  columns: [],
  records: 60,
  items: 60,
  labelled: 0,
  problem: null,
}
const sample: FileSample = {
  records: 60,
  whole: true,
  unreadable: 0,
  estimated: null,
  fields: ['id', 'prompt', 'response'],
  problem: null,
  fits: [fit],
}

describe('what a file could be', () => {
  test('says how many records it has, and their columns', () => {
    expect(sampleText(sample)).toBe('60 records. Columns: id, prompt, response.')
    expect(sampleText({ ...sample, whole: false, estimated: 1234 })).toBe(
      'about 1,234 records (the first 60 were looked at). Columns: id, prompt, response.',
    )
    expect(sampleText({ ...sample, unreadable: 1 })).toMatch(/^60 records, and 1 line that cannot be read\. Columns/)
    const fields = Array.from({ length: 14 }, (_, n) => `c${n}`)
    expect(sampleText({ ...sample, whole: false, fields })).toMatch(/^many records .* c11, and 2 more\.$/)
  })

  test('says what a protocol makes of it, or why it cannot', () => {
    expect(fitText({ ...fit, labelled: 12 }, sample)).toBe(
      'Reads all 60 records, as Prompt and response: 60 items, 12 with labels.',
    )
    expect(fitText({ ...fit, records: 7 }, { ...sample, whole: false })).toBe(
      'Reads 7 of 60 records looked at, as Prompt and response.',
    )
    const columns = [
      { field: 'prompt', title: 'prompt', from: ['Question'] },
      { field: 'prompt_source', title: 'source', from: ['Origin', 'Page'] },
    ]
    expect(fitText({ ...fit, formats: [], columns }, sample)).toBe(
      'Reads all 60 records, prompt from Question, source from Origin + Page.',
    )
    expect(fitText({ ...fit, formats: [], columns, labelled: 12 }, sample)).toMatch(/Page, 12 with labels\.$/)
    expect(fitText({ ...fit, records: 0, problem: 'No column is known to be the prompt.' }, sample)).toBe(
      'No column is known to be the prompt. You can say which one it is.',
    )
    expect(fitText({ ...fit, records: 0 }, sample)).toBe('Cannot read this file.')
  })

  test.each([
    ['my_answers.v2.csv', 'my answers.v2'],
    ['records.jsonl.gz', 'records'],
    ['README', 'README'],
  ])('a name for %s', (fileName, name) => {
    expect(nameFor(fileName)).toBe(name)
  })
})
