/** Spans of a text by the keyboard alone: marked, moved, labelled anew, removed, settled from two people’s, and written as the record has them. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const RECORD = {
  id: 'r1',
  source: { task_type: 'Summary', source_info: 'The bank opened in 1902.' },
  response: 'The old bank opened in 1903.',
}

/** The example, without the tests that need its file of records. */
async function makeSpanProject() {
  const source = readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8')
    .replace('id: unsupported-spans', `id: spans-${randomUUID()}`)
    .replace(/ {2}- \{record: unsupported-spans.jsonl.*\n/g, '')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  return { project, task: await makeTask(project, { record: RECORD }) }
}

const textField = (page: Page) => page.getByRole('textbox', { name: 'What does the source not support?' })
const spans = (page: Page) => page.getByRole('list', { name: 'Marked spans' }).getByRole('listitem')

/** Chooses characters of the text with the arrows, from its beginning. */
async function choose(page: Page, from: number, to: number) {
  await page.keyboard.press('ControlOrMeta+Home')
  for (let at = 0; at < from; at++) await page.keyboard.press('ArrowRight')
  for (let at = from; at < to; at++) await page.keyboard.press('Shift+ArrowRight')
}

test('spans are marked, settled and exported by the keyboard alone', async ({ as }) => {
  const { project, task } = await makeSpanProject()
  const place = `/projects/${project.id}/tasks/${task.id}`
  const stateOf = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state

  await test.step('an annotator marks, corrects and removes', async () => {
    const annotator = await makeMember(project, 'annotator')
    await makeAssignment(task, annotator)
    const page = await as(annotator)
    await page.goto(`${place}/annotate`)
    await expectAwake(page)
    await page.keyboard.press('o')
    await page.keyboard.press('Shift+M')
    await expect(textField(page)).toBeFocused()
    await choose(page, 4, 7)
    await page.keyboard.press('4')
    await expect(spans(page)).toHaveText([/old.*Subtle Baseless Info/])
    await expect(page.getByText('Marked “old” as Subtle Baseless Info. 1 span in all.')).toBeAttached()
    // The span that one is at gets another label, and is drawn over more words.
    await page.keyboard.press('3')
    await expect(spans(page)).toHaveText([/old.*Evident Baseless Info/])
    for (let at = 0; at < 5; at++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await expect(spans(page)).toHaveText([/old bank.*Evident Baseless Info/])
    // One that overlaps it, removed again and brought back.
    await choose(page, 8, 19)
    await page.keyboard.press('1')
    await expect(spans(page)).toHaveCount(2)
    await expectAccessible(page)
    await page.keyboard.press('Delete')
    await expect(spans(page)).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(spans(page)).toHaveText([/old bank/, /bank opened.*Evident Conflict/])
    // To those who listen, each span is its words and its label, which lead to it.
    await expect(page.getByRole('list', { name: 'Marked spans' })).toMatchAriaSnapshot(`
      - list "Marked spans":
        - listitem:
          - button /old bank Evident Baseless Info/
        - listitem:
          - button /bank opened Evident Conflict/
    `)
    await page.keyboard.press('.')
    await expect(page.getByText(/^Span \d of 2: /)).toBeAttached()
    // Nothing is written into the text.
    await page.keyboard.type('q')
    await expect(textField(page)).toHaveValue(RECORD.response)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  })

  await test.step('another says that there is nothing to mark', async () => {
    const annotator = await makeMember(project, 'annotator')
    await makeAssignment(task, annotator)
    const page = await as(annotator)
    await page.goto(`${place}/annotate`)
    await expectAwake(page)
    await page.keyboard.press('o')
    await page.keyboard.press('Shift+N')
    await expect(page.getByText('Nothing is marked: there is nothing to mark.')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  })

  await test.step('a reviewer sees both, and takes one', async () => {
    await expect.poll(stateOf).toBe('consolidating')
    const desk = await as(await makeMember(project, 'reviewer'))
    await desk.goto(`${place}/consolidate`)
    await expectAwake(desk)
    await expect(desk.getByText('Nothing is marked', { exact: true })).toBeVisible()
    await expect(desk.getByText('only here')).toHaveCount(2)
    await expectAccessible(desk)
    // Settled otherwise, by key too: from one span to the next, one removed, and out of the text.
    await desk.keyboard.press('e')
    await desk.getByRole('button', { name: 'All that anybody marked' }).click()
    const rows = desk.getByRole('list', { name: 'Marked spans' }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await desk.keyboard.press('Delete')
    await expect(rows).toHaveCount(2)
    await desk.keyboard.press('.')
    await expect(textField(desk)).toBeFocused()
    await desk.keyboard.press('Delete')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('bank opened')
    await expect(desk.getByRole('status').filter({ hasText: 'Removed “old bank”' })).toBeAttached()
    await expectAccessible(desk)
    await desk.keyboard.press('Escape')
    await expect(
      desk.getByRole('group', { name: 'What does the source not support?' }).getByRole('button').first(),
    ).toBeFocused()
    await desk.keyboard.press('Escape')
    await expect(rows).toHaveCount(0)
    const isFirst = await desk.getByRole('region', { name: 'Lane A' }).getByText('old bank').first().isVisible()
    await desk.keyboard.press(isFirst ? '1' : '2')
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(stateOf).toBe('gold')
  })

  await test.step('the gold is a record with its spans, their words and labels', async () => {
    const page = await as(await makeMember(project, 'manager'))
    const record = JSON.parse(await downloadExport(page, project.id, 'Gold as Record'))
    expect(record).toEqual({
      ...RECORD,
      quality: 'good',
      labels: [
        { start: 4, end: 12, text: 'old bank', label_type: 'Evident Baseless Info' },
        { start: 8, end: 19, text: 'bank opened', label_type: 'Evident Conflict' },
      ],
    })
  })
})
