import { describe, expect, it } from 'vitest'
import type { Answers, Json } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { felmRecord, quirkyRecords } from '@/tests/felm-sample'
import { readFelm } from './read'
import { readPlain } from './read-plain'
import { segmentsStage } from './work'
import { writeFelm } from './write'

/** Imports a record, lets `change` work on its answers, and writes the gold. */
function written(source: Json, change: (answers: Answers) => void = () => {}, cut?: string[], read = readFelm) {
  const result = read(source)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  const { content, segments, answers } = result.record
  const units = segmentsStage.units(content, cut ?? segments ?? [], {})
  const gold: Answers = structuredClone(answers?.segments ?? {})
  change(gold)
  return writeFelm({ source, content, stages: { segments: { units, answers: gold } } }) as JsonRecord
}

describe('writeFelm', () => {
  it.each(quirkyRecords.map((record) => [JSON.stringify(record), record]))('gives back %s', (_, record) => {
    expect(JSON.stringify(written(record))).toBe(JSON.stringify(record))
  })

  it('rewrites only the entries that changed', () => {
    const source = felmRecord({ comment: [null, ' in Russia ', 'Quite so.'], type: ['', 'fooled', ''] })
    const record = written(source, (answers) => {
      answers.s1 = { label: false, errorType: 'reasoning_error', reason: 'No.' }
    })
    expect(record).toEqual({
      ...source,
      labels: [false, false, true],
      comment: ['No.', ' in Russia ', 'Quite so.'],
      type: ['reasoning_error', 'fooled', ''],
    })
  })

  it('does not turn a stray comment on a true segment into a reason', () => {
    const source = felmRecord({ comment: ['Quite so.', 'It lies in Russia.', ''] })
    const record = written(source, (answers) => {
      answers.s1 = { label: false, errorType: 'fooled' }
    })
    expect(record.comment).toEqual(['', 'It lies in Russia.', ''])
  })

  it('turns empty shapes into lists when there is something to say', () => {
    const source = felmRecord({ domain: 'math', comment: '', type: [], ref: '', ref_contents: '' })
    const record = written(source, (answers) => {
      answers.s3 = { label: false, reason: 'It is 12.' }
    })
    expect(record).toEqual({
      ...source,
      labels: [true, false, false],
      comment: ['', '', 'It is 12.'],
      type: [null, 'reasoning_error', 'reasoning_error'],
    })
  })

  it('adds links of segments to the response’s, once each', () => {
    const [known, added] = ['https://example.org/baikal', 'https://example.org/russia']
    const record = written(felmRecord({ ref: ['a book', known] }), (answers) => {
      answers.s2 = { ...answers.s2, links: [{ url: added }, { url: known }] }
    })
    expect(record.ref).toEqual(['a book', known, added])
  })

  it('takes links out that the gold no longer has', () => {
    const record = written(
      felmRecord({ ref: ['a book', 'https://example.org/a', 'https://example.org/b'] }),
      (answers) => {
        answers.item = { action: 'keep', links: [{ url: 'https://example.org/b' }] }
      },
    )
    expect(record.ref).toEqual(['a book', 'https://example.org/b'])
  })

  it('writes new segments with their labels', () => {
    const whole = ['Lake Baikal is the deepest lake. It lies in Mongolia.', 'It freezes in winter.']
    const change = (answers: Answers) => {
      answers.s1 = { label: false, errorType: 'knowledge_error', reason: 'Russia.' }
      answers.s2 = { label: true }
      delete answers.s3
    }
    expect(written(felmRecord(), change, whole)).toEqual({
      ...felmRecord(),
      segmented_response: whole,
      labels: [false, true],
      comment: ['Russia.', ''],
      type: ['knowledge_error', null],
    })
  })

  it('gives a removed item no labels', () => {
    const record = written(felmRecord(), (answers) => {
      answers.item = { action: 'remove', removeReason: 'riddle' }
    })
    expect([record.labels, record.comment, record.type]).toEqual([[], [], []])
  })

  const labelAll = (answers: Answers) => {
    answers.item = { action: 'keep' }
    answers.s1 = { label: true }
    answers.s2 = { label: false, errorType: 'fooled', reason: 'No.' }
  }

  it('completes a record that came without labels', () => {
    const source = felmRecord({
      segmented_response: ['A.', 'B.'],
      response: 'A. B.',
      comment: '',
      ref: '',
      type: undefined,
      labels: undefined,
    })
    expect(written(source, labelAll)).toEqual({
      ...source,
      labels: [true, false],
      comment: ['', 'No.'],
      type: [null, 'fooled'],
      ref: [],
    })
  })

  it('writes plain records as full FELM records that read back the same', () => {
    const source = { id: 'q7', prompt: 'Why?', response: 'A. B.', model: 'm', domain: '' }
    const record = written(source, labelAll, ['A. ', 'B.'], readPlain)
    expect(record).toEqual({
      id: 'q7',
      index: 'q7',
      domain: '',
      prompt: 'Why?',
      response: 'A. B.',
      segmented_response: ['A. ', 'B.'],
      labels: [true, false],
      comment: ['', 'No.'],
      type: [null, 'fooled'],
      ref: [],
      ref_contents: [],
      model: 'm',
    })
    expect(written(record)).toEqual(record)
  })

  it.each<JsonRecord>([{}, { domain: null, source: null }, { domain: '', source: '' }])(
    'says no index, source or domain that nobody gave: %j',
    (given) => {
      const source = { prompt: 'Why?', response: 'A. B.', ...given }
      const record = written(source, labelAll, ['A. ', 'B.'], readPlain)
      const { segmented_response: _, labels: __, comment: ___, type: ____, ...others } = record
      expect(others).toEqual({ ...source, ref: [], ref_contents: [] })
      expect(written(record)).toEqual(record)
    },
  )
})
