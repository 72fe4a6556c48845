/** The form set from answers to figures, held against scikit-learn and the definitions of alpha and MASI (tests/fixtures/sets). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { surveyOf } from '@/lib/annotation/annotations/rules'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import type { Answers, Json, Subject } from '@/lib/protocols/answers'
import { consolidate, differences } from '@/lib/protocols/consolidation'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { ratingsOf } from '@/lib/stats/ratings'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'
import { possibleSets, valueKeys } from './set-measures'

const source = readFileSync('docs/examples/protocols/answer-problems.yaml', 'utf8')
const published: {
  gold: string[][]
  predicted: string[][]
  figures: Record<string, number>
  raters: (string[] | null)[][]
  agreement: Record<string, number>
} = JSON.parse(readFileSync('tests/fixtures/sets/figures.json', 'utf8'))

function definitionOf(text: string) {
  const checked = checkFile(text)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}
const definition = definitionOf(source)
const protocol = compileProtocol(definition)
const [stage] = protocol.stages
const content: Json = { question: 'Why?', answer: 'Because.' }
const subject: Subject = { content, units: stage.units(content, [], {}) }

/** An answer as it is stored: the fixture says "none of these" by an empty set. */
const stored = (set: readonly string[]): Json => (set.length === 0 ? ['none'] : [...set])
const answered = (set: readonly string[]): Answers => ({ item: { problems: stored(set) } })

describe('the measures of a set', () => {
  const alphaOf = (key: string): number | null => {
    const measure = stage.measures.find((each) => each.key === key)
    if (!measure) throw new Error(`There is no measure ${key}`)
    const [item] = subject.units
    const rows = published.raters.map((unit) =>
      unit.map((set) => (set === null || !item ? null : measure.rating(subject, answered(set), item, null))),
    )
    const ratings = ratingsOf(rows, { categories: measure.categories.map(({ value }) => value) })
    const { distances } = measure
    return krippendorffAlpha(ratings, distances ? { level: 'custom', distances } : { level: 'nominal' }).value
  }

  it('are whole sets by MASI, and each value', () => {
    expect(stage.measures.map(({ key }) => key)).toEqual([
      ...['problems-sets', 'problems.wrong', 'problems.missing', 'problems.evasive', 'problems.unsafe'],
      ...['problems.none', 'worst', 'tone-sets', 'tone.friendly', 'tone.curt', 'tone.preachy'],
    ])
    expect(alphaOf('problems-sets')).toBeCloseTo(published.agreement.masi ?? 0, 12)
    for (const value of ['wrong', 'missing', 'evasive', 'unsafe'])
      expect(alphaOf(`problems.${value}`)).toBeCloseTo(published.agreement[value] ?? 0, 12)
  })

  it('rate nothing that was not answered', () => {
    const [item] = subject.units
    expect(item && stage.measures.map(({ rating }) => rating(subject, {}, item, null))).toEqual(
      stage.measures.map(() => null),
    )
  })

  it('have categories for all sets that may be given, where these are few', () => {
    const of = (count: number, bounds: { min?: number; max?: number } = {}, alone = 0) =>
      possibleSets({
        options: Array.from({ length: count + alone }, (_, index) => ({
          value: `v${index}`,
          text: '',
          says: '',
          key: '',
          tone: 'neutral' as const,
          outside: false,
          ...(index < count ? {} : { exclusive: true as const }),
        })),
        min: bounds.min ?? null,
        max: bounds.max ?? null,
      })?.length
    expect([of(3), of(7), of(8), of(9, { max: 2 }), of(4, { min: 2, max: 3 }, 1)]).toEqual([7, 127, undefined, 45, 11])
  })

  it('have keys that can stand in addresses, each its own', () => {
    const options = ['Tense/Modality Error', 'tense modality error', '数字', '!', true].map((value) => ({
      value,
      text: '',
      says: '',
      key: '',
      tone: 'neutral' as const,
      outside: false,
    }))
    expect(valueKeys({ id: 'q', options })).toEqual([
      'q.tense-modality-error',
      'q.value-2',
      'q.数字',
      'q.value-4',
      'q.true',
    ])
  })
})

describe('a system that names sets', () => {
  const record = (set: readonly string[], index: number): Json => {
    const written = set.map((value) => ({ wrong: 'factual error', missing: 'incomplete' })[value] ?? value)
    return { id: `i${index}`, question: 'Why?', answer: `Because ${index}.`, problems: written }
  }

  async function figuresOf(golds: readonly string[][], lines: readonly Json[]) {
    const task = compileEvaluations(definition).find(({ key }) => key === 'problems')
    if (!task) throw new Error('There is no task')
    expect(task.measure).toBe('problems-sets')
    const evaluation = startEvaluation(task, {})
    golds.forEach((set, index) => {
      const read = protocol.formats[0].read(record(set, index))
      if (!read.ok) throw new Error(JSON.stringify(read.problems))
      const gold = goldOf(protocol, record(set, index), read.record)
      evaluation.addItem({ position: index + 1, externalId: read.record.externalId, gold })
    })
    const problems = lines.flatMap((line, index) => evaluation.addLine(line, index + 1, 'system'))
    const report = await evaluation.report({ resamples: 0, seed: 1 })
    const standing = report.scorings[0]?.standings.find(({ system }) => system === 'system')
    const figures = Object.entries(standing?.figures ?? {}).map(([key, { value }]) => [key, value] as const)
    return { problems, figures: Object.fromEntries(figures) }
  }

  it('is scored as scikit-learn does, the empty set included', async () => {
    const lines = published.predicted.map((set, index) => ({ item: `i${index}`, problems: set }))
    const { problems, figures } = await figuresOf(published.gold, lines)
    expect(problems).toEqual([])
    expect(Object.keys(figures).toSorted()).toEqual(Object.keys(published.figures).toSorted())
    for (const [key, value] of Object.entries(published.figures)) expect(figures[key], key).toBeCloseTo(value, 12)
  })

  it('finds nothing where it abstains, and names a value once', async () => {
    const lines = [
      { item: 'i0', problems: null },
      { item: 'i1', problems: ['Wrong', 'factual error', 'none'] },
    ]
    const { problems, figures } = await figuresOf([[], ['wrong']], lines)
    expect(problems).toEqual([])
    expect(figures).toMatchObject({ same: 0.5, precision: 1, recall: 1 })
  })
})

describe('settling sets', () => {
  const settle = (policy: 'majority' | 'reviewer', question: string, sets: readonly string[][], text = source) => {
    const [own] = compileProtocol(definitionOf(text)).stages
    const lanes = sets.map((set, index) => ({ id: 'abc'.charAt(index), answers: { item: { [question]: set } } }))
    const asked = { ...own, consolidation: policy, questions: own.questions.filter(({ key }) => key === question) }
    const { settled, open } = consolidate(asked, subject, lanes, {})
    const differ = differences(asked, subject, lanes).length
    return { value: settled[0]?.value, how: settled[0]?.how, open: open.length, differ }
  }

  it('by value: what more than half chose stands', () => {
    const sets = [['wrong', 'evasive'], ['missing', 'evasive'], ['wrong']]
    expect(settle('majority', 'problems', sets)).toEqual({
      value: ['wrong', 'evasive'],
      how: 'majority',
      open: 0,
      differ: 1,
    })
    expect(settle('majority', 'problems', [['none'], ['none'], ['wrong']])).toMatchObject({ value: ['none'] })
    expect(settle('majority', 'problems', [['wrong'], ['missing'], ['none']])).toMatchObject({
      value: undefined,
      open: 1,
    })
    expect(settle('reviewer', 'problems', sets)).toMatchObject({ value: undefined, open: 1 })
    const tied = source.replace('settle: majority\n', 'settle: majority\n        tie: none\n')
    expect(settle('majority', 'problems', [['wrong'], ['missing'], ['none']], tied)).toMatchObject({
      value: ['none'],
      how: 'tied',
    })
  })

  it('by union, in the order of the options; what stands alone gives way, and too many go to a person', () => {
    expect(settle('reviewer', 'tone', [['preachy'], ['friendly']])).toMatchObject({
      value: ['friendly', 'preachy'],
      how: 'merged',
    })
    const union = source.replace('settle: majority\n', 'settle: union\n')
    expect(settle('reviewer', 'problems', [['none'], ['unsafe']], union)).toMatchObject({ value: ['unsafe'] })
    const many = [
      ['wrong', 'missing'],
      ['evasive', 'unsafe'],
    ]
    expect(settle('reviewer', 'problems', many, union)).toMatchObject({ value: undefined, open: 1, differ: 1 })
    const two = union.replace(
      '          - {value: none,',
      '          - {value: unread, text: Unreadable, exclusive: true, says: It cannot be read.}\n          - {value: none,',
    )
    expect(settle('reviewer', 'problems', [['none'], ['unread']], two)).toMatchObject({ value: undefined, open: 1 })
  })
})

describe('the values of a set', () => {
  const question = stage.questions.find(({ key }) => key === 'problems')
  const parse = (value: Json) => question?.schema.safeParse(value)

  it('are put into the order of the options, so that equal sets are equal', () => {
    expect(parse(['unsafe', 'wrong'])?.data).toEqual(['wrong', 'unsafe'])
  })

  it.each<[string, Json, string]>([
    ['nothing', [], 'Choose one or more of wrong'],
    ['what cannot be chosen', ['harmful'], 'Choose one or more of wrong'],
    ['a value twice', ['wrong', 'wrong'], 'Choose one or more of wrong'],
    ['none of these with another', ['wrong', 'none'], 'none can only be chosen alone.'],
    ['more than may be', ['wrong', 'missing', 'evasive', 'unsafe'], 'Choose at most 3.'],
  ])('are not %s', (_, value, message) => {
    expect(parse(value)?.error?.issues[0]?.message).toContain(message)
  })

  it('may be too few while one chooses, and not when one submits', () => {
    const [pairs] = compileProtocol(definitionOf(source.replace('max: 3', 'min: 2\n        max: 3'))).stages
    const several = pairs.questions.find(({ key }) => key === 'problems')
    expect(several?.draft?.safeParse(['wrong']).success).toBe(true)
    expect(several?.schema.safeParse(['wrong']).error?.issues[0]?.message).toBe('Choose 2 to 3.')
    expect(several?.schema.safeParse(['none']).success).toBe(true)
  })

  it.each([false, true])('are missing while they have too few values, required or not: %s', (required) => {
    const text = source.replace(
      'required: true\n        max: 3',
      `required: ${required}\n        min: 2\n        max: 3`,
    )
    const [pairs] = compileProtocol(definitionOf(text)).stages
    const isMissing = (problems: Json) =>
      surveyOf(pairs, subject, { item: { problems } })
        .units.get('item')
        ?.lacking.some(({ key }) => key === 'problems')
    expect([null, ['wrong'], ['wrong', 'missing'], ['none']].map(isMissing)).toEqual([required, true, false, false])
  })
})
