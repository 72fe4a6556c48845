import { describe, expect, it } from 'vitest'
import type { Json, ReadRecord } from '@/lib/protocols/protocol'
import { felmRecord } from '@/tests/felm-sample'
import { readFelm } from './read'
import { readPlain } from './read-plain'

function reads(json: Json, read = readFelm): ReadRecord {
  const result = read(json)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.record
}

const problems = (json: Json, read = readFelm) => {
  const result = read(json)
  return result.ok ? [] : result.problems.map(({ field, message }) => `${field}: ${message}`)
}

const warnings = (json: Json) => reads(json).warnings.map(({ field, message }) => `${field}: ${message}`)

describe('readFelm', () => {
  it('reads a record with its labels', () => {
    expect(reads(felmRecord())).toEqual({
      content: {
        prompt: 'Which lake is the deepest?',
        response: 'Lake Baikal is the deepest lake. It lies in Mongolia. It freezes in winter.',
        domain: 'wk',
        source: 'handwritten',
        index: '17',
        refContents: ['A lake in Siberia.'],
      },
      externalId: '17',
      title: 'Which lake is the deepest?',
      domain: 'wk',
      source: 'handwritten',
      segments: ['Lake Baikal is the deepest lake.', 'It lies in Mongolia.', 'It freezes in winter.'],
      answers: {
        segments: {
          item: { action: 'keep', links: [{ url: 'https://example.org/baikal' }] },
          s1: { label: true },
          s2: { label: false, errorType: 'knowledge_error', reason: 'It lies in Russia.' },
          s3: { label: true },
        },
      },
      warnings: [],
    })
  })

  it('reads a record without labels for its segments', () => {
    const record = reads(felmRecord({ labels: undefined, comment: '', type: [], ref: [] }))
    expect(record.answers).toBeNull()
    expect(record.segments).toHaveLength(3)
    expect(record.warnings).toEqual([])
  })

  it('leaves the cut to the splitter when there are neither segments nor labels', () => {
    const record = reads(felmRecord({ segmented_response: [], labels: '', comment: '', type: '' }))
    expect([record.segments, record.answers]).toEqual([null, null])
  })

  it('puts an empty response together from its segments', () => {
    const record = reads(felmRecord({ response: null }))
    expect(record.content).toMatchObject({
      response: 'Lake Baikal is the deepest lake.It lies in Mongolia.It freezes in winter.',
    })
    expect(record.warnings.map(({ field }) => field)).toEqual(['response'])
  })

  it('warns of segments that do not make up the response, line breaks aside', () => {
    expect(warnings(felmRecord({ response: 'Something else.' }))).toEqual([
      'segmented_response: The segments put together are not the response.',
    ])
    const spelled = 'Lake Baikal is the deepest lake.\\nIt lies in Mongolia.\r\n\r\nIt freezes in winter.'
    expect(warnings(felmRecord({ response: spelled }))).toEqual([])
  })

  it('warns of false segments without type or reason, and of true ones with them', () => {
    expect(warnings(felmRecord({ comment: ['Yes.', ' ', ''], type: ['fooled', '', null] }))).toEqual([
      'comment[0]: The segment is true and yet has a comment, which is not used.',
      'type[0]: The segment is true and yet has an error type, which is not used.',
      'comment[1]: The segment is false and no reason is given.',
      'type[1]: The segment is false and has no error type.',
    ])
  })

  it('asks for no types and links in mathematics, and says when some are given', () => {
    expect(warnings(felmRecord({ domain: 'math', type: [], ref: '' }))).toEqual([])
    const record = reads(felmRecord({ domain: 'math' }))
    expect(record.warnings.map(({ field }) => field)).toEqual(['type[1]'])
    expect(record.answers?.segments).toMatchObject({
      item: { action: 'keep' },
      s2: { label: false, reason: 'It lies in Russia.' },
    })
    expect(record.answers?.segments?.item).not.toHaveProperty('links')
    expect(record.answers?.segments?.s2).not.toHaveProperty('errorType')
  })

  it('uses only links that are web addresses', () => {
    const record = reads(felmRecord({ ref: ['a book', 'https://example.org/a', 'javascript:alert(1)'] }))
    expect(record.answers?.segments?.item?.links).toEqual([{ url: 'https://example.org/a' }])
    expect(record.warnings.map(({ field }) => field)).toEqual(['ref[0]', 'ref[2]'])
  })

  it.each([
    [
      { labels: [true, false, true, true] },
      'labels: labels has 4 entries for 3 segments: which belongs to which is unclear.',
    ],
    [{ labels: [true] }, 'labels: labels has 1 entry for 3 segments: which belongs to which is unclear.'],
    [{ comment: ['a', 'b'] }, 'comment: comment has 2 entries for 3 segments: which belongs to which is unclear.'],
    [{ type: [null] }, 'type: type has 1 entry for 3 segments: which belongs to which is unclear.'],
    [{ labels: [true, 'no', null] }, 'labels[1]: labels[1] is "no".', 'labels[2]: labels[2] is null.'],
    [{ labels: 'true' }, 'labels: labels is a text, not a list.'],
    [{ segmented_response: ['A', 2, 'C'] }, 'segmented_response[1]: segmented_response[1] is 2.'],
    [{ type: [null, 'typo_error', null] }, 'type[1]: type[1] is "typo_error".'],
    [{ domain: ['cooking'] }, 'domain: domain is a list.'],
    [{ prompt: undefined }, 'prompt: prompt is missing.'],
    [{ prompt: ' ' }, 'prompt: prompt is empty.'],
    [{ prompt: '\u3164\u200B' }, 'prompt: prompt is empty.'],
    [{ response: undefined }, 'response: response is missing.'],
    [{ response: 7 }, 'response: response is a number.'],
    [{ index: ['1'] }, 'index: index is a list.'],
    [{ ref: [{}] }, 'ref[0]: ref[0] is an object.'],
    [{ response: null, segmented_response: '', labels: '', comment: '', type: '' }, 'response: response is missing.'],
  ] as const)('names what is wrong with %j', (changes, ...expected) => {
    expect(problems(felmRecord(changes as Parameters<typeof felmRecord>[0]))).toEqual(expected)
  })

  it('names everything that is wrong at once, each with what to do about it', () => {
    const result = readFelm(felmRecord({ prompt: '', domain: {}, labels: [true], type: ['?', null, null] }))
    expect(result).toEqual({
      ok: false,
      problems: [
        { field: 'prompt', message: 'prompt is empty.', fix: 'Add the text of prompt.' },
        { field: 'domain', message: 'domain is an object.', fix: 'Write it as a text, or leave it out.' },
        {
          field: 'type[0]',
          message: 'type[0] is "?".',
          fix: 'Use one of: knowledge_error, reasoning_error, irrelevant_with_qst, fooled; or null for none.',
        },
        {
          field: 'labels',
          message: 'labels has 1 entry for 3 segments: which belongs to which is unclear.',
          fix: 'Give one entry per segment.',
        },
      ],
    })
  })

  it.each([[null], ['text'], [3], [[]]])('refuses %j', (json) => {
    expect(problems(json)).toEqual(['record: The record is not a JSON object.'])
  })
})

describe('a record without a domain', () => {
  it.each([undefined, null, ''])('is read without one, which is said (%j)', (domain) => {
    const json = felmRecord({ domain } as Parameters<typeof felmRecord>[0])
    expect(reads(json)).toMatchObject({ domain: null, content: { domain: null } })
    expect(warnings(json).filter((warning) => warning.startsWith('domain'))).toHaveLength(1)
  })
})

describe('readPlain', () => {
  it('takes a number, true or false as the response, with a warning', () => {
    for (const response of [4, true])
      expect(reads({ prompt: 'Is it?', response }, readPlain)).toMatchObject({
        content: { response: String(response) },
        warnings: [{ field: 'response', message: 'A number, or true or false, is read as a text.' }],
      })
  })

  it('reads prompt and response, without a domain unless told one', () => {
    expect(reads({ id: 4, prompt: 'Why?', response: 'So.', model: 'm' }, readPlain)).toEqual({
      content: { prompt: 'Why?', response: 'So.', domain: null, source: null, index: '4', refContents: [] },
      externalId: '4',
      title: 'Why?',
      domain: null,
      source: null,
      segments: null,
      answers: null,
      warnings: [],
    })
  })

  it('reads a row of a table, where missing means empty', () => {
    const record = reads({ id: '', prompt: 'Why?', response: 'So.', domain: 'math', source: '' }, readPlain)
    expect([record.externalId, record.domain, record.source]).toEqual([null, 'math', null])
  })

  it('names every problem', () => {
    expect(problems({ response: '', domain: ['x'], source: {} }, readPlain)).toEqual([
      'response: response is empty.',
      'domain: domain is a list.',
      'source: source is an object.',
    ])
  })
})
