/** Every published record that is at hand goes in and comes out again. Needs ASSAY_DATA_DIR; skipped without. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { downloadExport } from '@/lib/releases/download-export'
import { prisma } from '@/lib/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptions } from './contract'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const directory = process.env.ASSAY_DATA_DIR ? path.join(process.env.ASSAY_DATA_DIR, 'felm') : null
const files = directory ? readdirSync(directory).filter((name) => name.endsWith('.jsonl')) : []
const idle = new AbortController().signal

async function setting() {
  const project = await makeProject()
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}
type Setting = Awaited<ReturnType<typeof setting>>

async function importFile({ project, manager }: Setting, bytes: Buffer | string, options: Partial<ImportOptions>) {
  const { id } = await uploadImport(manager, project.id, {
    name: 'felm.jsonl',
    body: new Response(Buffer.from(bytes)).body,
  })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true, ...options })
  await applyImport(id, idle)
  return prisma().import.findUniqueOrThrow({ where: { id } })
}

const exportOf = async ({ project, manager }: Setting, key: string) =>
  (await downloadExport(manager, project.id, key)).text()
const parsed = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
/** The stated rule for what is not JSON: a bare NaN is null. */
const normalised = (text: string) => parsed(text.replace(/: NaN([,}])/g, ': null$1'))

describe.skipIf(files.length === 0)('published FELM records (skipped without ASSAY_DATA_DIR)', () => {
  test.each(files)(
    '%s: all come in as gold and out again unchanged; a second time adds nothing; native too',
    async (name) => {
      const bytes = readFileSync(path.join(directory ?? '', name))
      const expected = normalised(bytes.toString('utf8'))
      const here = await setting()
      expect(await importFile(here, bytes, {})).toMatchObject({
        state: 'done',
        newCount: expected.length,
        duplicateCount: 0,
      })
      const gold = await exportOf(here, 'felm')
      expect(parsed(gold)).toEqual(expected)
      expect(await importFile(here, bytes, {})).toMatchObject({
        state: 'done',
        newCount: 0,
        duplicateCount: expected.length,
      })
      expect(await importFile(here, gold, {})).toMatchObject({
        state: 'done',
        newCount: 0,
        duplicateCount: expected.length,
      })
      const there = await setting()
      expect(await importFile(there, await exportOf(here, 'native'), {})).toMatchObject({ newCount: expected.length })
      expect(await exportOf(there, 'felm')).toBe(gold)
    },
    // Five passes over every record.
    120_000,
  )

  test.each(files)('%s: all come in as one person’s work, with a place left for another', async (name) => {
    const bytes = readFileSync(path.join(directory ?? '', name))
    const here = await setting()
    const person = await makeMember(here.project, 'annotator')
    const { newCount } = await importFile(here, bytes, { labels: 'person', personId: person.id, independent: true })
    const submitted = { projectId: here.project.id, state: 'open' as const, raters: 2, submittedCount: 1 }
    expect(await prisma().task.count({ where: submitted })).toBe(newCount)
  })
})
