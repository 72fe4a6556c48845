import { describe, expect, it } from 'vitest'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { contentOf } from '@/lib/protocols/veriscore-verification/content'
import {
  CLAIM,
  claimRecord,
  fewShotRecord,
  HUMAN,
  pipelineLine,
  pipelinePiece,
  RESULTS_TEXT,
} from '@/lib/protocols/veriscore-verification/sample-records'
import { verifyStage } from '@/lib/protocols/veriscore-verification/stage'
import { exportFormats } from './exports'
import { formats } from './index'
import { pipelineFormat } from './pipeline'
import { parseResultsText, pipelineText } from './results'
import { splitLine } from './split'

function split(line: Json) {
  const result = splitLine(line)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result
}

function read(record: Json) {
  const result = formats.find((format) => format.recognises(record))?.read(record)
  if (!result?.ok) throw new Error(JSON.stringify(result))
  return { ...result.record, content: contentOf(result.record.content) }
}

/** Gold as an import makes it of a record's labels. */
function goldOf(source: JsonRecord, changes: GoldRecord['stages'][string]['answers'] = {}): GoldRecord {
  const { content, answers } = read(source)
  const merged = { ...answers?.verify, ...changes }
  return { source, content, stages: { verify: { units: verifyStage.units(content, [], {}), answers: merged } } }
}

describe('a line of the pipeline', () => {
  it('becomes one record a claim, each with its own results and its place', () => {
    const { records } = split(pipelineLine())
    const [first, second, ...more] = records.map(read)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      title: CLAIM,
      domain: 'ShareGPT',
      source: 'model-a',
      externalId: null,
      answers: null,
    })
    expect(first?.content.results.map(({ link }) => link)).toHaveLength(3)
    expect(first?.content.place).toMatchObject({ claim: 1, claims: 2, sentence: 1, sentences: 3 })
    expect(second?.content).toMatchObject({ results: [], machineLabel: null })
    expect(first?.content.sentence).toBe('The Halden bridge opened in 1931, and is the longest.')
    expect(new Set([first, second].map((each) => each?.content.place?.response)).size).toBe(1)
  })

  it('comes apart into the same pieces again', () => {
    for (const piece of split(pipelineLine()).records) expect(split(piece).records).toEqual([piece])
  })

  it('proposes what a machine said, and never takes it for gold', () => {
    const [piece] = split(pipelineLine()).records
    const record = read(piece ?? null)
    expect(record).toMatchObject({ answers: null, content: { machineLabel: 'contradicted' } })
    expect(record.suggestions).toEqual([{ unit: 'item', question: 'verdict', value: 'contradicted' }])
    expect(read(pipelinePiece({ verification_result: 'unsupported' }))).toMatchObject({
      suggestions: [],
      content: { machineLabel: 'unsupported' },
    })
  })

  it.each([
    ['nothing', null, 0],
    ['a blank', ' ', 0],
    ['a line break', '\n', 0],
    ['an error', 'error', 1],
    ['a sentence without a label', 'i cannot tell', 1],
    ['no text', 3, 1],
  ])('reads %s in the verifier’s place as no label', (_, said, warnings) => {
    const record = read(pipelinePiece({ verification_result: said }))
    expect(record.content.machineLabel).toBeNull()
    expect(record.warnings).toHaveLength(warnings)
  })

  it.each([
    ['of the sample', { all_claims: undefined, all_claim_lst: [CLAIM] }],
    ['without a list of different claims', { all_claims: undefined, claim_list: [[CLAIM, CLAIM]] }],
    [
      'of the documentation',
      {
        claim_search_results: undefined,
        claim_snippets_dict: { [CLAIM]: [{ title: 'A', snippet: 'B', link: 'https://a.example' }] },
      },
    ],
    [
      'of an older version',
      {
        all_claims: undefined,
        claim_list: undefined,
        claim_search_results: undefined,
        claim_lst_lst: [[CLAIM], [null]],
        claim_srch_res_lst: { [CLAIM]: RESULTS_TEXT },
        claim_verification_result: undefined,
        claim_verification_res: [{ claim: CLAIM, verification_result: 'supported' }],
      },
    ],
    [
      'of the oldest version',
      {
        all_claims: undefined,
        claim_list: undefined,
        claim_search_results: undefined,
        fact_lst_lst: [[CLAIM]],
        all_facts_lst: [CLAIM],
        snippet_lst: [[{ title: 'A', snippet: 'B', link: 'https://a.example' }]],
      },
    ],
  ])('is read in the spelling %s', (_, changes) => {
    const [piece] = split(pipelineLine(changes)).records
    const record = read(piece ?? null)
    expect(record.content.claim).toBe(CLAIM)
    expect(record.content.results.length).toBeGreaterThan(0)
    expect(pipelineFormat.write?.(goldOf(piece ?? {}))).toEqual(piece)
  })

  it.each([
    ['the words for none', { claim_list: [['No verifiable claim.'], [null]], all_claims: ['No verifiable claim.'] }],
    ['no claims', { claim_list: [[null], [null]], all_claims: [] }],
    ['no response to speak of', { abstained: true, claim_list: undefined, all_claims: undefined }],
  ])('with %s makes no item, and says so', (_, changes) => {
    const result = split(
      pipelineLine({ ...changes, claim_search_results: undefined, claim_verification_result: undefined }),
    )
    expect(result.records).toEqual([])
    expect(result.warnings).toHaveLength(1)
  })

  it('takes a claim that is there twice once, and says so', () => {
    const result = split(pipelineLine({ all_claims: [CLAIM, CLAIM] }))
    expect(result.records).toHaveLength(1)
    expect(result.warnings.map(({ field }) => field)).toEqual(['all_claims'])
  })

  it('names what cannot be read', () => {
    const fields = (changes: JsonRecord) => {
      const result = splitLine(pipelineLine(changes))
      return result.ok ? [] : result.problems.map(({ field }) => field)
    }
    expect(fields({ all_claims: 'one', claim_search_results: 'x' })).toEqual(['all_claims', 'claim_search_results'])
    expect(pipelineFormat.read(pipelineLine())).toMatchObject({ ok: false, problems: [{ field: 'all_claims' }] })
    expect(pipelineFormat.read(pipelinePiece({}, { response: true }))).toMatchObject({ ok: false })
    expect(pipelineFormat.read(pipelinePiece({}, { claim_search_results: { [CLAIM]: [7] } }))).toMatchObject({
      ok: false,
    })
  })

  it('cuts more than ten results, and leaves the record as it is', () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ title: `T${n}`, snippet: '', link: `https://a.example/${n}` }))
    const piece = pipelinePiece({ human_label: 'Supported.' }, { claim_search_results: { [CLAIM]: many } })
    const record = read(piece)
    expect(record.content.results).toHaveLength(10)
    expect(record.warnings.map(({ message }) => message)).toEqual([
      'There are 12 search results; the first 10 are used.',
    ])
    expect(pipelineFormat.write?.(goldOf(piece))).toEqual(piece)
  })
})

describe('results in one text', () => {
  it('is read in either order of fields, and written as it was', () => {
    const results = parseResultsText(RESULTS_TEXT) ?? []
    expect(results).toHaveLength(3)
    expect(pipelineText(results)).toBe(RESULTS_TEXT)
    expect(read(fewShotRecord()).content.results).toEqual(results)
  })

  it('keeps lines that go on, and refuses what is no list of results', () => {
    expect(parseResultsText('Search result 1\nTitle: A\nContent: one\ntwo\nLink: ')).toEqual([
      { title: 'A', snippet: 'one\ntwo', link: null },
    ])
    expect(parseResultsText('some words')).toBeNull()
    expect(parseResultsText(' \n')).toEqual([])
  })
})

describe('labels of people', () => {
  it('are gold, every one of them', () => {
    expect(read(claimRecord(HUMAN)).answers).toEqual({
      verify: {
        r1: { stance: 'supports', trust: 'trustworthy' },
        r2: { stance: 'contradicts' },
        r3: { stance: 'inconclusive', trust: 'cannot_tell' },
        item: {
          verdict: 'contradicted',
          comment: 'The second part is wrong.',
          parts: [
            { key: 'p1', made: 'added', from: [] },
            { key: 'p2', made: 'added', from: [] },
          ],
        },
        p1: { text: 'It opened in 1931.', supports: ['r1'] },
        p2: { text: 'It is the longest in the country.', contradicts: ['r2'] },
      },
    })
  })

  it.each([
    [{ human_label: 'Perhaps' }, 'human_label'],
    [{ human_label: 'Unsupported.' }, 'human_label'],
    [{ human_label: 'Supported.', human_reason: 'a' }, 'human_reason'],
    [{ human_result_labels: ['supports'] }, 'human_result_labels'],
    [{ human_source_trust: ['good', null, null] }, 'human_source_trust'],
    [{ human_parts: [{ text: 'One.', supports: [9], contradicts: [] }] }, 'human_parts'],
  ])('that cannot be used are named: %j', (changes, field) => {
    expect(read(claimRecord(changes)).warnings.map((warning) => warning.field)).toEqual([field])
  })

  it('change in the record where the gold changed, and nowhere else', () => {
    const record = fewShotRecord({ note: 'kept' })
    const changed = goldOf(record, { item: { verdict: 'inconclusive', why: 'b' }, r1: { stance: 'supports' } })
    const [, format] = formats
    expect(format?.write?.(changed)).toEqual({
      ...record,
      human_label: 'Inconclusive.',
      human_reason: 'b',
      human_result_labels: ['supports', null, null],
    })
    expect(format?.write?.({ ...goldOf(record), label: 'supported' })).toEqual({ ...record, human_label: 'Supported.' })
  })

  it('takes in results that were found since', () => {
    const record = pipelinePiece(undefined, { claim_search_results: undefined })
    const gold = goldOf(record, { item: { verdict: 'supported' } })
    const results = [{ title: 'A', snippet: 'B', link: 'https://a.example/' }]
    const written = pipelineFormat.write?.({ ...gold, content: { ...contentOf(gold.content), results } }) ?? null
    expect(read(written).content.results).toEqual(results)
    expect(read(written).answers).toEqual({ verify: { item: { verdict: 'supported' } } })
  })
})

describe('files written from gold', () => {
  const [three, two, examples] = exportFormats

  it('are lines of the verifier that come in again with the same gold and no suggestion', () => {
    const gold = goldOf(claimRecord(HUMAN))
    for (const format of [three, two]) {
      const [line = null] = format?.write(gold) ?? []
      expect(split(line).records).toHaveLength(1)
      const [piece = null] = split(line).records
      const { answers, suggestions, content } = read(piece)
      expect(answers).toEqual(read(claimRecord(HUMAN)).answers)
      expect([suggestions, content.machineLabel]).toEqual([[], null])
    }
    const said = (format: typeof three) => {
      const [line = null] = format?.write(gold) ?? []
      const entries = isJsonRecord(line) ? line.claim_verification_result : null
      return Array.isArray(entries) && isJsonRecord(entries[0] ?? null) ? entries[0] : {}
    }
    expect(said(three)).toMatchObject({ verification_result: 'contradicted' })
    expect(said(two)).toMatchObject({ verification_result: 'unsupported' })
  })

  it('are few-shot examples as published', () => {
    expect(examples?.write(goldOf(fewShotRecord()))).toEqual([fewShotRecord()])
    expect(examples?.write(goldOf(claimRecord()))).toEqual([])
  })
})

describe('gold of an item in another shape than it came in', () => {
  const SOURCES = [claimRecord({ id: 'q1', ...HUMAN }), fewShotRecord(HUMAN), pipelinePiece(HUMAN, { id: 'q1' })]

  it.each(SOURCES)('is a whole record of that shape, with the same claim, results and labels: %#', (source) => {
    const before = read(source)
    for (const format of formats) {
      const written = format.write?.(goldOf(source)) ?? null
      expect(formats.find((each) => each.recognises(written))?.key).toBe(format.key)
      const { content, answers } = read(written)
      expect(answers).toEqual(before.answers)
      expect([content.claim, content.results]).toEqual([before.content.claim, before.content.results])
    }
  })

  it('keeps the item’s own id', () => {
    const source = pipelinePiece({ human_label: 'Supported.' }, { id: 'q1' })
    for (const format of [pipelineFormat, formats[2]]) {
      const written = format?.write?.(goldOf(source)) ?? null
      expect(read(written).externalId).toBe('q1#1')
    }
  })
})
