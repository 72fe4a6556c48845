import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { formats } from '.'
import {
  benchmarkRecord,
  benchmarkSentence,
  factbenchRow,
  idleSentence,
  readAs,
  screen1Record,
  toolRecord,
  toolSentence,
} from './sample-documents'
import { screen1OutputShape, screen2OutputShape, screen2Shape, screen3OutputShape, screen3Shape } from './shapes'

const withSentence = (sentence1: Json): JsonRecord => ({ ...benchmarkRecord(), sentences: { sentence1 } })
const one = (changes: Parameters<typeof benchmarkSentence>[0]) => withSentence(benchmarkSentence(changes))

const problems = (record: Json) => {
  const result = formats.find((format) => format.recognises(record))?.read(record)
  return result && !result.ok ? result.problems.map(({ field, message }) => `${field}: ${message}`) : []
}
const warned = (record: Json) => readAs(record).read.warnings.map(({ field }) => field)

const files: Record<string, JsonRecord> = {
  benchmark: benchmarkRecord(),
  screen1: screen1Record(),
  'screen1-output': toolRecord(screen1OutputShape),
  screen2: toolRecord(screen2Shape),
  'screen2-output': toolRecord(screen2OutputShape),
  screen3: toolRecord(screen3Shape),
  'screen3-output': toolRecord(screen3OutputShape),
  factbench: factbenchRow(),
  plain: { prompt: 'Why?', response: 'So.' },
}

describe('the fields of a record', () => {
  it.each(Object.entries(files))('tell that it is of the format %s and of no other', (key, record) => {
    expect(formats.filter((format) => format.recognises(record)).map((format) => format.key)).toEqual([key])
  })

  it('tell the files of the screens apart by what they hold', () => {
    const held = Object.entries(files).map(([key, record]) => [
      key,
      Object.keys(readAs(record).read.answers ?? {}).length,
    ])
    expect(Object.fromEntries(held)).toEqual({
      benchmark: 3,
      screen1: 0,
      'screen1-output': 1,
      screen2: 1,
      'screen2-output': 2,
      screen3: 2,
      'screen3-output': 3,
      factbench: 2,
      plain: 0,
    })
  })
})

describe('a benchmark record', () => {
  it('is read with the gold of all three stages', () => {
    const claim = 'Lake Baikal lies in Mongolia.'
    const quotes = [
      { quote: 'A lake in Siberia.', url: 'https://example.org/a', query: null },
      { quote: 'A lake in Russia.', url: 'https://example.org/b', query: null },
    ]
    expect(readAs(benchmarkRecord()).read).toEqual({
      content: {
        prompt: 'Where is Lake Baikal?',
        response: 'It lies in Mongolia. Ask me more!',
        source: null,
        evidence: [{ sentence: 's1', claim, passages: quotes }],
      },
      externalId: null,
      title: 'Where is Lake Baikal?',
      domain: null,
      source: null,
      segments: ['It lies in Mongolia.', 'Ask me more!'],
      answers: {
        decompose: {
          s1: {
            decontext: claim,
            checkworthy: 'yes',
            importance: 'intermediate',
            claims: [{ key: 's1.c1', made: 'added', from: [] }],
          },
          's1.c1': { text: claim, type: 'factual', importance: 'yes' },
          s2: { decontext: 'Ask me more!', checkworthy: 'not_a_claim', importance: 'no' },
        },
        verify: {
          's1.c1': {
            enough: 'no',
            ownEvidence: [{ key: 's1.c1.h1', made: 'added', from: [] }],
            verdict: 'false',
            correction: 'edit',
            revised: 'Lake Baikal lies in Russia.',
            references: ['s1.c1.e2', 's1.c1.h1'],
          },
          's1.c1.e1': { stance: 'irrelevant' },
          's1.c1.e2': { stance: 'refute' },
          's1.c1.h1': { quote: 'Lake Baikal is in Siberia, Russia.', url: 'https://example.org/baikal_(lake)' },
        },
        merge: {
          item: { response: 'It lies in Russia. Ask me more!' },
          s1: { fate: 'keep', revised: 'It lies in Russia.' },
          s2: { fate: 'keep', revised: 'Ask me more!' },
        },
      },
      warnings: [],
    })
  })

  it('deletes by blanks', () => {
    const { answers } = readAs(one({ revised_claims: [''], revised_decontext: ' ' })).read
    expect(answers?.verify?.['s1.c1']).toMatchObject({ correction: 'delete' })
    expect(answers?.verify?.['s1.c1']).not.toHaveProperty('revised')
    expect(answers?.merge?.s1).toEqual({ fate: 'delete' })
  })

  it('keeps sentences whose revised text is an empty list, as in responses with nothing to check', () => {
    const { answers } = readAs(benchmarkRecord([idleSentence({ revised_decontext: [], revised_claims: [] })])).read
    expect(answers?.merge?.s1).toEqual({ fate: 'keep' })
  })

  it('asks nothing of claims that are no facts', () => {
    const record = one({ claim_checkworthiness: ['opinion'], if_claim_needs_edit: ['NA'], stance_claim_autoEvid: [[]] })
    const { answers, warnings } = readAs(record).read
    expect(answers?.verify).toEqual({})
    expect(warnings).toEqual([])
  })

  it.each([
    [{ decontext: ' ' }, 'sentences.sentence1.decontext'],
    [{ most_importance_sentence: '' }, 'sentences.sentence1.most_importance_sentence'],
    [{ claim_checkworthiness: [null] }, 'sentences.sentence1.claim_checkworthiness[0]'],
    [{ stance_claim_autoEvid: [[null, 'refute']] }, 'sentences.sentence1.stance_claim_autoEvid[0]'],
    [{ stance_claim_autoEvid: [[]] }, 'sentences.sentence1.stance_claim_autoEvid[0]'],
    [{ if_claim_needs_edit: ['NA'] }, 'sentences.sentence1.if_claim_needs_edit[0]'],
    [{ if_automatic_evidence_enough_to_verify: ['yes'] }, 'sentences.sentence1.human_evidence[0]'],
    [{ human_evidence: ['NA'] }, 'sentences.sentence1.human_evidence[0]'],
    [{ human_evidence: ['I know.'] }, 'sentences.sentence1.human_evidence[0]'],
    [{ usedEvidence_index_in_revision: ['banana'] }, 'sentences.sentence1.usedEvidence_index_in_revision[0]'],
    [{ revised_claims: ['Lake Baikal lies in Mongolia. '] }, 'sentences.sentence1.revised_claims[0]'],
    [{ if_claim_needs_edit: ['no'] }, 'sentences.sentence1.revised_claims[0]'],
    [{ sentence_checkworthiness: 'opinion' }, 'sentences.sentence1.claims'],
    [{ revised_decontext: null }, 'sentences.sentence1.revised_decontext'],
  ] as const)('warns of %j', (changes, field) => {
    expect(warned(one(changes as Parameters<typeof one>[0]))).toContain(field)
  })

  it.each([
    [{ text: undefined }, 'sentences.sentence1.text: text is missing.'],
    [{ text: 7 }, 'sentences.sentence1.text: text is a number.'],
    [{ decontext: [] }, 'sentences.sentence1.decontext: decontext is not a text.'],
    [
      { sentence_checkworthiness: 'perhaps' },
      'sentences.sentence1.sentence_checkworthiness: sentence_checkworthiness is "perhaps".',
    ],
    [{ claims: 'one' }, 'sentences.sentence1.claims: claims is a text, not a list.'],
    [{ claims: [3] }, 'sentences.sentence1.claims[0]: claims[0] is 3.'],
    [
      { claim_checkworthiness: ['factual', 'factual'] },
      'sentences.sentence1.claim_checkworthiness: claim_checkworthiness has 2 entries for 1 claim: which belongs to which is unclear.',
    ],
    [
      { stance_claim_autoEvid: [['refute']] },
      'sentences.sentence1.stance_claim_autoEvid[0]: stance_claim_autoEvid[0] has 1 entry for 2 passages: which belongs to which is unclear.',
    ],
    [
      { stance_claim_autoEvid: [['refute', 'maybe']] },
      'sentences.sentence1.stance_claim_autoEvid[0]: stance_claim_autoEvid[0] is a list.',
    ],
    [{ revised_decontext: {} }, 'sentences.sentence1.revised_decontext: revised_decontext is not a text.'],
    [{ if_claim_needs_edit: [true] }, 'sentences.sentence1.if_claim_needs_edit[0]: if_claim_needs_edit[0] is true.'],
  ] as const)('names what is wrong with %j', (changes, ...expected) => {
    expect(problems(one(changes as Parameters<typeof one>[0]))).toEqual(expected)
  })

  it.each([
    [{ prompt: ' ' }, 'prompt: prompt is empty.'],
    [{ response: null }, 'response: response is missing.'],
    [{ revised_response: 3 }, 'revised_response: revised_response is not a text.'],
    [
      { response_factuality: 'perhaps' },
      'response_factuality: response_factuality is neither true nor false nor "NA".',
    ],
    [{ sentences: {} }, 'sentences: There is no sentence1.'],
    [{ sentences: { sentence1: 'text' } }, 'sentences.sentence1: sentences.sentence1 is not an object.'],
  ] as const)('names what is wrong with %j', (changes, ...expected) => {
    expect(problems({ ...benchmarkRecord(), ...(changes as JsonRecord) })).toEqual(expected)
  })
})

describe('files of the authors’ pages', () => {
  it('that lack prompt and original text say so, and stand with what they have', () => {
    const { content, segments, warnings } = readAs(files['screen2-output'] ?? null).read
    expect(content).toMatchObject({ prompt: '', response: 'Lake Baikal lies in Mongolia.' })
    expect(segments).toEqual(['Lake Baikal lies in Mongolia.'])
    expect(warnings.map(({ field }) => field)).toContain('response')
  })

  it('may lack sentences that nobody saved', () => {
    const { sentence1 = null } = toolRecord(screen1OutputShape)
    const { segments, warnings } = readAs({ sentence3: sentence1, sentence1 }).read
    expect(segments).toHaveLength(2)
    expect(warnings.map(({ field }) => field)).toContain('sentence2')
  })

  it('spell one claim type in two ways', () => {
    const record = toolRecord(screen1OutputShape, [toolSentence({ boolClaim: ['not_a_Claim'] })])
    expect(readAs(record).read.answers?.decompose?.['s1.c1']).toMatchObject({ type: 'not_a_claim' })
  })
})

describe('hostile records', () => {
  const deep = (levels: number): Json => {
    let value: Json = 'x'
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { sentences: value }
    return value
  }
  const targets = Object.values(files).flatMap((record) => Object.keys(record).map((field) => [record, field] as const))

  it('give problems or warnings, and never throw', () => {
    const base = benchmarkSentence()
    const sentenceFields = Object.keys(base)
    const value = fc.oneof(
      fc.jsonValue() as fc.Arbitrary<Json>,
      fc.constantFrom<Json[]>(deep(10_000), [[]], [[[]]], [null]),
    )
    const record = fc.oneof(
      fc.tuple(fc.constantFrom(...targets), value).map(([[record, field], put]) => ({ ...record, [field]: put })),
      fc
        .tuple(fc.constantFrom(...sentenceFields), value)
        .map(([field, put]) => withSentence({ ...base, [field]: put })),
      value,
    )
    fc.assert(
      fc.property(record, (json) => {
        for (const format of formats) {
          const result = format.read(json)
          if (!result.ok) expect(result.problems.every(({ fix }) => fix !== '')).toBe(true)
          expect(typeof format.recognises(json)).toBe('boolean')
        }
      }),
      { numRuns: 300 },
    )
  })
})
