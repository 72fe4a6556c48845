import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimPart, partsMeet } from './claim-parts'
import { correctionHint, type JudgedPassage } from './hints'

const CLAIM = 'The Hollow Bridge was opened in 1931 by a baker.'
const WORDS = claimPart(CLAIM, CLAIM)

const passage = (stance: string | null, reliable: string | null = null, text = ''): JudgedPassage => ({
  stance,
  reliable,
  part: claimPart(CLAIM, text),
})
const hint = (...passages: JudgedPassage[]) => correctionHint(passages, WORDS)
const [CS, PS, RE, IR] = ['completely-support', 'partially-support', 'refute', 'irrelevant']

const anyPassage = fc.record({
  stance: fc.constantFrom(CS ?? '', PS ?? '', RE ?? '', IR ?? '', null),
  reliable: fc.constantFrom('yes', 'no', null),
  part: fc.subarray([...WORDS]).map((words) => new Set(words)),
})

describe('the hint of the correction rules', () => {
  it.each([
    ['all support', [passage(CS), passage(CS)], 'all-support', 'true'],
    ['a whole and a partial support', [passage(CS), passage(PS)], 'all-support', 'true'],
    ['all refute', [passage(RE), passage(RE)], 'all-refute', 'false'],
    ['more refute than support', [passage(RE), passage(RE), passage(CS)], 'refute-stronger', 'false'],
    ['as many of each, none reliable', [passage(RE), passage(CS)], 'refute-not-stronger', 'true'],
    ['one reliable refutes many', [passage(RE, 'yes'), passage(CS, 'no'), passage(CS)], 'refute-stronger', 'false'],
    ['one reliable supports', [passage(RE, 'no'), passage(RE), passage(CS, 'yes')], 'refute-not-stronger', 'true'],
    ['reliable ones on both sides', [passage(RE, 'yes'), passage(CS, 'yes')], 'intractable', 'not_enough_evidence'],
    ['all irrelevant', [passage(IR), passage(IR)], 'all-irrelevant', 'not_enough_evidence'],
    ['partial only', [passage(PS), passage(PS)], 'partial-only', null],
    ['nothing judged', [passage(null)], 'nothing-judged', null],
    ['no passage', [], 'nothing-judged', null],
  ])('%s', (_, passages, rule, verdict) => {
    expect(hint(...passages)).toMatchObject({ rule, verdict })
  })

  it('weighs refuting and partial passages on the same part', () => {
    const refuting = passage(RE, null, 'The Hollow Bridge was opened in 1913 by a baker.')
    const partial = passage(PS, null, 'It opened in 1931.')
    expect(hint(refuting, partial)).toMatchObject({ rule: 'refute-not-stronger', verdict: 'true' })
    expect(hint(refuting, refuting, partial)).toMatchObject({ rule: 'refute-stronger', verdict: 'false' })
    expect(hint(refuting, partial).why).toContain('same part')
  })

  it('corrects the refuted part where passages speak of different parts', () => {
    const refuting = passage(RE, 'no', 'The Hollow Bridge was opened in 1913 by a baker.')
    const partial = passage(PS, 'yes', 'A baker was the first to cross the Hollow Bridge.')
    expect(hint(refuting, partial, partial)).toMatchObject({ rule: 'different-parts', verdict: 'false' })
  })

  it('leaves the part to the person where words do not tell, unless both ways end alike', () => {
    const refuting = passage(RE, null, `It is not so: ${CLAIM}`)
    expect(hint(refuting, passage(PS))).toMatchObject({ rule: 'unclear-parts', verdict: null })
    expect(hint(refuting, refuting, passage(PS))).toMatchObject({ rule: 'refute-stronger', verdict: 'false' })
  })

  it('ignores irrelevant and unjudged passages beside relevant ones, and the order of all', () => {
    fc.assert(
      fc.property(fc.array(anyPassage), fc.array(anyPassage), (passages, others) => {
        const relevant = passages.filter(({ stance }) => ![IR, null, undefined].includes(stance ?? undefined))
        fc.pre(relevant.length > 0)
        const ignored = others.map((each) => ({ ...each, stance: IR ?? null }))
        expect(correctionHint([...ignored, ...relevant.toReversed()], WORDS)).toEqual(correctionHint(relevant, WORDS))
      }),
    )
  })

  it('never calls true what everything refutes, nor false what nothing refutes', () => {
    fc.assert(
      fc.property(fc.array(anyPassage), (passages) => {
        const { verdict, why } = correctionHint(passages, WORDS)
        const has = (stance: string | undefined) => passages.some((each) => each.stance === stance)
        if (verdict === 'true') expect(has(CS) || has(PS)).toBe(true)
        if (verdict === 'false') expect(has(RE)).toBe(true)
        expect(why.trim()).not.toBe('')
      }),
    )
  })

  it('never turns towards keeping because one more passage refutes', () => {
    const order = ['true', null, 'not_enough_evidence', 'false']
    fc.assert(
      fc.property(fc.array(anyPassage), fc.constantFrom('yes', 'no'), (passages, reliable) => {
        fc.pre(passages.some(({ stance }) => stance === CS))
        const more = { stance: RE ?? null, reliable, part: new Set<string>() }
        const [before, after] = [passages, [...passages, more]].map((each) => correctionHint(each, WORDS).verdict)
        expect(order.indexOf(after ?? null)).toBeGreaterThanOrEqual(order.indexOf(before ?? null))
      }),
    )
  })
})

describe('the parts of a claim', () => {
  it('are its words that a passage mentions, common ones left out', () => {
    expect([...claimPart(CLAIM, 'In 1931 the bridge was the longest.')]).toEqual(['bridge', '1931'])
  })

  it('meet where a supporting passage mentions what every refuting one says otherwise', () => {
    const part = (text: string) => ({ part: claimPart(CLAIM, text) })
    expect(partsMeet([part('hollow bridge opened by a baker')], [part('1931')], WORDS)).toBe(true)
    expect(partsMeet([part('hollow bridge opened by a baker')], [part('hollow')], WORDS)).toBe(false)
    expect(partsMeet([part(CLAIM)], [part('1931')], WORDS)).toBe(null)
  })
})
