/** A question with several answers, by the keyboard alone: chosen, submitted, settled, and written as the record has it. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const RECORD = { id: 'm1', question: 'How far is the moon?', answer: 'As far as you like.' }

/** The example, with a reviewer who settles what differs. */
async function makeSetProject() {
  const source = readFileSync('docs/examples/protocols/answer-problems.yaml', 'utf8')
    .replace('id: answer-problems', `id: sets-${randomUUID()}`)
    .replace('policy: majority\n    raters: 3', 'policy: reviewer\n    raters: 2')
    .replace('settle: majority', 'settle: decide')
    .replace(/ {2}- \{record: "answer-problems.jsonl.*\n/, '')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  return { project, task: await makeTask(project, { record: RECORD }) }
}

const box = (page: Page, name: string) =>
  page
    .getByRole('group', { name: /What is wrong with the answer/ })
    .getByRole('checkbox', { name: new RegExp(`^${name}`) })

test('several values are chosen, settled and exported by the keyboard alone', async ({ as }) => {
  const { project, task } = await makeSetProject()
  const place = `/projects/${project.id}/tasks/${task.id}`
  const stateOf = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state

  for (const [keys, chosen, taken] of [
    ['wvow', ['Wrong'], ['Evasive', 'None of these']],
    ['wiov', ['Evasive'], ['None of these']],
  ] as const)
    await test.step(`an annotator presses ${keys}`, async () => {
      const annotator = await makeMember(project, 'annotator')
      await makeAssignment(task, annotator)
      const page = await as(annotator)
      await page.goto(`${place}/annotate`)
      await expectAwake(page)
      await expect(page.getByRole('group', { name: /Choose at most 3\./ })).toBeVisible()
      for (const key of keys) await page.keyboard.press(key)
      for (const name of chosen) await expect(box(page, name)).toBeChecked()
      for (const name of taken) await expect(box(page, name)).not.toBeChecked()
      if (keys === 'wiov') for (const key of 'uw') await page.keyboard.press(key)
      else await expectAccessible(page)
      // Three values, so that a fourth cannot be put in, by its key neither.
      if (keys === 'wiov') {
        await page.keyboard.press('i')
        await expect(box(page, 'Incomplete')).not.toBeChecked()
        await expect(box(page, 'Incomplete')).toHaveAttribute('aria-disabled', 'true')
      }
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
    })

  await test.step('a reviewer sees what only one of them chose, and takes a lane', async () => {
    await expect.poll(stateOf).toBe('consolidating')
    const desk = await as(await makeMember(project, 'reviewer'))
    await desk.goto(`${place}/consolidate`)
    await expectAwake(desk)
    const lane = desk.getByRole('region', { name: 'Lane A' })
    const isThree = await lane.getByText('Unsafe').isVisible()
    await expect(desk.getByText('Unsafe (only here)')).toBeVisible()
    await expect(desk.getByText('Wrong (only here)')).toHaveCount(0)
    await expectAccessible(desk)
    await desk.keyboard.press(isThree ? '1' : '2')
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(stateOf).toBe('gold')
  })

  await test.step('the gold is a record with a list in the words of the file', async () => {
    const page = await as(await makeMember(project, 'manager'))
    const record = JSON.parse(await downloadExport(page, project.id, 'Gold as Record'))
    expect(record).toMatchObject({ ...RECORD, problems: ['factual error', 'evasive', 'unsafe'] })
  })
})
