import { expect, it } from 'vitest'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { linkUrls } from '@/lib/protocols/links'
import { expectedIn, felmFiles } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { type FelmRecord, felmRecords } from '@/tests/felm-records'
import { definition } from './definition'
import { readFelm } from './read'
import { segmentsStage } from './work'
import { writeFelm } from './write'

interface ExpectedFelm {
  samples: number
  segments: number
  positive: number
  negative: number
  error_responses: number
  error_rate: number
  types: Record<string, number>
  refs: number
  nonempty_comments: number
}

/** A record as the reader gives it, with its task's units. */
function imported(source: FelmRecord) {
  const result = readFelm(source)
  if (!result.ok) throw new Error(`${source.index}: ${JSON.stringify(result.problems)}`)
  const { content, segments, answers, warnings } = result.record
  const units = segmentsStage.units(content, segments ?? [], {})
  return { source, content, warnings, answers: answers?.segments ?? {}, units }
}

const written = (record: FelmRecord) => {
  const { source, content, units, answers } = imported(record)
  return writeFelm({ source, content, stages: { segments: { units, answers } } })
}

type Imported = ReturnType<typeof imported>

const sum = (items: readonly Imported[], count: (item: Imported) => number) =>
  items.reduce((total, item) => total + count(item), 0)

/** Counts by name, without those of 0. */
const tally = (names: readonly string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]))

/** Entries that the reader says it does not use because their segment is true; the published counts have them. */
const unused = (item: Imported, field: 'type' | 'comment') =>
  item.warnings
    .filter((warning) => warning.field.startsWith(field) && warning.message.includes('is true'))
    .map((warning) => Number(/\d+/.exec(warning.field)?.[0]))

/** The types of segments in records that have a list of types; null and "" are both `none`. */
function typesAmong(items: readonly Imported[]) {
  const names = items.flatMap((item) => {
    const { type } = item.source
    if (!Array.isArray(type)) return []
    const strays = unused(item, 'type')
    return type.map((written, index) =>
      strays.includes(index) ? String(written) : String(item.answers[`s${index + 1}`]?.errorType ?? 'none'),
    )
  })
  return tally(names)
}

function reasonsIn(item: Imported): number {
  const reasons = Object.values(item.answers).filter(({ reason }) => typeof reason === 'string')
  return reasons.length + unused(item, 'comment').length
}

function publishedTypes({ types }: ExpectedFelm) {
  const { None: nulls = 0, '': blanks = 0, ...named } = types
  return nulls + blanks > 0 ? { ...named, none: nulls + blanks } : named
}

/** What the built-in protocol says of a record. */
function figuresOf(record: FelmRecord) {
  const { trueSegments, falseSegments, responseFactual } = rollUpOf(imported(record))
  return { trueSegments, falseSegments, responseFactual }
}

const rollUpOf = ({ content, units, answers }: Imported) => segmentsStage.rollUp({ content, units }, answers)

describeData('published FELM records', { files: [felmFiles], expected: ['felm'] }, (folder) => {
  const records = felmRecords(folder)
  const expected = expectedIn<Record<string, ExpectedFelm>>(folder, 'felm')

  it('all read without a problem', () => {
    expect(records.filter((record) => !readFelm(record).ok).map(({ index }) => index)).toEqual([])
    expect(records).toHaveLength(expected.ALL?.samples ?? Number.NaN)
  })

  it('are recounted from what was read', () => {
    const everything = records.map(imported)
    for (const [domain, figures] of Object.entries(expected)) {
      const items = everything.filter(({ source }) => domain === 'ALL' || source.domain === domain)
      const wrong = sum(items, (item) => (rollUpOf(item).responseFactual === false ? 1 : 0))
      expect(
        {
          samples: items.length,
          segments: sum(items, (item) => Number(rollUpOf(item).segments)),
          positive: sum(items, (item) => Number(rollUpOf(item).trueSegments)),
          negative: sum(items, (item) => Number(rollUpOf(item).falseSegments)),
          error_responses: wrong,
          error_rate: Math.round((1e4 * wrong) / items.length) / 100,
          refs: sum(items, ({ answers }) => linkUrls(answers.item?.links ?? null).length),
          types: typesAmong(items),
          nonempty_comments: sum(items, reasonsIn),
        },
        domain,
      ).toEqual({ ...figures, types: publishedTypes(figures) })
    }
  })

  it('come out as gold exactly as they went in', () => {
    for (const record of records) {
      expect(JSON.stringify(written(record)), record.index).toBe(JSON.stringify(record))
    }
  })
  it('are read and written in the same way by a copy of the file, without what is written in TypeScript', () => {
    const copy = compileProtocol(definition)
    const [format] = copy.formats
    const [stage] = copy.stages
    for (const record of records) {
      const read = format.read(record)
      if (!read.ok) throw new Error(`${record.index}: ${JSON.stringify(read.problems)}`)
      const gold = goldOf(copy, record, read.record)
      expect(JSON.stringify(format.write?.(gold)), record.index).toBe(JSON.stringify(record))
      const { units, answers } = gold.stages.segments ?? { units: [], answers: {} }
      const { trueSegments, falseSegments, responseFactual } = stage.rollUp({ content: gold.content, units }, answers)
      expect({ trueSegments, falseSegments, responseFactual }).toMatchObject(figuresOf(record))
    }
  })
})
