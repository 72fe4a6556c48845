/** Every published document that is at hand goes through the database and comes out again. Needs ASSAY_DATA_DIR. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { protocolById } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { nativeRecordSchema } from '@/lib/releases/contract'
import { downloadExport } from '@/lib/releases/download-export'
import { prisma } from '@/lib/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptions } from './contract'
import { readItem } from './read-item'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const directory = process.env.ASSAY_DATA_DIR
const protocol = protocolById('factcheck-bench')
const idle = new AbortController().signal
const SECONDS = 120_000

const bytesOf = (...place: string[]) => readFileSync(path.join(directory ?? '', ...place))
const parsed = (text: string): Json[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

async function setting() {
  const project = await makeProject({ protocolId: protocol.id })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}
type Setting = Awaited<ReturnType<typeof setting>>

async function importFile({ project, manager }: Setting, bytes: Buffer | string, options: Partial<ImportOptions> = {}) {
  const { id } = await uploadImport(manager, project.id, {
    name: 'a file',
    body: new Response(Buffer.from(bytes)).body,
  })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true, ...options })
  await applyImport(id, idle)
  return prisma().import.findUniqueOrThrow({ where: { id } })
}

const exportOf = async ({ project, manager }: Setting, key: string) =>
  (await downloadExport(manager, project.id, key)).text()

function readRow(record: Json) {
  const value = record as { [key: string]: Json }
  const reading = readItem(protocol, { ok: true, line: 1, raw: JSON.stringify(record), value, notes: [] })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.item
}

/** What the formats write of the records themselves, with no database between. */
function written(key: string, records: readonly Json[]): Json[] {
  const format = [...protocol.formats, ...protocol.exports].find((each) => each.key === key)
  return records.flatMap((source) => {
    const { content, stages } = readRow(source)
    const gold = stages.flatMap(({ key: stage, units, answers }) =>
      answers ? [[stage, { units, answers }] as const] : [],
    )
    const result = format?.write?.({ source, content, stages: Object.fromEntries(gold) }) ?? null
    return Array.isArray(result) ? result : [result]
  })
}

describe.skipIf(!directory)('published Factcheck-Bench documents (skipped without ASSAY_DATA_DIR)', () => {
  const folder = path.join(directory ?? '', 'factcheckbench')
  const benchmarks = directory ? readdirSync(folder).filter((name) => /benchmark.*\.jsonl$/.test(name)) : []

  test.each(benchmarks)(
    '%s: all come in as gold of three stages and out again unchanged, in every format; a second time adds nothing; native too',
    async (name) => {
      const bytes = bytesOf('factcheckbench', name)
      const expected = parsed(bytes.toString('utf8'))
      const here = await setting()
      expect(await importFile(here, bytes)).toMatchObject({ state: 'done', newCount: expected.length })
      const gold = await exportOf(here, 'benchmark')
      expect(parsed(gold)).toEqual(expected)
      const projectId = here.project.id
      expect(await prisma().task.count({ where: { projectId, state: 'gold' } })).toBe(expected.length * 3)

      expect(await importFile(here, bytes)).toMatchObject({ newCount: 0, duplicateCount: expected.length })
      expect(await importFile(here, gold)).toMatchObject({ newCount: 0, duplicateCount: expected.length })

      const there = await setting()
      const native = await exportOf(here, 'native')
      for (const line of parsed(native)) nativeRecordSchema.parse(line)
      expect(await importFile(there, native)).toMatchObject({ newCount: expected.length })
      expect(await importFile(there, native)).toMatchObject({ newCount: 0, duplicateCount: expected.length })
      const others = [...protocol.formats.filter(({ write }) => write), ...protocol.exports].map(({ key }) => key)
      for (const key of others) {
        const lines = parsed(await exportOf(here, key))
        expect(lines, key).toEqual(written(key, expected))
        expect(parsed(await exportOf(there, key)), key).toEqual(lines)
      }
    },
    SECONDS,
  )

  test(
    'Factbench: every row comes in, and out again where its claims are gold',
    async () => {
      const bytes = bytesOf('factbench', 'Factbench.jsonl')
      const expected = parsed(bytes.toString('utf8'))
      const here = await setting()
      const { newCount, duplicateCount } = await importFile(here, bytes)
      expect(newCount + duplicateCount).toBe(expected.length)
      const unique = [...new Map(expected.map((row) => [JSON.stringify(row), row])).values()]
      const labelled = unique.filter((row) =>
        readRow(row).stages.some(({ key, answers }) => key === 'verify' && answers),
      )
      expect(labelled.length).toBeGreaterThan(0)
      expect(parsed(await exportOf(here, 'factbench'))).toEqual(labelled)
    },
    SECONDS,
  )
})

const screens = ['screen1', 'screen1_output', 'screen2', 'screen2_output', 'screen3', 'screen3_output']

describe.skipIf(!directory)('the authors’ example files (skipped without ASSAY_DATA_DIR)', () => {
  test.each(screens)('%s.json, dropped as it is, is one item and comes out again', async (screen) => {
    const bytes = bytesOf('annotation_tool_example', `0_${screen}.json`)
    const here = await setting()
    expect(await importFile(here, bytes)).toMatchObject({ state: 'done', recordCount: 1, newCount: 1 })
    const key = screen.replace('_', '-')
    const tasks = await prisma().task.findMany({
      where: { projectId: here.project.id },
      orderBy: { stage: { position: 'asc' } },
      select: { state: true, _count: { select: { units: true, suggestions: true } } },
    })
    if (screen === 'screen1') {
      expect(tasks).toMatchObject([{ state: 'open' }])
      expect(tasks[0]?._count.suggestions).toBeGreaterThan(0)
      return
    }
    expect(parsed(await exportOf(here, key))).toEqual([JSON.parse(bytes.toString('utf8'))])
    // The stage behind the last one that the file settles is open, with the units that its gold leads to.
    const settled = Number(/\d/.exec(screen)?.[0]) - (screen.endsWith('output') ? 0 : 1)
    expect(tasks.map(({ state }) => state)).toEqual(['gold', 'gold', 'gold', 'open'].slice(3 - settled).slice(0, 3))
    expect(tasks.every(({ _count }) => _count.units > 1)).toBe(true)
  })
})
