/** What the authors' pages got wrong and their files show, the right way round (Factcheck-Bench, annotation pages). */
import { describe, expect, it } from 'vitest'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { formats } from '.'
import {
  benchmarkRecord,
  benchmarkSentence,
  firstSentence,
  goldOf,
  readAs,
  screen1Record,
  toolRecord,
  toolSentence,
} from './sample-documents'
import { screen1OutputShape, screen2OutputShape, screen2Shape, screen3OutputShape, screen3Shape } from './shapes'

const write = (key: string, gold: GoldRecord): JsonRecord =>
  formats.find((each) => each.key === key)?.write?.(gold) as JsonRecord
const sentenceNames = (record: JsonRecord) =>
  Object.keys(isJsonRecord(record.sentences ?? null) ? (record.sentences as JsonRecord) : record)

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const claim = `Claim of sentence ${index + 1}.`
    return toolSentence({ text: `Sentence ${index + 1}.`, decontext: `Sentence ${index + 1}.`, Claims: [claim] })
  })

describe('sentences', () => {
  it('tenth and later sentences have their own claims', () => {
    const { answers, segments } = readAs(toolRecord(screen3OutputShape, numbered(12))).read
    expect(segments?.[11]).toBe('Sentence 12.')
    expect(answers?.decompose?.['s10.c1']).toMatchObject({ text: 'Claim of sentence 10.' })
    expect(answers?.decompose?.['s12.c1']).toMatchObject({ text: 'Claim of sentence 12.' })
  })

  it('tenth and later claims of a sentence keep their texts without a leading blank', () => {
    const claims = Array.from({ length: 12 }, (_, index) => `Claim ${index + 1}.`)
    const each = (value: Json) => claims.map(() => value)
    const sentence = toolSentence({ Claims: claims, boolClaim: each('factual'), Most_important_claim: each('no') })
    const record = toolRecord(screen1OutputShape, [sentence])
    expect(readAs(record).read.answers?.decompose?.['s1.c12']).toMatchObject({ text: 'Claim 12.' })
    expect(firstSentence(write('screen1-output', goldOf(record))).Claims).toEqual(claims)
  })

  it('are read by their number, not in the order in which they were saved', () => {
    const record = toolRecord(screen3OutputShape, numbered(11))
    const saved = Object.fromEntries(Object.entries(record.sentences as JsonRecord).toReversed())
    const { segments, answers } = readAs({ ...record, sentences: saved }).read
    expect(segments).toEqual(numbered(11).map(({ text }) => text))
    expect(answers?.decompose?.['s2.c1']).toMatchObject({ text: 'Claim of sentence 2.' })
  })

  it('are written in the order of the response', () => {
    const record = toolRecord(screen3OutputShape, numbered(11))
    const saved = Object.fromEntries(Object.entries(record.sentences as JsonRecord).toReversed())
    const gold = goldOf({ ...record, sentences: saved })
    const inOrder = numbered(11).map((_, index) => `sentence${index + 1}`)
    expect(sentenceNames(write('screen3-output', gold))).toEqual(inOrder)
    expect(sentenceNames(write('benchmark', gold))).toEqual(inOrder)
  })

  it('that are not check-worthy are not left out of what goes on to the next screen', () => {
    const idle = { factCheck: 'opinion', Claims: [], boolClaim: [], Most_important_claim: [] }
    const none = { evidence: [], url: [], stances: [], if_evidence_enough: [], human_evidence: [], boolEdit: [] }
    const sentences = [toolSentence(), toolSentence({ ...idle, ...none, revised_Claims: [], usedEvidence: [] })]
    const gold = goldOf(toolRecord(screen3Shape, sentences))
    expect(sentenceNames(write('screen2-output', gold))).toEqual(['sentence1', 'sentence2'])
  })

  it('merged in the order of the response, each once, whatever was saved twice', () => {
    const record = toolRecord(
      screen3OutputShape,
      numbered(11).map((each) => ({ ...each, revised_sentence: each.text ?? '' })),
    )
    const gold = goldOf({ ...record, revised_response: '' })
    const merged = String(write('benchmark', { ...gold, source: {} }).revised_response)
    expect(merged.split(/(?<=\.) /)).toEqual(numbered(11).map(({ text }) => text))
  })

  it('without a click on Merge All have a revised response all the same, and the file is warned of', () => {
    const record = { ...toolRecord(screen3OutputShape), revised_response: '' }
    expect(readAs(record).read.warnings.map(({ field }) => field)).toContain('revised_response')
    expect(write('benchmark', { ...goldOf(record), source: {} }).revised_response).toBe('It lies in Russia.')
  })
})

describe('fields that the authors’ pages drop', () => {
  it('id and source stay with the item from screen 1 on', () => {
    const { read } = readAs(screen1Record())
    expect([read.externalId, read.source]).toEqual(['7', 'handwritten'])
    const { stages } = goldOf(toolRecord(screen3Shape))
    expect(write('screen3', { source: screen1Record(), content: read.content, stages })).toMatchObject({
      id: 7,
      source: 'handwritten',
      prompt: screen1Record().prompt,
    })
  })

  it('url comes out of screen 2', () => {
    const gold = goldOf(toolRecord(screen2Shape))
    const { verify } = goldOf(toolRecord(screen2OutputShape)).stages
    const written = write('screen2-output', { ...gold, stages: { ...gold.stages, ...(verify && { verify }) } })
    expect(firstSentence(written).url).toEqual([['https://example.org/a', 'https://example.org/b']])
  })

  it('if_evidence_enough, human_evidence and url come out of screen 3', () => {
    const sentence = firstSentence(
      write('screen3-output', { ...goldOf(benchmarkRecord([benchmarkSentence()])), source: {} }),
    )
    expect(sentence.if_evidence_enough).toEqual(['no'])
    expect(sentence.human_evidence).toEqual([expect.stringContaining('https://example.org/baikal_(lake)')])
    expect(sentence.url).toEqual([['https://example.org/a', 'https://example.org/b']])
  })
})

describe('answers that the authors’ pages let through', () => {
  const file = (changes: Parameters<typeof toolSentence>[0]) => toolRecord(screen2OutputShape, [toolSentence(changes)])
  const answers = (changes: Parameters<typeof toolSentence>[0]) => readAs(file(changes)).read.answers
  const warned = (changes: Parameters<typeof toolSentence>[0]) =>
    readAs(file(changes)).read.warnings.map(({ field }) => field)

  it('claim type and importance that nobody gave stay unanswered, and are named', () => {
    const changes = { boolClaim: [null], Most_important_claim: [''] }
    expect(answers(changes)?.decompose?.['s1.c1']).toEqual({ text: 'Lake Baikal lies in Mongolia.' })
    expect(warned(changes)).toEqual(
      expect.arrayContaining(['sentence1.boolClaim[0]', 'sentence1.Most_important_claim[0]']),
    )
  })

  it('stances that nobody gave stay unanswered, and are named', () => {
    expect(answers({ stances: [[null, 'refute']] })?.verify?.['s1.c1.e1']).toEqual({})
    expect(warned({ stances: [[null, 'refute']] })).toContain('sentence1.stances[0]')
  })

  it('a claim that nobody opened has no verdict', () => {
    const changes = { stances: [[]], if_evidence_enough: ['NA'], boolEdit: ['NA'], usedEvidence: ['NA'] }
    expect(answers(changes)?.verify?.['s1.c1']).toEqual({})
  })

  it('text left over from another answer does not count', () => {
    const kept = answers({ if_evidence_enough: ['yes'], boolEdit: ['no'] })?.verify?.['s1.c1']
    expect(kept).toEqual({ enough: 'yes', verdict: 'true' })
  })

  it('an empty correction is a deletion, never an empty text', () => {
    const claim = answers({ revised_Claims: [''] })?.verify?.['s1.c1']
    expect(claim).toMatchObject({ correction: 'delete' })
  })

  it('an evidence index of prose is no reference, and is named', () => {
    expect(answers({ usedEvidence: ['banana'] })?.verify?.['s1.c1']).not.toHaveProperty('references')
    expect(warned({ usedEvidence: ['banana'] })).toContain('sentence1.usedEvidence[0]')
  })

  it('evidence in one text is told apart into address and quotation', () => {
    expect(answers({})?.verify?.['s1.c1.h1']).toEqual({
      quote: 'Lake Baikal is in Siberia, Russia.',
      url: 'https://example.org/baikal_(lake)',
    })
  })
})
