import { describe, expect, it } from 'vitest'
import type { Answers, GoldRecord, Json } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { formats } from '.'
import { goldIn } from './read-document'
import {
  benchmarkRecord,
  benchmarkSentence,
  firstSentence,
  goldOf,
  idleSentence,
  quirkyDocuments,
  readAs,
  toolRecord,
  toolSentence,
} from './sample-documents'
import { screen2OutputShape, screen3Shape } from './shapes'

const write = (key: string, gold: GoldRecord): JsonRecord =>
  formats.find((each) => each.key === key)?.write?.(gold) as JsonRecord

/** The gold of a record after `change` has worked on its answers; the units of later stages follow. */
function changed(record: Json, change: (answers: Record<string, Answers>) => void): GoldRecord {
  const { content, segments, answers } = readAs(record).read
  const own = structuredClone(answers ?? {}) as Record<string, Answers>
  change(own)
  return { source: record, content, stages: goldIn(content, segments ?? [], own) }
}

const set = (answers: Answers | undefined, unit: string, values: Record<string, Json>) => {
  if (answers) answers[unit] = { ...answers[unit], ...values }
}

describe('a record written from its own gold', () => {
  it.each(quirkyDocuments.map((record) => [JSON.stringify(record), record]))('comes back: %s', (_, record) => {
    const { format } = readAs(record)
    expect(format.write?.(goldOf(record))).toEqual(record)
  })
})

describe('the benchmark record of changed gold', () => {
  const legacy = benchmarkRecord([
    benchmarkSentence({ usedEvidence_index_in_revision: ['2 , self-retrieved'] }),
    idleSentence(),
  ])

  it('is rewritten only where the meaning changed', () => {
    const gold = changed(legacy, ({ verify }) => set(verify, 's1.c1.e1', { stance: 'refute' }))
    const expected = structuredClone(legacy)
    firstSentence(expected).stance_claim_autoEvid = [['refute', 'refute']]
    expect(write('benchmark', gold)).toEqual(expected)
  })

  it('names evidence in the usual spelling once that changed', () => {
    const gold = changed(legacy, ({ verify }) => set(verify, 's1.c1', { references: ['s1.c1.e1', 's1.c1.e2'] }))
    expect(firstSentence(write('benchmark', gold)).usedEvidence_index_in_revision).toEqual(['1,2'])
  })

  it('writes a deletion as the blank that the original has for it', () => {
    const gold = changed(legacy, ({ verify, merge }) => {
      set(verify, 's1.c1', { correction: 'delete' })
      set(merge, 's1', { fate: 'delete' })
    })
    expect(firstSentence(write('benchmark', gold))).toMatchObject({ revised_claims: [' '], revised_decontext: ' ' })
  })

  it('follows a verdict in everything that is derived from it', () => {
    const gold = changed(legacy, ({ verify }) => set(verify, 's1.c1', { verdict: 'true' }))
    const record = write('benchmark', gold)
    expect(record.response_factuality).toBe(true)
    expect(firstSentence(record)).toMatchObject({
      sentence_factuality_label: true,
      claims_factuality_label: [true],
      if_claim_needs_edit: ['no'],
      revised_claims: ['Lake Baikal lies in Mongolia.'],
      usedEvidence_index_in_revision: ['-1'],
    })
  })

  it('forgets texts that were left over from another answer', () => {
    const left = benchmarkRecord([
      benchmarkSentence({
        if_claim_needs_edit: ['no'],
        if_automatic_evidence_enough_to_verify: ['yes'],
        usedEvidence_index_in_revision: ['commonsense'],
      }),
      idleSentence(),
    ])
    const gold = changed(left, ({ verify }) => {
      set(verify, 's1.c1', { enough: 'no', verdict: 'not_enough_evidence', unverified: 'keep' })
    })
    expect(firstSentence(write('benchmark', gold))).toMatchObject({
      human_evidence: ['NA'],
      revised_claims: ['Lake Baikal lies in Mongolia.'],
      usedEvidence_index_in_revision: ['-1'],
    })
  })

  it('keeps the spellings of a claim that moved, and writes a new one as the files do', () => {
    const gold = changed(legacy, ({ decompose, verify }) => {
      const entry = (key: string): Json => ({ key, made: 'added', from: [] })
      set(decompose, 's1', { claims: [entry('new'), entry('s1.c1')] })
      set(decompose, 'new', { text: 'There is a lake.', type: 'opinion', importance: 'no' })
      const { 's1.c1': moved = {}, 's1.c1.e1': e1 = {}, 's1.c1.e2': e2 = {}, 's1.c1.h1': own = {} } = verify ?? {}
      if (verify) Object.assign(verify, { 's1.c2': moved, 's1.c2.e1': e1, 's1.c2.e2': e2, 's1.c1.h1': own })
      set(verify, 's1.c2', { references: ['s1.c2.e2', 's1.c1.h1'] })
      if (verify) delete verify['s1.c1']
    })
    expect(firstSentence(write('benchmark', gold))).toMatchObject({
      claims: ['There is a lake.', 'Lake Baikal lies in Mongolia.'],
      claim_checkworthiness: ['opinion', 'factual'],
      stance_claim_autoEvid: [[], ['irrelevant', 'refute']],
      usedEvidence_index_in_revision: ['NA', '2 , self-retrieved'],
      human_evidence: ['NA', 'Lake Baikal is in Siberia, Russia.\nLink: https://example.org/baikal_(lake)'],
    })
  })

  it('says why a factual claim was not verified, and reads it again', () => {
    for (const setAside of ['commonsense', 'not_publicly_checkable']) {
      const gold = changed(legacy, ({ decompose, verify }) => {
        set(decompose, 's1.c1', { setAside })
        if (verify) for (const key of Object.keys(verify)) delete verify[key]
      })
      const record = write('benchmark', gold)
      expect(firstSentence(record)).toMatchObject({
        if_claim_needs_edit: ['NA'],
        usedEvidence_index_in_revision: [setAside],
      })
      expect(readAs(record).read.answers?.decompose?.['s1.c1']).toMatchObject({ setAside })
    }
  })

  it('says what was searched for in vain, and reads it again', () => {
    const gold = changed(legacy, ({ verify }) => {
      const { ownEvidence: _, ...rest } = verify?.['s1.c1'] ?? {}
      if (verify) verify['s1.c1'] = { ...rest, searched: 'baikal mongolia', references: ['s1.c1.e2'] }
    })
    const record = write('benchmark', gold)
    expect(readAs(record).read.answers?.verify?.['s1.c1']).toMatchObject({ searched: 'baikal mongolia' })
  })
})

describe('a benchmark record of an item that came otherwise', () => {
  it('has all fields, in the values of the published file', () => {
    const gold = { ...goldOf(benchmarkRecord()), source: { prompt: 'p', response: 'r' } }
    const url = 'https://example.org/baikal_(lake)'
    expect(write('benchmark', gold)).toEqual(
      benchmarkRecord([
        benchmarkSentence({
          human_evidence: [`${url}\nLake Baikal is in Siberia, Russia.`],
          usedEvidence_index_in_revision: ['2,self-retrieved'],
        }),
        idleSentence(),
      ]),
    )
  })

  it('takes the spellings over from a file of the authors’ pages', () => {
    const record = toolRecord(screen3Shape, [toolSentence({ usedEvidence: ['2  ,self-retrieved'] })])
    const benchmark = benchmarkRecord([benchmarkSentence()])
    const { merge } = goldOf(benchmark).stages
    const gold = goldOf(record)
    const written = write('benchmark', { ...gold, stages: { ...gold.stages, ...(merge && { merge }) } })
    expect(firstSentence(written)).toMatchObject({
      human_evidence: firstSentence(benchmark).human_evidence,
      usedEvidence_index_in_revision: ['2  ,self-retrieved'],
      sentence_factuality_label: false,
    })
  })
})

describe('files of the authors’ pages written from gold', () => {
  it('leave out addresses where none is known, and unknown fields of other files', () => {
    const gold = goldOf({ ...toolRecord(screen2OutputShape), note: 'kept' })
    expect(write('screen2-output', gold).note).toBe('kept')
    expect(firstSentence(write('screen3', gold))).not.toHaveProperty('url')
    expect(write('screen3', gold)).not.toHaveProperty('note')
  })

  it('mark stances that nobody gave', () => {
    const gold = changed(benchmarkRecord(), ({ verify }) => {
      if (verify) delete verify['s1.c1.e1']
    })
    expect(firstSentence(write('screen2-output', gold)).stances).toEqual([[null, 'refute']])
  })
})
