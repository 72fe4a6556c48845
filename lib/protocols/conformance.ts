/** The suite that every protocol passes, run by conformance.test.ts on each entry of the registry. */
import { describe, expect, it } from 'vitest'
import { countingAnswers, isAsked } from './completeness'
import { check } from './conformance-answers'
import { describeConsolidation, describeVotes } from './conformance-consolidation'
import { describeMeasures } from './conformance-measures'
import { withMadeUnits } from './made-units'
import type { GoldRecord, Json, Option, Protocol, Question, ReadRecord, RecordFormat, Stage, Subject } from './protocol'

/** Runs the suite. `records`: records of its formats as published, with their gold where the format carries any. */
export function describeConformance(protocol: Protocol, records: readonly Json[]): void {
  describe(protocol.id, () => {
    describeTexts(protocol)
    describeNames(protocol)
    describeRecords(protocol, records)
    for (const stage of protocol.stages) {
      describe(stage.key, () => {
        const { subject, segments, earlier } = sampleSubject(protocol, stage, records)
        describeUnits(stage, subject, () => stage.units(subject.content, segments, earlier))
        describeQuestions(stage, subject)
        describeMeasures(stage, subject)
        describeConsolidation(stage, subject)
        describeVotes(stage, subject)
      })
    }
  })
}

/** An answer that chooses the option. */
function answerWith(form: Question['form'], options: readonly Option[], { value }: Option): unknown {
  if (form === 'spans') return { spans: [{ start: 0, end: 1, label: value }] }
  if (form === 'rank') return options.map((each) => each.value)
  return form === 'set' ? [value] : value
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
    for (const { key, form, options, list, spans, picks, schema, required, initial } of questions) {
      if (form !== 'spans' && !picks) expect(['choice', 'set', 'rank'].includes(form), key).toBe(options !== undefined)
      expect(form === 'spans', key).toBe(spans !== undefined)
      expect(form === 'list', key).toBe(list !== undefined)
      if (picks) expect([form, picks.keys.every((each) => each !== '')], key).toEqual(['references', true])
      expect(required && initial !== undefined, `${key} is required and yet starts from something`).toBe(false)
      for (const option of options ?? []) {
        expect([option.text, option.key, option.definition].filter((text) => text.trim() === '')).toEqual([])
        expect(schema.safeParse(answerWith(form, options ?? [], option)).success, `${key} allows ${option.value}`).toBe(
          true,
        )
      }
    }
  })
}

function describeNames(protocol: Protocol): void {
  it('tells its formats, rules of roll-up and kinds of finding apart, and explains each', () => {
    const { formats, exports, rollUps, linter } = protocol
    for (const describedEntries of [[...formats, ...exports], rollUps, linter?.kinds ?? []]) {
      expect(new Set(describedEntries.map(({ key }) => key)).size).toBe(describedEntries.length)
      expect(
        describedEntries.filter(({ title, description }) => title.trim() === '' || description.trim() === ''),
      ).toEqual([])
    }
    const stages = protocol.stages.map(({ key }) => key)
    const needed = [...formats, ...exports].flatMap(({ stage }) => stage ?? [])
    expect(needed.filter((stage) => !stages.includes(stage))).toEqual([])
  })
}

function describeRecords(protocol: Protocol, records: readonly Json[]): void {
  it.each(records.map((record) => [JSON.stringify(record), record]))('record, item, gold, record: %s', (_, record) => {
    const { format, read } = readSample(protocol, record)
    expect(protocol.content.parse(read.content)).toEqual(read.content)
    expect(protocol.present(read.content).filter(({ title }) => title.trim() === '')).toEqual([])
    const gold = goldFrom(protocol, record, read)
    const last = format.stage ?? protocol.stages.at(-1)?.key ?? ''
    if (format.write && gold.stages[last]) expect(format.write(gold)).toEqual(record)
  })

  it('writes its files and finds its inconsistencies on every record that carries gold', () => {
    const kinds = protocol.linter?.kinds.map(({ key }) => key)
    for (const record of records) {
      const gold = goldFrom(protocol, record, readSample(protocol, record).read)
      const lines = protocol.exports.filter(({ stage }) => gold.stages[stage]).flatMap((each) => each.write(gold))
      expect(JSON.parse(JSON.stringify(lines))).toEqual(lines)
      const found = protocol.linter?.check(gold) ?? []
      expect(found.filter(({ kind, stage }) => !kinds?.includes(kind) || !gold.stages[stage])).toEqual([])
    }
  })
}

function describeUnits(stage: Stage, subject: Subject, again: () => Subject['units']): void {
  it('makes the same units every time, each with its own key', () => {
    expect(again()).toEqual(subject.units)
    expect(new Set(subject.units.map(({ key }) => key)).size).toBe(subject.units.length)
  })

  it('puts parts behind their wholes', () => {
    for (const [place, { parent }] of subject.units.entries()) {
      if (parent === undefined) continue
      const before = subject.units.slice(0, place).map(({ key }) => key)
      expect(before, parent).toContain(parent)
    }
  })

  it('says of the text that it cuts, if any, what is made of it', () => {
    expect(stage.resegments === null || stage.unitKinds.some(({ kind }) => kind === stage.resegments)).toBe(true)
  })
}

function describeQuestions(stage: Stage, subject: Subject): void {
  it('asks about kinds of unit that it has, by keys told apart', () => {
    const kinds = stage.unitKinds.map(({ kind }) => kind)
    const listUnits = stage.questions.flatMap(({ list }) => (list ? [{ unit: list.kind }] : []))
    const subjectUnits = subject.units.map(({ kind }) => ({ unit: kind }))
    const unitReferences = [...stage.questions, ...stage.measures, ...subjectUnits, ...listUnits]
    expect(unitReferences.filter(({ unit }) => !kinds.includes(unit))).toEqual([])
    const keys = stage.questions.map(({ unit, key }) => `${unit} ${key}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('never has two options with one key on screen', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      const whole = withMadeUnits(stage, subject, answers)
      for (const unit of whole.units) {
        const onScreen = [...new Set([whole.units[0] ?? unit, unit])].flatMap((each) =>
          stage.questions
            .filter((question) => isAsked(question, whole, answers, each))
            .flatMap(({ options }): readonly Option[] => options ?? []),
        )
        const keys = onScreen.map(({ key }) => key.toLowerCase())
        expect(new Set(keys).size, keys.join(' ')).toBe(keys.length)
      }
    })
  })

  it('rates within the categories of each measure', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      const whole = withMadeUnits(stage, subject, answers)
      for (const { key, unit: kind, categories, rating } of stage.measures) {
        const allowed = [null, ...categories.map(({ value }) => value)]
        const ratings = whole.units
          .filter((unit) => unit.kind === kind)
          .map((unit) => rating(whole, answers, unit, null))
        expect(
          ratings.filter((value) => !allowed.includes(value)),
          key,
        ).toEqual([])
      }
    })
  })

  it('rates and rolls up nothing but what counts', () => {
    check(subject, stage, 1, ([answers = {}]) => {
      const whole = withMadeUnits(stage, subject, answers)
      const counting = countingAnswers(stage, subject, answers)
      const rollUp = stage.rollUp(whole, answers)
      expect(stage.rollUp(whole, counting)).toEqual(rollUp)
      expect(JSON.parse(JSON.stringify(rollUp))).toEqual(rollUp)
    })
  })
}

export function readSample(protocol: Protocol, record: Json): { format: RecordFormat; read: ReadRecord } {
  const format = protocol.formats.find((each) => each.recognises(record))
  const result = format?.read(record)
  if (!format || !result?.ok) throw new Error(`Not a record of ${protocol.id}: ${JSON.stringify(result ?? record)}`)
  return { format, read: result.record }
}

export const segmentsOf = ({ segments }: ReadRecord) => segments ?? ['One.', 'Two.']

/** The gold that came with a record: its stages from the first on, as far as there are answers. */
function goldFrom(protocol: Protocol, source: Json, read: ReadRecord): GoldRecord {
  let stages: GoldRecord['stages'] = {}
  for (const stage of protocol.stages) {
    const votes = stage === protocol.stages[0] && read.votes?.length ? read.votes : null
    const answers = read.answers?.[stage.key] ?? (votes && {})
    if (!answers) break
    const units = stage.units(read.content, segmentsOf(read), stages)
    stages = { ...stages, [stage.key]: { units, answers, ...(votes ? { votes } : {}) } }
  }
  return { source, content: read.content, stages }
}

/** The units of a stage, from the first of these records that leads there. */
export function sampleSubject(protocol: Protocol, stage: Stage, records: readonly Json[]) {
  const before = protocol.stages.slice(0, protocol.stages.indexOf(stage))
  for (const record of records) {
    const { read } = readSample(protocol, record)
    const { content, stages } = goldFrom(protocol, record, read)
    const earlier = Object.fromEntries(before.flatMap(({ key }) => (stages[key] ? [[key, stages[key]]] : [])))
    if (Object.keys(earlier).length < before.length) continue
    const segments = segmentsOf(read)
    return { subject: { content, units: stage.units(content, segments, earlier) }, segments, earlier }
  }
  throw new Error(`No sample record of ${protocol.id} leads to the stage ${stage.key}`)
}
