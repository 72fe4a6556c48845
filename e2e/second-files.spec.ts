/** Records and the file of their sources, dropped together: what belongs to what is said before, and the source is read beside its response. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeUser } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const FOLDER = 'docs/examples/protocols'
const EXAMPLE = readFileSync(`${FOLDER}/unsupported-spans.yaml`, 'utf8')
const RESPONSE = 'unsupported-spans.jsonl'
const SOURCES = 'source_info.jsonl'

/** The example under an id of its own, without the tests that need the records beside it. */
const sourceOfOne = () =>
  EXAMPLE.replace('id: unsupported-spans', `id: second-${randomUUID()}`).replace(
    / {2}- \{record: unsupported-spans.jsonl.*\n/g,
    '',
  )

test('a project begins with records and the file of their sources', async ({ as }) => {
  const { protocolId } = await makeProtocolVersion({ source: sourceOfOne() })
  const page = await as(await makeUser({ canCreateProjects: true }))
  await page.goto(`/projects/new?protocol=${encodeURIComponent(protocolId)}`)
  await expectAwake(page)
  await page.locator('input[type=file]').setInputFiles([`${FOLDER}/${SOURCES}`, `${FOLDER}/${RESPONSE}`])
  await expect(page.getByText(/read together with/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create project and check the files' }).click()
  await expect(page.getByText(`10 records with a partner in ${SOURCES}, 0 without, 0 partners unused.`)).toBeVisible()
})

test('two files are imported together, and a task by keyboard shows the source', async ({ as }) => {
  const { protocolId } = await makeProtocolVersion({ source: sourceOfOne() })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })

  await test.step('the manager drops both, sees what belongs together, and adds them', async () => {
    const page = await as(await makeMember(project, 'manager'))
    await page.goto(`/projects/${project.id}/import`)
    await expectAwake(page)
    await page.locator('input[type=file]').setInputFiles([`${FOLDER}/${SOURCES}`, `${FOLDER}/${RESPONSE}`])
    await expect(page.getByText(`10 records with a partner in ${SOURCES}, 0 without, 0 partners unused.`)).toBeVisible()
    await expect(page.getByText(`The records are in ${RESPONSE}.`)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 10 records' }).click()
    await expect.poll(() => prisma().item.count({ where: { projectId: project.id } })).toBe(10)
  })

  await test.step('an annotator reads the source and answers by keys', async () => {
    const annotator = await makeMember(project, 'annotator')
    const item = await prisma().item.findFirstOrThrow({
      where: { projectId: project.id, externalId: '359' },
      include: { tasks: true },
    })
    const [task] = item.tasks
    if (!task) throw new Error('the item has no task')
    await makeAssignment(task, annotator)
    const page = await as(annotator)
    await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
    await expectAwake(page)
    const [line = ''] = readFileSync(`${FOLDER}/${SOURCES}`, 'utf8')
      .split('\n')
      .filter((each) => each.includes(`"source_id": "${JSON.parse(item.record).source_id}"`))
    const beginning: string = JSON.parse(line).source_info.slice(0, 60)
    await expect(page.getByText(beginning).first()).toBeVisible()
    await page.keyboard.press('o')
    await page.keyboard.press('Shift+N')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  })
})
