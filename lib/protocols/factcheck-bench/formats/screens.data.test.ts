import { createReadStream } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { type DataFolder, filesIn, recordsIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { formats } from '.'
import { toolNames } from './dialects'
import { ownEvidenceIn } from './own-evidence'
import { goldOf, readAs } from './sample-documents'

const EXAMPLES = 'annotation_tool_example'
const BENCHMARK = 'factcheckbench/factcheck-GPT-benchmark.jsonl'

const screens = ['screen1', 'screen1_output', 'screen2', 'screen2_output', 'screen3', 'screen3_output'] as const
type Screen = (typeof screens)[number]
const keyOf = (screen: Screen) => screen.replace('_', '-')
const written = (key: string, gold: GoldRecord): Json => formats.find((each) => each.key === key)?.write?.(gold) ?? null

/** The files of one screen: of one document as the page saves it, or of several, one a line. */
const filesLike = (screen: Screen) => ({ within: EXAMPLES, named: new RegExp(`_${screen}\\.jsonl?$`) })
const filesOf = (folder: DataFolder, screen: Screen) => filesIn(folder, filesLike(screen))

const recordsOf = (folder: DataFolder, file: string): JsonRecord[] =>
  file.endsWith('.json')
    ? [JSON.parse(textIn(folder, `${EXAMPLES}/${file}`))]
    : recordsIn(folder, `${EXAMPLES}/${file}`)

/** Gold as if the answers of one file had been given on what another file holds. */
const answeredOn = (source: JsonRecord, answers: GoldRecord): GoldRecord => ({
  source,
  content: readAs(source).read.content,
  stages: answers.stages,
})

/** Own evidence by its rows: typed anew it is spelled one way, whatever blanks the annotator had left. */
function withRows(sentences: Json): JsonRecord {
  const entries = Object.entries(isJsonRecord(sentences) ? sentences : {}).map(([name, sentence]) => {
    const { [toolNames.human]: texts = [], ...rest } = isJsonRecord(sentence) ? sentence : {}
    return [name, { ...rest, rows: (texts as string[]).map((text) => ownEvidenceIn(text)) }]
  })
  return Object.fromEntries(entries)
}

/** What our file has and theirs has not: the fields that the authors' pages drop. */
function added(ours: Json, theirs: Json): string[] {
  if (!isJsonRecord(ours) || !isJsonRecord(theirs)) return []
  return Object.entries(ours).flatMap(([field, value]) => {
    const other = theirs[field]
    return other === undefined ? [field] : added(value, other)
  })
}

describeData('the files of the authors’ pages', { files: screens.map(filesLike) }, (folder) => {
  const files = screens.flatMap((screen) => filesOf(folder, screen).map((file) => ({ screen, file })))

  it.each(files)(
    'reads $file, of one object over many lines or one a line, as what it is',
    async ({ screen, file }) => {
      const entries: Json[] = []
      const stream = createReadStream(path.join(folder.path, EXAMPLES, file))
      for await (const entry of readRecords(stream)) if (entry.ok) entries.push(entry.value)
      expect(entries).toEqual(recordsOf(folder, file))
      for (const entry of entries) expect(readAs(entry).format.key).toBe(keyOf(screen))
    },
  )

  it.each(files.filter(({ screen }) => screen !== 'screen1'))('writes $file as it was read', ({ screen, file }) => {
    for (const record of recordsOf(folder, file)) expect(written(keyOf(screen), goldOf(record))).toEqual(record)
  })

  it('keeps the machine’s claims, id and source of screen 1 as suggestions and facts of the item', () => {
    for (const record of filesOf(folder, 'screen1').flatMap((file) => recordsOf(folder, file))) {
      const { read } = readAs(record)
      const { id, source, 'atomic claims': claims } = record
      expect([read.externalId, read.source]).toEqual([String(id), source])
      const seeds = read.suggestions?.map(({ value }) =>
        (value as { values: { text: string } }[]).map((s) => s.values.text),
      )
      expect(seeds).toEqual((claims as string[][]).filter((each) => each.length > 0))
    }
  })
})

const examples = screens.map((screen) => `${EXAMPLES}/0_${screen}.json`)

describeData('the example of the authors’ pages', { files: [...examples, BENCHMARK] }, (folder) => {
  const file = (screen: Screen): JsonRecord => JSON.parse(textIn(folder, `${EXAMPLES}/0_${screen}.json`))
  const answeredAs = (asked: Screen, answers: GoldRecord) => answeredOn(file(asked), answers)

  it('goes from the input of each screen, with the answers given there, to its output', () => {
    const first = written('screen1-output', answeredAs('screen1', goldOf(file('screen1_output'))))
    expect(first).toEqual(file('screen1_output'))
    const second = written('screen2-output', answeredAs('screen2', goldOf(file('screen2_output'))))
    expect(withRows(second)).toMatchObject(withRows(file('screen2_output')))
    expect(new Set(added(second, file('screen2_output')))).toEqual(new Set([toolNames.urls]))
    const verified = goldOf(file('screen3'))
    const { merge } = goldOf(file('screen3_output')).stages
    const third = written('screen3-output', { ...verified, stages: { ...verified.stages, ...(merge && { merge }) } })
    expect(third).toMatchObject(file('screen3_output'))
    expect(new Set(added(third, file('screen3_output')))).toEqual(new Set([toolNames.enough, toolNames.human]))
  })

  it('goes from screen 1 with the answers of screen 2 to the input of screen 3', () => {
    const output = goldOf(file('screen2_output'))
    const { content, segments } = readAs(file('screen1')).read
    const units = (key: string) => output.stages[key]?.units ?? []
    const named = (key: string) =>
      units(key).map((unit) => {
        const number = /^s(\d+)$/.exec(unit.key)?.[1]
        return number ? { ...unit, text: segments?.[Number(number) - 1] ?? '' } : unit
      })
    const stages = Object.fromEntries(
      Object.entries(output.stages).map(([key, gold]) => [key, { ...gold, units: named(key) }]),
    )
    const evidence = (output.content as { evidence: Json }).evidence
    const gold = { source: file('screen2_output'), content: { ...(content as JsonRecord), evidence }, stages }
    const third = written('screen3', gold)
    expect(third).toMatchObject(file('screen3'))
    expect(new Set(added(third, file('screen3')))).toEqual(new Set(['source']))
  })

  it('goes from the final answers to the first line of the benchmark', () => {
    const [benchmark = {}] = recordsIn(folder, BENCHMARK)
    const answers = goldOf(benchmark)
    const third = goldOf(file('screen3'))
    const gold = { source: third.source, content: answers.content, stages: answers.stages }
    expect(written('benchmark', gold)).toEqual(benchmark)
    expect(written('screen3-output', { ...gold, source: benchmark })).toMatchObject(file('screen3_output'))
  })
})
