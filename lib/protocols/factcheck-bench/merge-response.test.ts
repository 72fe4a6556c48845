import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findings } from '@/lib/protocols/completeness'
import type { Answers, Json, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { codePointSlice } from '@/lib/text/code-points'
import { mergeStage } from './merge'
import { mergeResponse } from './merge-response'

const sentence = (index: number, text: string, claims: Json[] = []): UnitDraft => ({
  key: `s${index + 1}`,
  kind: 'sentence',
  text,
  data: { decontext: text, checkworthy: 'yes', claims },
})
const subjectOf = (response: string, texts: readonly string[]): Subject => ({
  content: { prompt: 'Why?', response, source: null, evidence: [] },
  units: [{ key: 'item', kind: 'item', text: response }, ...texts.map((text, index) => sentence(index, text))],
})
const keep = (revised?: string) => ({ fate: 'keep', ...(revised !== undefined && { revised }) })
const gone = { fate: 'delete' }

const RESPONSE = ' One 😀 is.  Two are.\n\nThree go. '
const TEXTS = ['One 😀 is.', 'Two are.', 'Three go.']
const SUBJECT = subjectOf(RESPONSE, TEXTS)
const merged = (answers: Answers, subject = SUBJECT) => mergeResponse(subject, answers).text

describe('the merge of the whole response', () => {
  it('is the response as it was while nothing changed', () => {
    expect(merged({})).toBe(RESPONSE)
    expect(merged({ s1: keep(), s2: keep(), s3: keep() })).toBe(RESPONSE)
  })

  it('puts revised sentences in their places, whatever the order of the answers', () => {
    expect(merged({ s3: keep('Four go.'), s1: keep(' Nobody is. ') })).toBe(' Nobody is.  Two are.\n\nFour go. ')
  })

  it('keeps the order of more than ten sentences, each once (PEERS 1.2: 1 and 9)', () => {
    const texts = Array.from({ length: 12 }, (_, index) => `Sentence number ${index + 1}.`)
    const answers = { s12: keep('R12.'), s10: keep('R10.'), s2: keep('R2.'), s1: keep('R1.') }
    const expected = texts.map((text, index) => (`s${index + 1}` in answers ? `R${index + 1}.` : text)).join(' ')
    expect(merged(answers, subjectOf(texts.join(' '), texts))).toBe(expected)
  })

  it('drops a sentence with one separator', () => {
    expect(merged({ s1: gone })).toBe(' Two are.\n\nThree go. ')
    expect(merged({ s2: gone })).toBe(' One 😀 is.\n\nThree go. ')
    expect(merged({ s3: gone })).toBe(' One 😀 is.  Two are. ')
    expect(merged({ s1: gone, s2: gone })).toBe(' Three go. ')
    expect(merged({ s1: gone, s2: gone, s3: gone }).trim()).toBe('')
  })

  it('does not count the text of a sentence that goes', () => {
    expect(merged({ s1: { ...gone, revised: 'Still here.' } })).not.toContain('Still')
  })

  it('keeps text that is no sentence of the record', () => {
    const subject = subjectOf('Note: One is. And so: Two are. Bye', ['One is.', 'Two are.'])
    expect(merged({ s1: keep('None is.'), s2: gone }, subject)).toBe('Note: None is. And so: Bye')
  })

  it('keeps bullets and line ends as they were', () => {
    const subject = subjectOf('List:\r\n1. One is.\r\n2. Two are.\r\n3. Three go.', [
      'List:',
      'One is.',
      'Two are.',
      'Three go.',
    ])
    expect(merged({ s3: gone }, subject)).toBe('List:\r\n1. One is.\r\n2. Three go.')
  })

  it('finds sentences that the record spells a little differently, and keeps the spelling of the response', () => {
    const subject = subjectOf('The “old” bridge is long. It is closed.', ['The "old" bridge is long.', 'It is closed.'])
    expect(merged({ s2: keep('It is open.') }, subject)).toBe('The “old” bridge is long. It is open.')
  })

  it('puts a sentence that is not in the response behind the one before it', () => {
    const subject = subjectOf('One is. Three go.', ['One is.', 'Nine hundred zebras.', 'Three go.'])
    expect(merged({}, subject)).toBe('One is. Nine hundred zebras. Three go.')
  })

  it('tells of every stretch where it comes from, in code points', () => {
    const { text, parts } = mergeResponse(SUBJECT, { s2: gone })
    expect(parts.map(({ sentence: key, start, end }) => [key, codePointSlice(text, start, end)])).toEqual([
      [null, ' '],
      ['s1', 'One 😀 is.'],
      [null, '\n\n'],
      ['s3', 'Three go.'],
      [null, ' '],
    ])
  })

  it('is covered by its parts without gaps, and holds exactly the sentences that stay, in order', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1, maxLength: 4 })
    const texts = fc.array(
      words.map((each) => `${each.join(' ')}.`),
      { minLength: 1, maxLength: 6 },
    )
    const seps = fc.array(fc.constantFrom(' ', '\n', '\n\n', '  ', '\n- '), { minLength: 6, maxLength: 6 })
    const fates = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(texts, seps, fates, (all, between, stays) => {
        const response = all.map((text, index) => text + (index < all.length - 1 ? between[index] : '')).join('')
        const answers = Object.fromEntries(all.map((_, index) => [`s${index + 1}`, stays[index] ? keep() : gone]))
        const { text, parts } = mergeResponse(subjectOf(response, all), answers)
        expect(parts.map(({ start, end }) => codePointSlice(text, start, end)).join('')).toBe(text)
        const found = parts.flatMap(({ sentence: key, start, end }) => (key ? [codePointSlice(text, start, end)] : []))
        expect(found).toEqual(all.filter((_, index) => stays[index]))
      }),
    )
  })
})

describe('the third stage', () => {
  const messages = (answers: Answers, subject = SUBJECT) =>
    findings(mergeStage, subject, answers).map(({ unit, message }) => [unit, message])
  const all = { s1: keep(), s2: keep(), s3: keep() }

  it('asks for the fate of each sentence and nothing else', () => {
    expect(messages({}).map(([unit]) => unit)).toEqual(['s1', 's2', 's3'])
    expect(messages(all)).toEqual([])
    expect(messages({ s1: gone, s2: gone, s3: gone })).toEqual([])
  })

  it('keeps no sentence with nothing in it', () => {
    const claim = { key: 's1.c1', text: '', was: 'One is.', fate: 'deleted', type: 'factual' }
    const subject = {
      ...SUBJECT,
      units: SUBJECT.units.map((unit) => (unit.key === 's1' ? sentence(0, unit.text, [claim]) : unit)),
    }
    expect(messages(all, subject)).toEqual([
      ['s1', 'Nothing is left of this sentence. Write what remains of it, or delete it.'],
    ])
    expect(messages({ ...all, s1: keep('Some are.') }, subject)).toEqual([])
    expect(messages({ ...all, s1: gone }, subject)).toEqual([])
  })

  it('stores the revised response, written or merged, and how far it is from the original', () => {
    expect(mergeStage.rollUp(SUBJECT, { ...all, s2: gone })).toMatchObject({
      revisedResponse: ' One 😀 is.\n\nThree go. ',
      sentences: 3,
      deletedSentences: 1,
      deletedWithCorrection: 0,
      editDistance: 10,
    })
    expect(mergeStage.rollUp(SUBJECT, { ...all, item: { response: RESPONSE } })).toMatchObject({
      revisedResponse: RESPONSE,
      changed: false,
      normEditDistance: 0,
      wordOverlap: 1,
    })
  })
})
