import { describe, expect, it } from 'vitest'
import { ballot, ballotStage } from '@/tests/protocols/ballot'
import { describeConformance } from './conformance'
import { consolidate, differences } from './consolidation'
import type { Answers, Json, Stage } from './protocol'

const subject = { content: { claim: 'It rains.' }, units: ballotStage.units({ claim: 'It rains.' }, [], {}) }
const says = (verdict: string, more: { [question: string]: Json } = {}): Answers => ({
  c: { verdict, comment: 'So.', ...more },
})
const lanesOf = (all: readonly Answers[]) => all.map((answers, index) => ({ id: 'abc'.charAt(index), answers }))
const settle = (all: readonly Answers[], resolved: Answers = {}, stage: Stage = ballotStage) =>
  consolidate(stage, subject, lanesOf(all), resolved)
const howOf = (outcome: ReturnType<typeof settle>, question: string) =>
  outcome.settled.find((each) => each.question === question)?.how ?? null

describeConformance(ballot, [{ claim: 'It rains.' }])

describe('under a majority', () => {
  it('what more than half of those asked say stands', () => {
    const outcome = settle([says('yes'), says('no'), says('yes')])
    expect(outcome.answers.c?.verdict).toBe('yes')
    expect(howOf(outcome, 'verdict')).toBe('majority')
    expect(outcome.open).toEqual([])
  })

  it('what all say is agreement', () => {
    expect(howOf(settle([says('no'), says('no'), says('no')]), 'verdict')).toBe('agreed')
  })

  it('without one, the tie stands, and questions that hang on it may stay without an answer', () => {
    const outcome = settle([says('yes'), says('no'), says('unclear', { why: 'vague' })])
    expect(outcome.answers.c).toEqual({ verdict: 'unclear', why: 'vague', comment: 'So.' })
    expect(howOf(outcome, 'verdict')).toBe('tied')
    const split = settle([says('unclear', { why: 'vague' }), says('unclear', { why: 'disputed' }), says('yes')])
    expect(split.answers.c?.why).toBeUndefined()
    expect(split.open).toEqual([])
  })

  it('without one and without a tie, a reviewer decides', () => {
    const split = [says('yes', { trust: 'good' }), says('yes', { trust: 'bad' })]
    expect(settle(split).open.map(({ question }) => question)).toEqual(['trust'])
    expect(settle(split, { c: { trust: 'bad' } }).open).toEqual([])
  })

  it('who left it blank was asked all the same', () => {
    const said = [
      says('yes', { trust: 'good' }),
      says('yes', { trust: 'good' }),
      says('yes', { trust: 'bad' }),
      says('yes'),
    ]
    expect(settle(said).open.map(({ question }) => question)).toEqual(['trust'])
    expect(settle(said.slice(0, 3)).answers.c?.trust).toBe('good')
  })

  it('a person’s word is above it', () => {
    const outcome = settle([says('yes'), says('no'), says('yes')], { c: { verdict: 'no' } })
    expect(outcome.answers.c?.verdict).toBe('no')
    expect(howOf(outcome, 'verdict')).toBe('resolved')
  })

  it('differences are what the frozen answers differ on', () => {
    const found = differences(ballotStage, subject, lanesOf([says('yes'), says('no'), says('yes')]))
    expect(found.map(({ question }) => question)).toEqual(['verdict'])
  })
})

describe('everyone’s own words', () => {
  const words = [says('yes', { comment: 'Dry.' }), says('yes', { comment: 'Wet.' }), says('yes', { comment: 'Dry.' })]

  it.each(['majority', 'reviewer', 'discussion'] as const)('need nobody to settle them under %s', (consolidation) => {
    const stage = { ...ballotStage, consolidation }
    const outcome = settle(words, {}, stage)
    expect(outcome.open).toEqual([])
    expect(outcome.answers.c).toEqual({ verdict: 'yes' })
    expect(differences(stage, subject, lanesOf(words))).toEqual([])
  })

  it('stand where all say the same', () => {
    expect(settle([says('yes'), says('yes')]).answers.c?.comment).toBe('So.')
    expect(settle([says('yes'), { c: { verdict: 'yes' } }]).answers.c?.comment).toBeUndefined()
  })
})
