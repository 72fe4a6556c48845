/** Every published document of Factcheck-Bench goes through the database and comes out again. */
import { expect, test } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { actorOf } from '@/tests/actors'
import { filesIn, recordsOf, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { normalLines } from '@/tests/support/normal-json'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptions } from './contract'
import { readItem } from './read-item'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const protocol = protocolById('factcheck-bench')
const FACTBENCH = 'factbench/Factbench.jsonl'
const idle = new AbortController().signal

async function setting() {
  const project = await makeProject({ protocolId: protocol.id })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}
type Setting = Awaited<ReturnType<typeof setting>>

async function importFile({ project, manager }: Setting, text: string, options: Partial<ImportOptions> = {}) {
  const { id } = await uploadImport(manager, project.id, {
    name: 'a file',
    body: new Response(text).body,
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

const BENCHMARKS = { within: 'factcheckbench', named: /benchmark.*\.jsonl$/ }

describeData('published Factcheck-Bench documents', { files: [BENCHMARKS] }, (folder) => {
  test.each(filesIn(folder, BENCHMARKS))(
    '%s: all come in as gold of three stages and out again unchanged, in every format; a second time adds nothing; native too',
    async (name) => {
      const text = textIn(folder, `factcheckbench/${name}`)
      const expected = recordsOf(text)
      const here = await setting()
      expect(await importFile(here, text)).toMatchObject({ state: 'done', newCount: expected.length })
      const gold = await exportOf(here, 'benchmark')
      expect(normalLines(gold)).toEqual(normalLines(text))
      const projectId = here.project.id
      expect(await prisma().task.count({ where: { projectId, state: 'gold' } })).toBe(expected.length * 3)

      expect(await importFile(here, text)).toMatchObject({ newCount: 0, duplicateCount: expected.length })
      expect(await importFile(here, gold)).toMatchObject({ newCount: 0, duplicateCount: expected.length })

      const there = await setting()
      const native = await exportOf(here, 'native')
      for (const line of recordsOf(native)) nativeRecordSchema.parse(line)
      expect(await importFile(there, native)).toMatchObject({ newCount: expected.length })
      expect(await importFile(there, native)).toMatchObject({ newCount: 0, duplicateCount: expected.length })
      const others = [...protocol.formats.filter(({ write }) => write), ...protocol.exports].map(({ key }) => key)
      for (const key of others) {
        const lines = recordsOf(await exportOf(here, key))
        expect(lines, key).toEqual(written(key, expected))
        expect(recordsOf(await exportOf(there, key)), key).toEqual(lines)
      }
    },
  )
})

describeData('published Factbench rows', { files: [FACTBENCH] }, (folder) => {
  test('every row comes in, and out again where its claims are gold', async () => {
    const text = textIn(folder, FACTBENCH)
    const expected = recordsOf(text)
    const here = await setting()
    const { newCount, duplicateCount } = await importFile(here, text)
    expect(newCount + duplicateCount).toBe(expected.length)
    const unique = [...new Map(expected.map((row) => [JSON.stringify(row), row])).values()]
    const labelled = unique.filter((row) => readRow(row).stages.some(({ key, answers }) => key === 'verify' && answers))
    expect(labelled.length).toBeGreaterThan(0)
    expect(recordsOf(await exportOf(here, 'factbench'))).toEqual(labelled)
  })
})

const screens = ['screen1', 'screen1_output', 'screen2', 'screen2_output', 'screen3', 'screen3_output']

/** How many stages a screen's file settles: its output that of the screen too, its input those before. */
const depthOf = (screen: string): number => Number(/\d/.exec(screen)?.[0]) - (screen.endsWith('output') ? 0 : 1)

const EXAMPLES = 'annotation_tool_example'
const examples = screens.map((screen) => `${EXAMPLES}/0_${screen}.json`)

describeData('the authors’ example files', { files: examples }, (folder) => {
  test.each(screens)('%s.json, dropped as it is, is one item and comes out again', async (screen) => {
    const text = textIn(folder, `${EXAMPLES}/0_${screen}.json`)
    const here = await setting()
    expect(await importFile(here, text)).toMatchObject({ state: 'done', recordCount: 1, newCount: 1 })
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
    expect(recordsOf(await exportOf(here, key))).toEqual([JSON.parse(text)])
    // The stage behind the last one that the file settles is open, with the units that its gold leads to.
    const settled = depthOf(screen)
    expect(tasks.map(({ state }) => state)).toEqual(['gold', 'gold', 'gold', 'open'].slice(3 - settled).slice(0, 3))
    expect(tasks.every(({ _count }) => _count.units > 1)).toBe(true)
  })
})

const SEVERAL = { within: EXAMPLES, named: /\.jsonl$/ }

describeData('files of the authors’ pages with several documents', { files: [SEVERAL] }, (folder) => {
  test.each(filesIn(folder, SEVERAL))('%s: every document comes in and out again', async (name) => {
    const text = textIn(folder, `${EXAMPLES}/${name}`)
    const expected = recordsOf(text)
    const here = await setting()
    expect(await importFile(here, text)).toMatchObject({ state: 'done', newCount: expected.length })
    const screen = screens.find((each) => name.endsWith(`_${each}.jsonl`)) ?? ''
    const settled = await prisma().task.count({ where: { projectId: here.project.id, state: 'gold' } })
    expect(settled).toBe(screen === 'screen1' ? 0 : expected.length * depthOf(screen))
    expect(recordsOf(await exportOf(here, screen.replace('_', '-')))).toEqual(screen === 'screen1' ? [] : expected)
  })
})

const REVISIONS = 'factcheckbench/subtask5_revision.jsonl'

describeData('the benchmark’s file of revisions', { files: [REVISIONS] }, (folder) => {
  test('every response comes in to be revised, true ones set aside', async () => {
    const text = textIn(folder, REVISIONS)
    const expected = recordsOf(text)
    const project = await makeProject({ protocolId: 'factcheck-bench-revision' })
    const here = { project, manager: actorOf(await makeMember(project, 'manager')) }
    expect(await importFile(here, text)).toMatchObject({ state: 'done', newCount: expected.length })
    const items = await prisma().item.findMany({
      where: { projectId: project.id },
      orderBy: { position: 'asc' },
      select: { record: true, discardedAt: true },
    })
    expect(items.map(({ record }) => record)).toEqual(text.trimEnd().split('\n'))
    expect(items.map(({ discardedAt }) => discardedAt === null)).toEqual(
      expected.map((record) => record['factual state'] === 'false'),
    )
  })
})
