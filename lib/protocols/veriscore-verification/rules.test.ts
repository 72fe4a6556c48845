import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { consolidate } from '@/lib/protocols/consolidation'
import type { Answers } from '@/lib/protocols/protocol'
import { checkVerification } from './check'
import { contentOf } from './content'
import { hintsFor } from './hints'
import { machineLabelIn, outcomeOf, outcomes, twoLabelOf, verdictOf } from './mapping'
import { whyOptions } from './options'
import { derivedFrom, derivedLabel, type JudgedPart } from './parts'
import { claimRecord } from './sample-records'
import { verifyStage } from './stage'
import { veriscoreVerification } from './veriscore-verification'

const part = (isSupported: boolean, isContradicted: boolean): JudgedPart => ({ isSupported, isContradicted })
const SUPPORTED = part(true, false)
const CONTRADICTED = part(false, true)
const SILENT = part(false, false)
const DISPUTED = part(true, true)

const read = veriscoreVerification.formats[2]?.read(claimRecord())
if (!read?.ok) throw new Error('the sample is read')
const { content } = read.record
const subject = { content, units: verifyStage.units(content, [], {}) }
const label = (...stances: string[]): Answers =>
  Object.fromEntries(stances.map((stance, index) => [`r${index + 1}`, { stance }]))

describe('what follows from the parts', () => {
  it.each([
    [[], null],
    [[SUPPORTED, SUPPORTED], 'supported'],
    [[SUPPORTED, CONTRADICTED], 'contradicted'],
    // Contradicted comes before what is not mentioned, and before conflicts.
    [[SILENT, CONTRADICTED], 'contradicted'],
    [[DISPUTED, CONTRADICTED], 'contradicted'],
    [[SUPPORTED, SILENT], 'inconclusive_a'],
    [[SILENT, DISPUTED], 'inconclusive_a'],
    [[SUPPORTED, DISPUTED], 'inconclusive_b'],
  ] as const)('%j is %s', (parts, outcome) => {
    const derived = derivedFrom(parts)
    expect(derived && outcomeOf(derived.verdict, derived.why)).toBe(outcome)
  })

  it('does not depend on the order of the parts, and changes nothing for a part that is there twice', () => {
    const parts = fc.array(fc.constantFrom(SUPPORTED, CONTRADICTED, SILENT, DISPUTED), { minLength: 1 })
    fc.assert(
      fc.property(parts, fc.nat(), (given, at) => {
        const known = ({ verdict, why }: NonNullable<ReturnType<typeof derivedFrom>>) => [verdict, why]
        const all = [given, given.toReversed(), [...given, given[at % given.length] ?? SILENT]].map(derivedFrom)
        expect(new Set(all.map((each) => each && String(known(each)))).size).toBe(1)
      }),
    )
  })

  const withParts = (verdict: object, from: string[] = []): Answers => ({
    item: { parts: [{ key: 'a', made: 'added', from }], ...verdict },
    a: { text: 'It opened in 1931.', contradicts: ['r1'] },
  })

  it('is held against an annotator’s own verdict, unless the referent is unclear', () => {
    const problems = (verdict: object, from?: string[]) =>
      checkVerification(
        { ...subject, units: [...subject.units, { key: 'a', kind: 'part', text: '', parent: 'item' }] },
        withParts(verdict, from),
      ).map(({ question }) => question)
    expect(problems({ verdict: 'contradicted' })).toEqual([])
    expect(problems({ verdict: 'supported' })).toEqual(['verdict'])
    expect(problems({ verdict: 'inconclusive', why: 'a' })).toEqual(['verdict'])
    expect(problems({ verdict: 'inconclusive', why: 'c' })).toEqual([])
    expect(problems({})).toEqual([])
    // What a majority said need not follow from parts that some of them listed.
    expect(problems({ verdict: 'supported' }, ['a'])).toEqual([])
  })

  it('waits until every part has its text', () => {
    const answers = withParts({})
    expect(derivedLabel(answers)?.verdict).toBe('contradicted')
    expect(derivedLabel({ ...answers, a: { contradicts: ['r1'] } })).toBeNull()
  })

  it('refuses results that are gone, and results on both sides', () => {
    const units = [...subject.units, { key: 'a', kind: 'part', text: '', parent: 'item' }]
    const found = (references: object) =>
      checkVerification({ ...subject, units }, { ...withParts({}), a: { text: 'One.', ...references } }).length
    expect(found({ supports: ['r1'], contradicts: ['r2'] })).toBe(0)
    expect(found({ supports: ['r9'] })).toBe(1)
    expect(found({ supports: ['r1'], contradicts: ['r1'] })).toBe(1)
  })
})

describe('hints', () => {
  const rules = (answers: Answers, verdict: object) =>
    hintsFor(subject, { ...answers, item: { ...verdict } }).map(({ rule }) => rule)

  it.each([
    [label('inconclusive', 'inconclusive', 'inconclusive'), { verdict: 'supported' }, ['supported-without-support']],
    [label('supports', 'contradicts', 'inconclusive'), { verdict: 'supported' }, ['supported-despite-contradiction']],
    [
      label('supports', 'inconclusive', 'supports'),
      { verdict: 'contradicted' },
      ['contradicted-without-contradiction'],
    ],
    [label('supports', 'contradicts', 'supports'), { verdict: 'contradicted' }, ['contradicted-despite-support']],
    [label('supports', 'supports', 'supports'), { verdict: 'inconclusive', why: 'b' }, ['no-conflict']],
    [label('contradicts', 'inconclusive', 'inconclusive'), { verdict: 'inconclusive', why: 'a' }, ['mentioned']],
    [label('supports', 'inconclusive', 'inconclusive'), { verdict: 'supported' }, []],
    [label('contradicts', 'inconclusive', 'inconclusive'), { verdict: 'contradicted' }, []],
    [label('inconclusive', 'inconclusive', 'inconclusive'), { verdict: 'inconclusive', why: 'a' }, []],
    // What is not judged may still support it.
    [label('inconclusive', 'inconclusive'), { verdict: 'supported' }, []],
  ])('%j with %j', (answers, verdict, expected) => {
    expect(rules(answers, verdict)).toEqual(expected)
  })
})

describe('labels laid on each other', () => {
  it('has one of three and one of two for every outcome', () => {
    expect(outcomes.map((outcome) => [verdictOf(outcome), twoLabelOf(verdictOf(outcome))])).toEqual([
      ['supported', 'supported'],
      ['contradicted', 'unsupported'],
      ['inconclusive', 'unsupported'],
      ['inconclusive', 'unsupported'],
      ['inconclusive', 'unsupported'],
      ['inconclusive', 'unsupported'],
    ])
    expect(whyOptions.map(({ value }) => value)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['supported', 'supported'],
    [' \nSupported.', 'supported'],
    ['### unsupported ###', 'unsupported'],
    ['the claim is not supported by the search results', 'unsupported'],
    ['the claim is supported by the search results', 'supported'],
    ['search results contradict the claim', 'contradicted'],
    ['inconclusive', 'inconclusive'],
    ['supported in part, contradicted in part', null],
    ['error', null],
    ['\n', null],
    ['', null],
  ])('reads %j of a verifier as %s', (text, expected) => {
    expect(machineLabelIn(text)).toBe(expected)
  })
})

describe('consolidation by majority', () => {
  const settle = (...verdicts: object[]) =>
    consolidate(
      verifyStage,
      subject,
      verdicts.map((item, index) => ({
        id: `${index}`,
        answers: { ...label('supports', 'supports', 'supports'), item: { ...item } },
      })),
      {},
    )

  it('takes what two of three say, and inconclusive where all differ', () => {
    const supported = { verdict: 'supported' }
    const contradicted = { verdict: 'contradicted' }
    const general = { verdict: 'inconclusive', why: 'c' }
    expect(settle(supported, contradicted, supported).answers.item).toEqual(supported)
    expect(settle(supported, contradicted, general).answers.item).toMatchObject({ verdict: 'inconclusive' })
    expect(settle(general, { verdict: 'inconclusive', why: 'a' }, supported)).toMatchObject({
      answers: { item: { verdict: 'inconclusive' } },
      open: [],
    })
  })

  it('takes each result’s stance by itself', () => {
    const lanes = [
      label('supports', 'supports'),
      label('contradicts', 'supports'),
      label('inconclusive', 'contradicts'),
    ]
    const { answers } = consolidate(
      verifyStage,
      subject,
      lanes.map((each, index) => ({ id: `${index}`, answers: each })),
      {},
    )
    expect([answers.r1?.stance, answers.r2?.stance]).toEqual(['inconclusive', 'supports'])
  })
})

describe('what annotators are given', () => {
  it('holds nothing of what a machine said', () => {
    const told = { ...contentOf(content), machineLabel: 'supported' as const }
    expect(contentOf(verifyStage.shows?.(told) ?? null).machineLabel).toBeNull()
  })
})

describe('agreement', () => {
  it('counts the verdict with three labels and with two', () => {
    const rate = (key: string, item: Answers[string], unit = 'item') => {
      const measure = verifyStage.measures.find((each) => each.key === key)
      const at = subject.units.find((each) => each.key === unit)
      return at && measure?.rating(subject, { item, ...label('contradicts') }, at, null)
    }
    expect(rate('verdict', { verdict: 'contradicted' })).toBe('contradicted')
    expect(rate('verdictOfTwo', { verdict: 'contradicted' })).toBe('unsupported')
    expect(rate('verdictOfTwo', { verdict: 'supported' })).toBe('supported')
    expect(rate('verdictOfTwo', {})).toBeNull()
    expect(rate('why', { verdict: 'inconclusive', why: 'b' })).toBe('b')
    expect(rate('why', { verdict: 'supported', why: 'b' })).toBeNull()
    expect(rate('stance', {}, 'r1')).toBe('contradicts')
  })
})
