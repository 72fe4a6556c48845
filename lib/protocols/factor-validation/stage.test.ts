import { describe, expect, it } from 'vitest'
import { findings } from '@/lib/protocols/completeness'
import type { Answers } from '@/lib/protocols/protocol'
import { readDocument } from './formats/document'
import { readRow } from './formats/row'
import { itemLabel } from './roll-up'
import { documentRecord, factorRow } from './sample-records'
import { validateStage } from './stage'

function subjectOf(read: ReturnType<typeof readRow>) {
  if (!read.ok) throw new Error('not read')
  const { content } = read.record
  return { content, units: validateStage.units(content, [], {}) }
}
const subject = subjectOf(readRow(factorRow()))
const rate = (key: string, answers: Answers) => {
  const unit = subject.units.find((each) => each.key === 'c1')
  const measure = validateStage.measures.find((each) => each.key === key)
  return unit && measure?.rating(subject, answers, unit, null)
}

describe('the stage', () => {
  it('asks for the type of what is non-factual only', () => {
    const missing = (answers: Answers) =>
      findings(validateStage, subject, answers)
        .filter(({ unit }) => unit === 'c1')
        .map(({ question }) => question)
    expect(missing({})).toEqual(['nonFactual', 'fluent', 'selfConsistent'])
    expect(missing({ c1: { nonFactual: true, fluent: true, selfConsistent: true } })).toEqual(['errorType'])
    expect(missing({ c1: { nonFactual: false, fluent: true, selfConsistent: true } })).toEqual([])
  })

  it('rates every property, the type where it counts, and whether all three hold', () => {
    const good = { nonFactual: true, fluent: true, selfConsistent: true, errorType: 'link' }
    const keys = ['nonFactual', 'fluent', 'selfConsistent', 'errorType', 'passes']
    const ratings = (c1: Answers[string]) => keys.map((key) => rate(key, { c1 }))
    expect(ratings(good)).toEqual(['true', 'true', 'true', 'link', 'true'])
    expect(ratings({ ...good, nonFactual: false })).toEqual(['false', 'true', 'true', null, 'false'])
    expect(ratings({ fluent: true })).toEqual([null, 'true', null, null, null])
    expect(ratings({ fluent: false })).toEqual([null, 'false', null, null, 'false'])
  })

  it('keeps a document from being submitted before there is anything to judge', () => {
    const document = subjectOf(readDocument(documentRecord()))
    expect(findings(validateStage, document, {}).map(({ message }) => message)).toEqual([
      expect.stringContaining('run the builder'),
    ])
  })

  it('shows annotators nothing of what the builder planned and measured', () => {
    const scores = { contradiction: 0.9, fluencyMargin: 0 }
    const contradictions = [{ text: 'A.', edit: 'x for y', type: 'link', scores }]
    const shown = validateStage.shows?.({ ...JSON.parse(JSON.stringify(subject.content)), contradictions })
    expect(shown).toMatchObject({ contradictions: [{ text: 'A.', edit: null, type: null, scores: null }] })
    expect(JSON.stringify(subject.units)).not.toContain('scores')
  })

  it('rolls up to whether every contradiction passes', () => {
    const good = { nonFactual: true, fluent: true, selfConsistent: true, errorType: 'link' }
    const valid = (answers: Answers) => validateStage.rollUp(subject, answers)
    expect(valid({ c1: good, c2: good, c3: good })).toMatchObject({ valid: { allPass: true }, passing: 3 })
    expect(valid({ c1: good, c2: good, c3: { ...good, fluent: false } })).toMatchObject({ valid: { allPass: false } })
    expect(valid({ c1: good })).toMatchObject({ valid: { allPass: null }, passing: 1 })
    expect(itemLabel.byRule(valid({ c1: good }))).toEqual({})
    expect(itemLabel.byRule(valid({ c1: { fluent: false } }))).toEqual({ allPass: false })
  })
})
