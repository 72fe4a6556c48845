/** The suite that every protocol passes, run by conformance.test.ts on each entry of the registry. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingAnswers, findings, isAsked } from './completeness'
import { consolidate, differences } from './consolidation'
import type { Answers, Json, Option, Protocol, Question, ReadRecord, RecordFormat, Stage, Subject } from './protocol'

/** Runs the suite. `records`: records of its formats as published, with their gold where the format carries any. */
export function describeConformance(protocol: Protocol, records: readonly Json[]): void {
  describe(protocol.id, () => {
    describeTexts(protocol)
    describeRecords(protocol, records)
    for (const stage of protocol.stages) {
      const [first] = records.map((record) => readSample(protocol, record))
      if (!first) throw new Error(`No sample record for ${protocol.id}`)
      const subject = subjectOf(stage, first.read)
      describeQuestions(stage, subject)
      describeConsolidation(stage, subject)
    }
  })
}

function describeTexts(protocol: Protocol): void {
  it('says what it is, where it comes from and how to work with it', () => {
    const { title, summary, source, guidelines } = protocol
    for (const text of [title, summary, source.paper, source.section, guidelines]) expect(text.trim()).not.toBe('')
    expect(protocol.version).toBeGreaterThan(0)
  })

  it('has reasons to discard, told apart', () => {
    const values = protocol.discardReasons.map(({ value }) => value)
    expect(values.length).toBeGreaterThan(0)
    expect(new Set(values).size).toBe(values.length)
    expect(protocol.discardReasons.filter(({ text }) => text.trim() === '')).toEqual([])
  })

  it('explains every option: text, key, tone, definition', () => {
    const questions = protocol.stages.flatMap((stage) => stage.questions)
    for (const { key, form, options, schema } of questions) {
      expect(form === 'choice', key).toBe(options !== undefined)
      for (const option of options ?? []) {
        expect([option.text, option.key, option.definition].filter((text) => text.trim() === '')).toEqual([])
        expect(schema.safeParse(option.value).success, `${key} allows ${option.value}`).toBe(true)
      }
    }
  })
}

function describeRecords(protocol: Protocol, records: readonly Json[]): void {
  it.each(records.map((record) => [JSON.stringify(record), record]))('record, item, gold, record: %s', (_, record) => {
    const { format, read } = readSample(protocol, record)
    expect(protocol.content.parse(read.content)).toEqual(read.content)
    expect(protocol.present(read.content).filter(({ title }) => title.trim() === '')).toEqual([])
    if (!format.write || read.answers === null) return
    const { content, answers } = read
    const { units } = subjectOf(protocol.stages[0], read)
    expect(format.write({ source: record, content, units, answers })).toEqual(record)
  })
}

function describeQuestions(stage: Stage, subject: Subject): void {
  it('makes the same units every time, each with its own key', () => {
    const texts = subject.units.filter(({ kind }) => kind === stage.resegments).map(({ text }) => text)
    expect(stage.units(subject.content, texts)).toEqual(subject.units)
    expect(new Set(subject.units.map(({ key }) => key)).size).toBe(subject.units.length)
  })

  it('asks about kinds of unit that it has, by keys told apart', () => {
    const kinds = stage.unitKinds.map(({ kind }) => kind)
    const named = [...stage.questions, ...stage.measures, ...subject.units.map(({ kind }) => ({ unit: kind }))]
    expect(named.filter(({ unit }) => !kinds.includes(unit))).toEqual([])
    const keys = stage.questions.map(({ unit, key }) => `${unit} ${key}`)
    expect(new Set(keys).size).toBe(keys.length)
    const measures = stage.measures.map(({ key }) => key)
    expect(new Set(measures).size).toBe(measures.length)
  })

  it('never has two options with one key on screen', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      for (const unit of subject.units) {
        const onScreen = [...new Set([subject.units[0] ?? unit, unit])].flatMap((each) =>
          stage.questions
            .filter((question) => isAsked(question, subject, answers, each))
            .flatMap(({ options }): readonly Option[] => options ?? []),
        )
        const keys = onScreen.map(({ key }) => key.toLowerCase())
        expect(new Set(keys).size, keys.join(' ')).toBe(keys.length)
      }
    })
  })

  it('rates within the categories of each measure', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      for (const { key, unit: kind, categories, rating } of stage.measures) {
        const allowed = [null, ...categories.map(({ value }) => value)]
        const ratings = subject.units.filter((unit) => unit.kind === kind).map((unit) => rating(subject, answers, unit))
        expect(
          ratings.filter((value) => !allowed.includes(value)),
          key,
        ).toEqual([])
      }
    })
  })

  it('rates and rolls up nothing but what counts', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      const counting = countingAnswers(stage, subject, answers)
      const rollUp = stage.rollUp(subject, answers)
      expect(stage.rollUp(subject, counting)).toEqual(rollUp)
      expect(JSON.parse(JSON.stringify(rollUp))).toEqual(rollUp)
    })
  })
}

function describeConsolidation(stage: Stage, subject: Subject): void {
  const lanesOf = (all: readonly Answers[]) => all.map((answers, index) => ({ id: `lane ${index}`, answers }))
  const settle = (all: readonly Answers[]) => consolidate(stage, subject, lanesOf(all), {})

  it('finds the same differences whoever comes first', () => {
    check(subject, stage, 3, (all) => {
      const lanes = lanesOf(all)
      const orderless = (order: typeof lanes) =>
        differences(stage, subject, order).map((difference) => ({
          ...difference,
          values: difference.values.toSorted((left, right) => left.lane.localeCompare(right.lane)),
        }))
      expect(orderless(lanes.toReversed())).toEqual(orderless(lanes))
    })
  })

  it('finds no difference between equals', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      expect(differences(stage, subject, lanesOf([answers, structuredClone(answers)]))).toEqual([])
    })
  })

  it('settles what is settled the same way again', () => {
    check(subject, stage, 2, (all) => {
      const { answers } = settle(all)
      expect(settle([answers]).answers).toEqual(answers)
    })
  })

  it('keeps to itself what counts of a single annotator, and leaves nothing open when it is complete', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      const settled = settle([answers])
      expect(settled.answers).toEqual(countingAnswers(stage, subject, answers))
      if (findings(stage, subject, answers).length === 0) expect(settled.open).toEqual([])
    })
  })
}

function readSample(protocol: Protocol, record: Json): { format: RecordFormat; read: ReadRecord } {
  const format = protocol.formats.find((each) => each.recognises(record))
  const result = format?.read(record)
  if (!format || !result?.ok) throw new Error(`Not a record of ${protocol.id}: ${JSON.stringify(result ?? record)}`)
  return { format, read: result.record }
}

const subjectOf = (stage: Stage, { content, segments }: ReadRecord): Subject => ({
  content,
  units: stage.units(content, segments ?? ['One.', 'Two.']),
})

/** Checks a property on the answers of `count` people, given at random within what the questions allow. */
function check(subject: Subject, stage: Stage, count: number, property: (all: Answers[]) => void): void {
  const people = fc.array(answersTo(stage, subject), { minLength: count, maxLength: count })
  fc.assert(fc.property(people, property))
}

function answersTo(stage: Stage, subject: Subject): fc.Arbitrary<Answers> {
  const answersOf = (kind: string) =>
    fc.record(
      Object.fromEntries(
        stage.questions.filter(({ unit }) => unit === kind).map((question) => [question.key, answerTo(question)]),
      ),
    )
  return fc.record(Object.fromEntries(subject.units.map(({ key, kind }) => [key, answersOf(kind)])))
}

const LINKS: Json[] = [
  { url: 'https://a.example/' },
  { url: 'https://a.example', note: 'one' },
  { url: 'https://b.example/x' },
]

function answerTo({ form, options }: Question): fc.Arbitrary<Json> {
  if (form === 'choice') return fc.option(fc.constantFrom(...(options ?? []).map(({ value }) => value)), { freq: 6 })
  if (form === 'text') return fc.constantFrom(null, ' ', 'One reason.', ' One reason. ', 'Another.')
  return fc.option(fc.subarray(LINKS))
}
