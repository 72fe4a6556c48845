import { describe, expect, it } from 'vitest'
import { findings } from '@/lib/protocols/completeness'
import type { Answers, Subject } from '@/lib/protocols/protocol'
import { mergeStage } from './merge'

const TEXTS = ['The bridge is long.', 'A baker opened it.', 'Yes.', 'The bridge is long.']
const RESPONSE = TEXTS.join(' ')
const corrected = { key: 'c', text: 'A brewer opened it.', was: 'A baker opened it.', fate: 'edited', type: 'factual' }
const SUBJECT: Subject = {
  content: { prompt: 'Why?', response: RESPONSE, source: null, evidence: [] },
  units: [
    { key: 'item', kind: 'item', text: RESPONSE },
    ...TEXTS.map((text, index) => ({
      key: `s${index + 1}`,
      kind: 'sentence',
      text,
      data: { decontext: text, checkworthy: 'yes', claims: index === 1 ? [corrected] : [] },
    })),
  ],
}
/** The places and sentences found when these sentences are deleted and the response reads so. */
const found = (deleted: readonly string[], response?: string, more: Answers = {}) => {
  const fates = Object.fromEntries(
    SUBJECT.units
      .filter(({ kind }) => kind === 'sentence')
      .map(({ key }) => [key, { ...more[key], fate: deleted.includes(key) ? 'delete' : 'keep' }]),
  )
  const answers = { ...fates, ...(response === undefined ? {} : { item: { response } }) }
  return findings(mergeStage, SUBJECT, answers)
}

describe('a response written by hand', () => {
  it('must not hold a deleted sentence, as merged or as it was', () => {
    for (const still of ['A brewer opened it.', 'A baker\nopened  it.']) {
      const [finding, ...others] = found(['s2'], `The bridge is long. ${still} Yes. The bridge is long.`)
      expect(finding).toMatchObject({ unit: 'item', question: 'response' })
      expect(finding?.message).toMatch(/^Sentence 2 is to be deleted.*Take it out of the response, or keep/)
      expect(others).toEqual([])
    }
  })

  it('must not hold what was written for a sentence that then went', () => {
    const more = { s2: { revised: 'Nobody knows who opened it.' } }
    expect(found(['s2'], 'The bridge is long. Nobody knows who opened it.', more)).toHaveLength(1)
  })

  it('may hold the same words where another sentence says them', () => {
    expect(found(['s4'], 'The bridge is long. A brewer opened it. Yes.')).toEqual([])
    expect(found(['s4'], RESPONSE).map(({ unit }) => unit)).toEqual(['item'])
  })

  it('may hold a few letters, or the words within longer ones', () => {
    expect(found(['s3'], RESPONSE)).toEqual([])
    expect(found(['s2'], 'The bridge is long. A baker opened items. Yes. The bridge is long.')).toEqual([])
  })

  it('is only looked at where there is one', () => {
    expect(found(['s2'])).toEqual([])
  })
})
