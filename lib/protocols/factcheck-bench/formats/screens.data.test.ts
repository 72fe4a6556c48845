import { createReadStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRecords } from '@/lib/imports/reading/read-records'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { formats } from '.'
import { toolNames } from './dialects'
import { ownEvidenceIn } from './own-evidence'
import { goldOf, readAs } from './sample-documents'

// The authors' example of one document on its way through the three screens, outside the project.
const folder = process.env.ASSAY_DATA_DIR
const inside = (name: string) => path.join(folder ?? '', 'annotation_tool_example', `0_${name}.json`)
const file = (name: string): JsonRecord => (folder ? JSON.parse(readFileSync(inside(name), 'utf8')) : {})

const screens = ['screen1', 'screen1_output', 'screen2', 'screen2_output', 'screen3', 'screen3_output'] as const
type Screen = (typeof screens)[number]
const keyOf = (screen: Screen) => screen.replace('_', '-')
const written = (key: string, gold: GoldRecord): Json => formats.find((each) => each.key === key)?.write?.(gold) ?? null

const firstDocument = (): Json =>
  JSON.parse(
    readFileSync(path.join(folder ?? '', 'factcheckbench', 'factcheck-GPT-benchmark.jsonl'), 'utf8').split('\n')[0] ??
      '',
  )

/** Gold as if the answers of one file had been given on what another file holds. */
function answeredAs(asked: Screen, answers: GoldRecord): GoldRecord {
  const source = file(asked)
  return { source, content: readAs(source).read.content, stages: answers.stages }
}

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

describe.skipIf(!folder)('the example of the authors’ pages (set ASSAY_DATA_DIR to compare)', () => {
  it.each(screens)('reads %s.json, one object over many lines, as what it is', async (screen) => {
    const entries: Json[] = []
    for await (const entry of readRecords(createReadStream(inside(screen)))) if (entry.ok) entries.push(entry.value)
    expect(entries).toEqual([file(screen)])
    expect(readAs(entries[0] ?? null).format.key).toBe(keyOf(screen))
  })

  it.each(screens.filter((screen) => screen !== 'screen1'))('writes %s.json as it was read', (screen) => {
    expect(written(keyOf(screen), goldOf(file(screen)))).toEqual(file(screen))
  })

  it('keeps the machine’s claims, id and source of screen 1 as suggestions and facts of the item', () => {
    const { read } = readAs(file('screen1'))
    const { id, source, 'atomic claims': claims } = file('screen1')
    expect([read.externalId, read.source]).toEqual([String(id), source])
    const seeds = read.suggestions?.map(({ value }) =>
      (value as { values: { text: string } }[]).map((s) => s.values.text),
    )
    expect(seeds).toEqual(claims)
  })

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
    const benchmark = firstDocument()
    const answers = goldOf(benchmark)
    const third = goldOf(file('screen3'))
    const gold = { source: third.source, content: answers.content, stages: answers.stages }
    expect(written('benchmark', gold)).toEqual(benchmark)
    expect(written('screen3-output', { ...gold, source: benchmark })).toMatchObject(file('screen3_output'))
  })
})
