import { describe, expect, it } from 'vitest'
import { findings } from '@/lib/protocols/completeness'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { decomposeStage } from './decompose'
import { hintFor } from './hints'
import { mergeStage } from './merge'
import { verifyStage } from './verify'

const passage = (quote: string) => ({ quote, url: 'https://a.example/', query: 'baker bridge' })
const content = {
  prompt: 'Who built it?',
  response: 'A baker built it in 1931. Lovely!',
  source: null,
  evidence: [
    { sentence: 's1', claim: 'A baker built the bridge. ', passages: [passage('Built by a baker.'), passage('Rain.')] },
    { sentence: 's1', claim: 'The bridge is nice.', passages: [passage('Nice.')] },
  ],
}
const entry = (key: string): Json => ({ key, made: 'added', from: [] })
const listed = (text: string, type = 'factual') => ({ text, type, importance: 'yes' })
const decomposed: Answers = {
  s1: {
    decontext: 'A baker built the bridge in 1931.',
    checkworthy: 'yes',
    importance: 'yes',
    claims: ['x', 'y', 'z', 'w'].map(entry),
  },
  x: listed(' A baker built the bridge.'),
  y: listed('It opened in 1931.'),
  z: listed('The bridge is nice.', 'opinion'),
  w: { ...listed('Bridges cross rivers.'), setAside: 'commonsense' },
  s2: { checkworthy: 'opinion', importance: 'no' },
}
const earlier = {
  decompose: {
    units: decomposeStage.units(content, ['A baker built it in 1931. ', 'Lovely!'], {}),
    answers: decomposed,
  },
}
const subject = { content, units: verifyStage.units(content, [], earlier) }

const complete: Answers = {
  's1.c1.e1': { stance: 'completely-support' },
  's1.c1.e2': { stance: 'irrelevant' },
  's1.c1': { enough: 'yes', verdict: 'true' },
  's1.c2': {
    enough: 'no',
    ownEvidence: [entry('own')],
    verdict: 'false',
    correction: 'edit',
    revised: 'It opened in 1913.',
    references: ['own'],
  },
  own: { query: 'opening', url: 'https://b.example/', quote: 'Opened in 1913.', reliable: 'yes', stance: 'refute' },
}
/** The complete answers with some of them changed, unit by unit. */
function merge(change: Answers): Answers {
  const units = new Set([...Object.keys(complete), ...Object.keys(change)])
  return Object.fromEntries([...units].map((unit) => [unit, { ...complete[unit], ...change[unit] }]))
}
const found = (change: Answers) =>
  findings(verifyStage, subject, merge(change)).map(({ unit, question }) => `${unit} ${question}`)

describe('the units of the second stage', () => {
  it('are the sentences and claims of the first, with passages under what is checked', () => {
    expect(subject.units.map(({ key, parent }) => [key, parent])).toEqual([
      ['item', undefined],
      ['s1', undefined],
      ['s1.c1', 's1'],
      ['s1.c1.e1', 's1.c1'],
      ['s1.c1.e2', 's1.c1'],
      ['s1.c2', 's1'],
      ['s1.c3', 's1'],
      ['s1.c4', 's1'],
      ['s2', undefined],
    ])
    expect(subject.units[1]).toMatchObject({
      text: 'A baker built it in 1931. ',
      data: { decontext: 'A baker built the bridge in 1931.' },
    })
    expect(subject.units[2]).toMatchObject({
      text: 'A baker built the bridge.',
      data: { type: 'factual', setAside: 'check', from: 'x' },
    })
    expect(subject.units[3]).toMatchObject({ data: { url: 'https://a.example/', query: 'baker bridge', rank: 1 } })
    expect(subject.units[7]).toMatchObject({ data: { setAside: 'commonsense' } })
  })

  it('are none but the item before the first stage is gold', () => {
    expect(verifyStage.units(content, [], {}).map(({ key }) => key)).toEqual(['item'])
    expect(mergeStage.units(content, [], {}).map(({ key }) => key)).toEqual(['item'])
  })
})

describe('what the second stage must know before it is submitted', () => {
  it('is enough when everything is answered', () => {
    expect(found({})).toEqual([])
  })

  it('asks only about claims that are checked, and each of their passages (PEERS 1.2: 6)', () => {
    expect(findings(verifyStage, subject, {}).map(({ unit, question }) => `${unit} ${question}`)).toEqual([
      's1.c1 enough',
      's1.c1 verdict',
      's1.c1.e1 stance',
      's1.c1.e2 stance',
      's1.c2 enough',
      's1.c2 verdict',
    ])
  })

  it('asks a false claim for a correction and what it rests on (PEERS 1.2: 8)', () => {
    expect(found({ 's1.c2': { correction: null, references: null } })).toEqual(['s1.c2 correction', 's1.c2 references'])
    expect(found({ 's1.c2': { revised: ' ' } })).toEqual(['s1.c2 revised'])
    expect(found({ 's1.c2': { revised: ' It opened in 1931. ' } })).toEqual(['s1.c2 revised'])
    expect(found({ 's1.c2': { references: [] } })).toEqual(['s1.c2 references'])
    expect(found({ 's1.c2': { correction: 'delete', revised: null } })).toEqual([])
  })

  it('takes as references only evidence of this very claim (PEERS 1.2: 8)', () => {
    for (const key of ['banana', 's1.c1.e1', 's1.c2']) {
      expect(found({ 's1.c2': { references: [key] } })).toEqual(['s1.c2 references'])
    }
    expect(found({ 's1.c2': { enough: 'yes' } })).toEqual(['s1.c2 enough', 's1.c2 references'])
  })

  it('asks nothing more of a true claim, and forgets what was typed before (SEEDS 1.7: 6)', () => {
    expect(found({ 's1.c2': { verdict: 'true', correction: null, references: null } })).toEqual([])
    const { claims } = verifyStage.rollUp(subject, merge({ 's1.c2': { verdict: 'true' } }))
    expect(claims).toMatchObject({ 's1.c2': { label: true, operations: [] } })
  })

  it('asks why a claim without enough evidence is deleted', () => {
    const unverified = { verdict: 'not_enough_evidence', correction: null, references: null }
    expect(found({ 's1.c2': unverified })).toEqual(['s1.c2 unverified'])
    expect(found({ 's1.c2': { ...unverified, unverified: 'keep' } })).toEqual([])
    expect(found({ 's1.c2': { ...unverified, unverified: 'delete' } })).toEqual(['s1.c2 deleteReason'])
    expect(found({ 's1.c2': { ...unverified, unverified: 'delete', deleteReason: 'Doubtful.' } })).toEqual([])
  })

  it('asks for own evidence or the queries that found none', () => {
    const searched = { ownEvidence: null, verdict: 'true' }
    expect(found({ 's1.c2': searched })).toEqual(['s1.c2 searched'])
    expect(found({ 's1.c2': { ...searched, searched: 'bridge 1931\nopening' } })).toEqual([])
  })

  it('asks own evidence for query, address, quotation, reliability and stance (PEERS 1.2: 12)', () => {
    const none = { query: null, url: null, quote: null, reliable: null, stance: null }
    expect(found({ own: none }).toSorted()).toEqual(['own query', 'own quote', 'own reliable', 'own stance', 'own url'])
    expect(found({ own: { url: 'b.example' } })).toEqual(['own url'])
    expect(found({ own: { url: 'javascript:alert(1)' } })).toEqual(['own url'])
  })

  it('does not call evidence enough that is not there', () => {
    expect(found({ 's1.c2': { enough: 'yes', verdict: 'true' } })).toEqual(['s1.c2 enough'])
  })
})

describe('the hint for a claim', () => {
  it('goes by the stances of all its evidence', () => {
    const claim = (key: string) => subject.units.find((unit) => unit.key === key) ?? { key, kind: 'claim', text: '' }
    expect(hintFor(subject, complete, claim('s1.c1'))).toMatchObject({ rule: 'all-support' })
    expect(hintFor(subject, complete, claim('s1.c2'))).toMatchObject({ rule: 'nothing-judged' })
  })
})

describe('the roll-up of the second stage', () => {
  const twoTrue = merge({ 's1.c2': { verdict: 'true' } })

  it('labels claims, sentences and the response by both rules', () => {
    expect(verifyStage.rollUp(subject, complete)).toMatchObject({
      response: { released: false, paper: false },
      sentences: { s1: { released: false, paper: false }, s2: { released: 'NA', paper: 'NA' } },
      claims: { 's1.c1': { label: true, operations: [] }, 's1.c2': { label: false }, 's1.c3': { label: 'unknown' } },
    })
    // An opinion and a claim that was set aside are not "true": the released rule counts that, the paper does not.
    expect(verifyStage.rollUp(subject, twoTrue).response).toEqual({ released: false, paper: true })
  })

  it('calls a response false for want of evidence, and NA where nothing was to be checked', () => {
    const open = merge({ 's1.c2': { verdict: 'not_enough_evidence' } })
    expect(verifyStage.rollUp(subject, open).response).toEqual({ released: false, paper: false })
    const nothing = { content, units: subject.units.filter(({ key }) => key === 's2') }
    expect(verifyStage.rollUp(nothing, {}).response).toEqual({ released: 'NA', paper: 'NA' })
  })

  it('calls a sentence true only if all its claims are; one without enough evidence is not', () => {
    const released = (verdicts: readonly string[]) => {
      const keys = ['s1', ...verdicts.map((_, index) => `s1.c${index + 1}`)]
      const own = { content, units: subject.units.filter(({ key }) => keys.includes(key)) }
      const answers = Object.fromEntries(verdicts.map((verdict, index) => [`s1.c${index + 1}`, { verdict }]))
      const { sentences } = verifyStage.rollUp(own, answers)
      return (sentences as Record<string, { released: Json }>).s1?.released
    }
    expect(released(['true', 'not_enough_evidence'])).toBe(false)
    expect(released(['true', 'true'])).toBe(true)
    expect(released([])).toBe('NA')
  })

  it('derives the edit operations of corrected and deleted claims', () => {
    const operations = (change: Answers) => {
      const { claims } = verifyStage.rollUp(subject, merge(change))
      return (claims as Record<string, { operations: Json }>)['s1.c2']?.operations
    }
    expect(operations({})).toEqual([{ kind: 'replace', from: '1931', to: '1913', at: 13 }])
    expect(operations({ 's1.c2': { correction: 'delete' } })).toEqual([{ kind: 'delete_claim' }])
    expect(operations({ 's1.c2': { verdict: 'not_enough_evidence', unverified: 'delete' } })).toEqual([
      { kind: 'delete_claim' },
    ])
  })

  it('counts evidence, stances and verdicts, apart where the evidence was not enough', () => {
    expect(verifyStage.rollUp(subject, complete)).toMatchObject({
      checkedClaims: 2,
      evidence: 2,
      ownEvidence: 1,
      enough: { yes: 1, no: 1, NA: 2 },
      verdicts: { true: 1, false: 1, NA: 2 },
      verdictsByEnough: { yes: { true: 1 }, no: { false: 1 } },
      stances: { 'completely-support': 1, irrelevant: 1 },
      stancesByEnough: { yes: { 'completely-support': 1, irrelevant: 1 }, no: {} },
      corrections: { kept: 1, edited: 1 },
      operations: { replace: 1 },
    })
  })
})

describe('the units of the third stage', () => {
  it('are the sentences with what became of their claims', () => {
    const units = mergeStage.units(content, [], { verify: { units: subject.units, answers: complete } })
    expect(units.map(({ key, text }) => [key, text])).toEqual([
      ['item', content.response],
      ['s1', 'A baker built it in 1931. '],
      ['s2', 'Lovely!'],
    ])
    expect(units[1]?.data).toMatchObject({
      checkworthy: 'yes',
      claims: [
        { key: 's1.c1', fate: 'kept', text: 'A baker built the bridge.', type: 'factual' },
        { key: 's1.c2', fate: 'edited', text: 'It opened in 1913.', was: 'It opened in 1931.' },
        { key: 's1.c3', fate: 'kept', type: 'opinion' },
        { key: 's1.c4', fate: 'kept' },
      ],
    })
    const kept = { s1: { fate: 'keep' }, s2: { fate: 'keep' } }
    expect(mergeStage.rollUp({ content, units }, kept)).toMatchObject({
      revisedResponse: 'A baker built it in 1913. Lovely!',
    })
  })
})
