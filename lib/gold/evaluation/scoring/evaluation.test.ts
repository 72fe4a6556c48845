import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { classScoring, majority } from '@/lib/protocols/evaluating/classes'
import { detectionScoring } from '@/lib/protocols/evaluating/detection'
import type { EvaluationTask, Prediction, Scoring, Target } from '@/lib/protocols/evaluation'
import { felmEvaluations } from '@/lib/protocols/felm/evaluation'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { f1kTask } from '@/lib/protocols/veriscore-verification/evaluation/f1k'
import { seededRandom } from '@/lib/stats/seeded-random'
import type { ReportOptions } from './evaluation'
import { evaluationReportSchema } from './report-schema'
import { startEvaluation } from './start-evaluation'

const [segments] = felmEvaluations
if (!segments) throw new Error('FELM scores nothing')

/** A task of segments that are true or false; gold is written down as targets. */
const task: EvaluationTask = {
  ...segments,
  targets: ({ content }) => targetsSchema.parse(content),
  scorings: () => [
    detectionScoring(
      { key: 'unit', title: 'Units', description: '', unitOfAnalysis: 'unit', level: 'unit' },
      { value: false, text: 'Error', other: 'Correct' },
      null,
      [{ key: 'majority', title: 'Majority', value: (_, __, majority) => majority }],
    ),
  ],
}
const targetsSchema: z.ZodType<Target[]> = z.array(
  z.object({ unit: z.string(), text: z.string().nullable(), gold: z.json(), strata: z.record(z.string(), z.string()) }),
)

const target = (unit: string, text: string, gold: boolean, domain = 'wk') => ({ unit, text, gold, strata: { domain } })
const goldOf = (content: Json): GoldRecord => ({ source: null, content, stages: {} })

function started(...items: { id?: string; targets: ReturnType<typeof target>[] }[]) {
  const evaluation = startEvaluation(task, {})
  items.forEach(({ id = null, targets }, index) => {
    evaluation.addItem({ position: index + 1, externalId: id, gold: goldOf(targets) })
  })
  const say = (prediction: Partial<Prediction>) =>
    evaluation.add({ system: 'a', item: null, unit: null, text: null, value: true, ...prediction }, 1)
  return { evaluation, say }
}

describe('where a prediction belongs', () => {
  const items = [
    { id: 'x', targets: [target('s1', 'The  Sky is blue.', true), target('s2', 'Snow is hot.', false)] },
    { id: 'y', targets: [target('s1', 'Snow is hot.', false, 'science'), target('s2', 'It is.', true)] },
    { id: 'z', targets: [target('s1', 'Once more.', true), target('s2', 'once  more.', false)] },
    { id: 'z', targets: [target('s1', 'Alone.', true)] },
  ]

  it.each([
    [{ item: 'x', unit: 's2' }, null],
    [{ item: '#1', unit: 's2' }, null],
    [{ item: 'x', text: ' the sky IS blue. ' }, null],
    [{ text: 'the sky is blue.' }, null],
    [{ text: 'Snow is hot.', strata: { domain: 'science' } }, null],
    [{ text: 'Snow is hot.', unit: 's2' }, null],
    [{ item: '#4' }, null],
    [{ text: 'Snow is hot.' }, /several items/],
    [{ text: 'Snow is cold.' }, /no such text/],
    [{ item: 'w', unit: 's1' }, /No item of the gold/],
    [{ item: '#5', unit: 's1' }, /No item of the gold/],
    [{ item: 'z', unit: 's1' }, /Several items .* position/],
    [{ item: 'x', unit: 's3' }, /no such part/],
    [{ item: 'x' }, /several parts/],
    [{}, /Neither an item nor a text/],
  ])('%j', async (prediction, reason) => {
    const { evaluation, say } = started(...items)
    say(prediction)
    const { missed, scorings } = await evaluation.report({ resamples: 0 })
    expect(missed.listed.map((each) => each.reason)).toEqual(reason ? [expect.stringMatching(reason)] : [])
    expect(scorings[0]?.standings.find(({ system }) => system === 'a')?.scored).toBe(reason ? 0 : 1)
  })

  it('takes parts of one item with the same text in order', async () => {
    const { evaluation, say } = started(...items)
    say({ text: 'Once more.', value: true })
    say({ text: 'Once more.', value: true })
    say({ text: 'Once more.', value: true })
    const report = await evaluation.report({ resamples: 0 })
    expect(report.scorings[0]?.standings.find(({ system }) => system === 'a')?.scored).toBe(2)
    expect(report.repeated).toMatchObject({
      count: 1,
      listed: [{ line: 1, reason: expect.stringMatching(/the first one counts/) }],
    })
    expect([...evaluation.errors('a', 'unit')]).toEqual([
      { position: 3, externalId: 'z', unit: 's2', gold: false, value: true },
    ])
  })

  it('lets the first word of a system count, and lists so many of the rest', async () => {
    const { evaluation, say } = started(...items)
    for (let again = 0; again < 300; again++) say({ item: 'x', unit: 's1', value: again === 0 })
    const { repeated, scorings, systems } = await evaluation.report({ resamples: 0 })
    expect(repeated.count).toBe(299)
    expect(repeated.listed).toHaveLength(200)
    expect(systems).toMatchObject([{ system: 'a', predictions: 300, repeated: 299, missed: 0 }])
    expect(scorings[0]?.standings.find(({ system }) => system === 'a')?.figures.accuracy?.value).toBe(1)
  })

  it('says "all others" of an item but of what was named', async () => {
    const { evaluation } = started(...items)
    evaluation.addLine({ system: 'b', item: 'x', wrong: [2] }, 1, 'file')
    evaluation.addLine({ item: 'y', wrong: 'ALL_CORRECT' }, 2, 'file')
    evaluation.addLine({ item: 'y', wrong: 'perhaps' }, 3, 'file')
    const { scorings, missed } = await evaluation.report({ resamples: 0 })
    const scored = (name: string) => scorings[0]?.standings.find(({ system }) => system === name)
    expect(scored('b')?.confusion).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect(scored('file')).toMatchObject({ scored: 2, missing: 5 })
    expect(missed.listed).toMatchObject([{ line: 3, system: 'file' }])
  })
})

describe('the report', () => {
  it('says where K is 0, and what to state instead', async () => {
    const report = async (k?: string) => {
      const evaluation = startEvaluation(f1kTask, k === undefined ? {} : { k })
      const claimsOf = [{ Bio: 0 }, { Bio: 0 }, { LF: 4 }].flatMap((each) => Object.entries(each))
      for (const [line, [domain, claims]] of claimsOf.entries())
        evaluation.addLine({ model: 'a', item: `${line}`, domain, supported: claims, claims }, line, 'file')
      return evaluation.report({ resamples: 0 })
    }
    const on = (notes: string[]) => notes.filter((note) => note.startsWith('K is 0'))
    const byMedian = await report()
    expect(on(byMedian.notes)).toEqual([expect.stringMatching(/for Bio, .*"Bio=10, median"/)])
    expect(byMedian.scorings[0]?.standings[0]).toMatchObject({ scored: 1 })
    const stated = await report('Bio=10, median')
    expect(on(stated.notes)).toEqual([])
    expect(stated.scorings[0]?.standings[0]).toMatchObject({ scored: 3 })
  })

  function many(seed: number, systems: readonly string[], share = 1) {
    const random = seededRandom(seed)
    const items = Array.from({ length: 60 }, (_, item) => ({
      id: `i${item}`,
      targets: Array.from({ length: 1 + random(5) }, (__, at) =>
        target(`s${at}`, `${item} ${at}`, random(3) > 0, item % 2 === 0 ? 'wk' : 'math'),
      ),
    }))
    const { evaluation, say } = started(...items)
    for (const system of systems) {
      for (const { id, targets } of items) {
        for (const { unit, gold } of targets) {
          if (random(100) < share * 100) say({ system, item: id, unit, value: random(4) > 0 ? gold : !gold })
        }
      }
    }
    return evaluation
  }

  it('has the shape that it says, the same every time, with limits around the points', async () => {
    const [one, other] = await Promise.all([
      many(3, ['a', 'b', 'c']).report({ resamples: 300 }),
      many(3, ['a', 'b', 'c']).report({ resamples: 300 }),
    ])
    expect(one).toEqual(other)
    expect(evaluationReportSchema.parse(one)).toEqual(one)
    for (const { figures, strata } of one.scorings[0]?.standings ?? []) {
      for (const { value, low, high } of [figures, ...strata.map((each) => each.figures)].flatMap(Object.values)) {
        if (value !== null && low !== null && high !== null) expect(low <= value && value <= high).toBe(true)
      }
      expect(strata.reduce((sum, each) => sum + each.targets, 0)).toBe(one.targets)
    }
    expect(one.scorings[0]?.pairs).toHaveLength(3)
  })

  it('compares two systems on what both were scored on, and a system with itself by nothing', async () => {
    const evaluation = many(5, ['a', 'b'], 0.7)
    const { scorings } = await evaluation.report({
      resamples: 200,
      pairs: [
        ['a', 'b'],
        ['a', 'a'],
      ],
      mcnemar: true,
    })
    const [different, same] = scorings[0]?.pairs ?? []
    const [a, b] = ['a', 'b'].map((name) => scorings[0]?.standings.find(({ system }) => system === name))
    expect(different?.common).toBeLessThan(Math.min(a?.scored ?? 0, b?.scored ?? 0))
    const { onlyFirst = 0, onlySecond = 0 } = different?.mcnemar ?? {}
    const accuracy = different?.differences.accuracy
    expect(accuracy?.value).toBeCloseTo((onlyFirst - onlySecond) / (different?.common ?? 1), 12)
    expect(same).toMatchObject({ common: a?.scored, mcnemar: { onlyFirst: 0, onlySecond: 0, pValue: 1 } })
    expect(same?.differences.f1).toMatchObject({ value: 0, low: 0, high: 0 })
    expect(same?.tests.f1).toMatchObject({ pValue: 1, adjusted: 1, pairs: 2 })
  })

  it('does not depend on the order of predictions', async () => {
    const order = fc.shuffledSubarray(
      Array.from({ length: 12 }, (_, at) => at),
      { minLength: 12 },
    )
    const items = Array.from({ length: 4 }, (_, item) => ({
      id: `i${item}`,
      targets: [0, 1, 2].map((at) => target(`s${at}`, `${item} ${at}`, (item + at) % 3 > 0)),
    }))
    const reportFor = (places: readonly number[]) => {
      const { evaluation, say } = started(...items)
      for (const at of places) say({ item: `i${Math.floor(at / 3)}`, unit: `s${at % 3}`, value: at % 5 > 1 })
      return evaluation.report({ resamples: 50 })
    }
    const sorted = await reportFor(Array.from({ length: 12 }, (_, at) => at))
    await fc.assert(
      fc.asyncProperty(order, async (places) => {
        expect(await reportFor(places)).toEqual(sorted)
      }),
      { numRuns: 20 },
    )
  })

  it('compares the first of many systems with each, and says so', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `s${at}`)
    const { scorings, notes } = await many(7, names).report({ resamples: 20 })
    expect(scorings[0]?.pairs).toHaveLength(11 + 10)
    expect(notes.join(' ')).toMatch(/more than 8 systems/)
  })

  it('calls that label the majority which most gold counts as', async () => {
    const head = { key: 'two', title: 'Two', description: '', unitOfAnalysis: 'unit' }
    const labels = ['yes', 'no'].map((value) => ({ value, text: value }))
    const asTwo = (value: Json) => (value === 'yes' ? 'yes' : 'no')
    const two: EvaluationTask = {
      ...task,
      scorings: () => [classScoring(head, { labels, gold: asTwo, predicted: asTwo, baselines: [majority] })],
    }
    const evaluation = startEvaluation(two, {})
    const targets = ['yes', 'yes', 'never', 'hardly', 'no'].map((gold, at) => ({ ...target(`s${at}`, '', true), gold }))
    evaluation.addItem({ position: 1, externalId: null, gold: goldOf(targets) })
    const { scorings } = await evaluation.report({ resamples: 0 })
    expect(scorings[0]?.standings.map(({ figures }) => figures.accuracy?.value)).toEqual([0.6])
  })

  it('gives the likeness of texts where somebody measures it, by its name', async () => {
    const base = task.scorings({})[0]
    const similar: EvaluationTask = {
      ...task,
      scorings: () => [{ ...base, similar: ({ gold, value }) => [String(gold), String(value)] }],
    }
    const evaluation = startEvaluation(similar, {})
    evaluation.addItem({
      position: 1,
      externalId: 'x',
      gold: goldOf([target('s1', 'a', true), target('s2', 'b', false)]),
    })
    evaluation.add({ system: 'a', item: 'x', unit: 's1', text: null, value: true }, 1)
    evaluation.add({ system: 'a', item: 'x', unit: 's2', text: null, value: true }, 2)
    const of = async (pairs: readonly (readonly [string, string])[]) => pairs.map(([a, b]) => (a === b ? 1 : 0.5))
    const { scorings } = await evaluation.report({ resamples: 0, similarity: { title: 'cosine of a model', of } })
    expect(scorings[0]?.figures.at(-1)?.title).toMatch(/cosine of a model/)
    expect(scorings[0]?.standings.find(({ system }) => system === 'a')?.figures.similarity?.value).toBe(0.75)
  })
})

/** So many items of one segment, of which every other is wrong; systems say of the first so many what gold says. */
function ofOneSegment(items: number, said: Readonly<Record<string, number>>) {
  const ids = Array.from({ length: items }, (_, at) => `i${at}`)
  const goldAt = (at: number) => at % 2 === 0
  const { evaluation, say } = started(...ids.map((id, at) => ({ id, targets: [target('s1', id, goldAt(at))] })))
  for (const [system, count] of Object.entries(said))
    ids.slice(0, count).forEach((item, at) => {
      // The last but one is missed, so that figures vary.
      say({ system, item, unit: 's1', value: at === count - 2 ? !goldAt(at) : goldAt(at) })
    })
  return evaluation
}

it('gives no interval to what rests on fewer than ten items, however many others the gold has', async () => {
  const [scoring] = (await ofOneSegment(30, { a: 9, b: 10, c: 30 }).report({ resamples: 50 })).scorings
  const of = (system: string) => scoring?.standings.find((each) => each.system === system)
  expect(of('a')).toMatchObject({ resampled: 9, figures: { accuracy: { low: null, high: null } } })
  expect(of('b')).toMatchObject({ resampled: 10, figures: { accuracy: { low: expect.any(Number) } } })
  const pair = (first: string, second: string) =>
    scoring?.pairs.find((each) => [each.first, each.second].sort().join() === `${first},${second}`)
  expect(pair('a', 'c')).toMatchObject({ resampled: 9, tests: {}, differences: { accuracy: { low: null } } })
  expect(pair('b', 'c')?.tests.accuracy?.pairs).toBe(1)
})

it('does not let a system lead that was scored on 2 of 120 targets, nor one that abstains from the others', async () => {
  const evaluation = ofOneSegment(120, { whole: 120, few: 2 })
  for (let at = 0; at < 120; at++)
    evaluation.add({ system: 'silent', item: `i${at}`, unit: 's1', text: null, value: at < 2 ? at === 0 : null }, null)
  const { scorings, notes } = await evaluation.report({ resamples: 0 })
  const systems = scorings[0]?.standings.filter(({ baseline }) => !baseline)
  expect(systems?.map(({ system, rank, figures }) => [system, rank, figures.accuracy?.value])).toEqual([
    ['whole', 1, 119 / 120],
    ['silent', null, 1],
    ['few', null, 0.5],
  ])
  expect(notes.join(' ')).toMatch(/Ranked are the systems that were scored on all of the gold/)
})

describe('macro averages', () => {
  const head = { key: 'classes', title: 'Classes', description: '', unitOfAnalysis: 'unit' }
  const labels = ['factual', 'opinion', 'other', 'none'].map((value) => ({ value, text: value }))
  const classes: EvaluationTask = {
    ...task,
    scorings: () => [classScoring(head, { labels, baselines: [majority] })],
  }
  /** Gold of one rare class in forty items; a system that always says "factual", and one that says "other" at times. */
  async function report(systems: readonly string[], asked: ReportOptions = {}) {
    const evaluation = startEvaluation(classes, {})
    Array.from({ length: 40 }, (_, at) => at).forEach((at) => {
      const gold = at === 7 ? 'opinion' : at === 9 ? 'none' : 'factual'
      evaluation.addItem({
        position: at + 1,
        externalId: `i${at}`,
        gold: goldOf([{ ...target('s1', '', true), gold }]),
      })
      const says: Record<string, string> = { always: 'factual', varied: at % 10 === 3 ? 'other' : 'factual' }
      for (const system of systems)
        evaluation.add({ system, item: `i${at}`, unit: 's1', text: null, value: says[system] ?? null }, null)
    })
    const [scoring] = (await evaluation.report({ resamples: 400, ...asked })).scorings
    return {
      of: (name: string) => scoring?.standings.find(({ system }) => system === name),
      pair: scoring?.pairs[0],
    }
  }
  const f1OfAlways = (2 * 38) / (38 + 40)

  it('of one system are over gold’s classes and its own, and the interval is of the same classes', async () => {
    const alone = (await report(['always'])).of('always')
    expect(alone?.classes).toEqual(['factual', 'opinion', 'none'])
    const { value, low, high } = alone?.figures.macroF1 ?? {}
    expect(value).toBeCloseTo(f1OfAlways / 3, 12)
    expect(Number(low) < Number(value) && Number(value) < Number(high)).toBe(true)
    // A resample without the rare classes still divides by three: none is above one third.
    const quantiles = (await report(['always'], { method: 'percentile' })).of('always')?.figures.macroF1
    expect(Number(quantiles?.high)).toBeLessThanOrEqual(1 / 3)
    const each = (await report(['always'], { method: 'percentile', classes: 'resample' })).of('always')
    expect(each?.classes).toBeNull()
    expect(each?.figures.macroF1?.value).toBeCloseTo(f1OfAlways / 3, 12)
    expect(Number(each?.figures.macroF1?.high)).toBeGreaterThan(0.4)
  })

  it('of systems side by side are over the classes of gold and all systems, of a baseline over gold’s and its own', async () => {
    const { of, pair } = await report(['always', 'varied'])
    const all = ['factual', 'opinion', 'other', 'none']
    expect([of('always')?.classes, of('varied')?.classes, pair?.classes]).toEqual([all, all, all])
    expect(of('always')?.figures.macroF1?.value).toBeCloseTo(f1OfAlways / 4, 12)
    expect(of('Majority of the gold')?.figures.macroF1?.value).toBeCloseTo(f1OfAlways / 3, 12)
    const difference =
      Number(of(pair?.first ?? '')?.figures.macroF1?.value) - Number(of(pair?.second ?? '')?.figures.macroF1?.value)
    expect(pair?.differences.macroF1?.value).toBeCloseTo(difference, 12)
  })
})

it('lets others have their turn while it scores', async () => {
  const slowed = (scoring: Scoring): Scoring => ({
    ...scoring,
    score(scored, prepared) {
      // As long as a comparison of long texts.
      for (const since = performance.now(); performance.now() - since < 2; );
      return scoring.score(scored, prepared)
    },
  })
  const scorings: EvaluationTask['scorings'] = (parameters) => {
    const [first, ...others] = segments.scorings(parameters)
    return [slowed(first), ...others.map(slowed)]
  }
  const evaluation = startEvaluation({ ...segments, scorings }, segments.parameters.parse({}))
  const units = Array.from({ length: 60 }, (_, at) => ({ key: `s${at + 1}`, kind: 'segment', text: `Segment ${at}.` }))
  const answers = Object.fromEntries(units.map(({ key }) => [key, { label: true }]))
  const content = { domain: 'wk', response: 'It is so.' }
  evaluation.addItem({
    position: 1,
    externalId: null,
    gold: { source: content, content, stages: { segments: { units, answers } } },
  })
  let [turns, isOver] = [0, false]
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await evaluation.report({ resamples: 0 })
  isOver = true
  // Two baselines on sixty segments take two hundred and forty milliseconds and more.
  expect(turns).toBeGreaterThan(4)
})
