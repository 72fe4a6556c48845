/** Published sets of spans under protocol files: records go round, counts and alpha of characters are the published ones. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Answers, Json } from '@/lib/protocols/answers'
import { spansAnswer } from '@/lib/protocols/marked-spans'
import type { Comparison, Protocol } from '@/lib/protocols/protocol'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { describeData } from '@/tests/describe-data'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { goldOf } from './run-tests'

function protocolOf(source: string): Protocol {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return compileProtocol(checked.definition)
}

const linesIn = <Line>(file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** What follows from the gold of each record, all of which have to be written as they were read. */
function rollUpsOf(protocol: Protocol, records: readonly Json[]): { [key: string]: Json }[] {
  const [format] = protocol.formats
  const [stage] = protocol.stages
  return records.map((record) => {
    const read = format.read(record)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    const gold = goldOf(protocol, record, read.record)
    expect(JSON.stringify(format.write?.(gold))).toBe(JSON.stringify(record))
    const { units, ...settled } = gold.stages[stage.key] ?? { units: [], answers: {} }
    return rolledUp(stage, { content: gold.content, units }, settled)
  })
}

const STATISTICS = 'next/expected_stats.json'
const ragtruth = 'next/ragtruth'

describeData('RAGTruth as a file', { files: [ragtruth, STATISTICS] }, (folder) => {
  it('goes round, and has the published counts of labels and of responses with spans', () => {
    const file = (name: string) => path.join(folder.path, ragtruth, name)
    type Source = { source_id: string; [key: string]: Json }
    const sources = new Map(linesIn<Source>(file('source_info.jsonl')).map((source) => [source.source_id, source]))
    const records = linesIn<{ source_id: string; [key: string]: Json }>(file('response.jsonl')).map(
      (response): Json => {
        const source = sources.get(response.source_id)
        return source ? { ...response, source } : response
      },
    )
    const rollUps = rollUpsOf(
      protocolOf(readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8')),
      records,
    )
    const { ragtruth: published } = JSON.parse(readFileSync(path.join(folder.path, STATISTICS), 'utf8'))
    expect(rollUps).toHaveLength(published.responses)
    expect(rollUps.filter(({ hallucinated }) => hallucinated)).toHaveLength(published.hallucinated_responses)
    for (const [label, count] of Object.entries(published.label_type)) {
      const counted = rollUps.map(
        ({ counts }) => (counts as { unsupported: Record<string, number> }).unsupported[label],
      )
      expect(
        counted.reduce<number>((sum, each) => sum + (each ?? 0), 0),
        label,
      ).toBe(count)
    }
  })
})

describeData('RAGTruth with a question for each field of its labels', { files: [ragtruth, STATISTICS] }, (folder) => {
  it('goes round, and has the published counts of kinds and flags', () => {
    const protocol = protocolOf(readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8'))
    const records = linesIn<{ model: string; labels: { meta: string | null }[] } & { [key: string]: Json }>(
      path.join(folder.path, ragtruth, 'response.jsonl'),
    )
    const rollUps = rollUpsOf(protocol, records as Json[])
    const { ragtruth: published } = JSON.parse(readFileSync(path.join(folder.path, STATISTICS), 'utf8'))
    type Counts = Record<string, Record<string, number>>
    const total = (question: string, value: string) =>
      rollUps.reduce((sum, { counts }) => sum + ((counts as Counts)[question]?.[value] ?? 0), 0)
    for (const [label, count] of Object.entries(published.label_type)) expect(total('kind', label), label).toBe(count)
    expect(total('unsupported', 'entries')).toBe(published.spans)
    expect(total('implicit', 'true')).toBe(published.implicit_true)
    expect(total('dueToNull', 'true')).toBe(published.due_to_null)
    for (const [model, figures] of Object.entries<{ hallucinated_without_implicit_true: number }>(published.by_model))
      expect(
        rollUps.filter(({ hallucinated }, index) => hallucinated && records[index]?.model === model),
        model,
      ).toHaveLength(figures.hallucinated_without_implicit_true)
  })
})

const MUSHROOM = readFileSync('docs/examples/protocols/hallucinated-spans.yaml', 'utf8')

interface Annotated {
  model_output_text: string
  annotations: Record<string, [start: number, end: number][]>
}

/** Figures over all pairs of raters of all records. */
function figuresOf(
  comparison: Comparison,
  protocol: Protocol,
  records: readonly { text: string; raters: readonly (readonly (readonly [number, number])[])[] }[],
): Record<string, number | null> {
  const sums = new Float64Array(comparison.sums)
  for (const { text, raters } of records) {
    const content = { question: '', answer: text }
    const [item, ...others] = protocol.stages[0].units(content, [], {})
    if (!item) throw new Error('There is no item.')
    const answers = raters.map((spans): Answers => {
      const marked = spans.filter(([start, end]) => start < end).map(([start, end]) => ({ start, end, label: null }))
      return { item: { marks: spansAnswer({}, marked) } }
    })
    for (const [place, one] of answers.entries())
      for (const other of answers.slice(place + 1))
        for (const [at, sum] of (
          comparison.compare({ content, units: [item, ...others] }, one, other, item) ?? []
        ).entries())
          sums[at] = (sums[at] ?? 0) + sum
  }
  return Object.fromEntries(comparison.figures.map(({ key, of }) => [key, of(sums).value]))
}

const mushroom = 'next/mushroom/splits'

describeData('Mu-SHROOM as a file', { files: [mushroom, STATISTICS] }, (folder) => {
  const files = ['test_labeled/v1', 'val/v2'].flatMap((split) =>
    readdirSync(path.join(folder.path, mushroom, split)).map((name) => path.join(folder.path, mushroom, split, name)),
  )
  const protocol = protocolOf(MUSHROOM)
  const [comparison] = protocol.stages[0].comparisons ?? []
  const { mushroom: published } = JSON.parse(readFileSync(path.join(folder.path, STATISTICS), 'utf8'))
  const named = files.map((file) => [/mushroom\.(.+)\.extra/.exec(file)?.[1] ?? '', file] as const)

  it.each(named)('goes round: %s', (_, file) => {
    rollUpsOf(protocol, linesIn<Annotated & { [key: string]: Json }>(file) as Json[])
  })

  // Where as many rated each item, alpha over pairs differs from that over all raters in the correction for small samples only.
  const isRatedEvenly = (name: string) => Object.keys(published[name].annotators_per_item).length === 1
  it('most files are rated by as many in each item', () => {
    expect(named.filter(([name]) => isRatedEvenly(name))).toHaveLength(20)
  })

  it.each(named.filter(([name]) => isRatedEvenly(name)))('has the published alpha of characters: %s', (name, file) => {
    const records = linesIn<Annotated & { [key: string]: Json }>(file)
    if (!comparison) throw new Error('Spans are not compared.')
    const figures = published[name]
    const rated = records.map(({ model_output_text: text, annotations }) => ({
      text,
      raters: Object.values(annotations),
    }))
    const { characterAlpha } = figuresOf(comparison, protocol, rated)
    expect(characterAlpha).toBeCloseTo(figures.alpha_characters_raw, 3)
  })
})
