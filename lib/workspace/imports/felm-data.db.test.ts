/** Every published FELM record goes in and comes out again. */
import { expect, test } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { felmFiles, filesIn, recordsOf, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptions } from './contract'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal

async function setting() {
  const project = await makeProject()
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}
type Setting = Awaited<ReturnType<typeof setting>>

async function importFile({ project, manager }: Setting, text: string, options: Partial<ImportOptions>) {
  const { id } = await uploadImport(manager, project.id, {
    name: 'felm.jsonl',
    body: new Response(text).body,
  })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true, ...options })
  await applyImport(id, idle)
  return prisma().import.findUniqueOrThrow({ where: { id } })
}

const exportOf = async ({ project, manager }: Setting, key: string) =>
  (await downloadExport(manager, project.id, key)).text()

// Five passes over every record.
describeData('published FELM records', { files: [felmFiles] }, (folder) => {
  const files = filesIn(folder, felmFiles)

  test.each(files)(
    '%s: all come in as gold and out again unchanged; a second time adds nothing; native too',
    async (name) => {
      const text = textIn(folder, `felm/${name}`)
      const expected = recordsOf(text)
      const here = await setting()
      expect(await importFile(here, text, {})).toMatchObject({
        state: 'done',
        newCount: expected.length,
        duplicateCount: 0,
      })
      const gold = await exportOf(here, 'felm')
      expect(recordsOf(gold)).toEqual(expected)
      expect(await importFile(here, text, {})).toMatchObject({
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
  )

  test.each(files)('%s: all come in as one person’s work, with a place left for another', async (name) => {
    const text = textIn(folder, `felm/${name}`)
    const here = await setting()
    const person = await makeMember(here.project, 'annotator')
    const { newCount } = await importFile(here, text, { labels: 'person', personId: person.id, independent: true })
    const submitted = { projectId: here.project.id, state: 'open' as const, raters: 2, submittedCount: 1 }
    expect(await prisma().task.count({ where: submitted })).toBe(newCount)
  })
})
