/** Lists in lists by the keyboard alone: listed by two people, settled list by list at the desk, and written as the record has them. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const RECORD = { claim: 'The bridge is the oldest of the county.', speaker: null, kept: { as: 1.5 } }
const WHEN = 'When was the bridge built?'

/** The example, without the test that needs its file of records. */
async function makeListProject() {
  const source = readFileSync('docs/examples/protocols/claim-questions.yaml', 'utf8')
    .replace('id: claim-questions', `id: lists-${randomUUID()}`)
    .replace(/ {2}- record: claim-questions.jsonl[\s\S]*?(?= {2}- record: \{)/, '')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  return { project, task: await makeTask(project, { record: RECORD }) }
}

const cards = (page: Page) => page.getByRole('complementary', { name: 'Questions' }).getByRole('listitem')
const card = (page: Page, name: string) => cards(page).and(page.getByLabel(name, { exact: true }))

/** Adds by a key, and writes the text of the entry. */
async function add(page: Page, key: 'c' | 'Shift+C', text: string) {
  await page.keyboard.press(key)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** An answer to the open question: how it is one, where it stands, and in a text of the web. */
async function answer(page: Page, text: string, kind: string) {
  await add(page, 'Shift+C', text)
  await page.keyboard.press(kind)
  await page.keyboard.type('https://a.example')
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
}

test('questions and their answers are listed, settled and exported by the keyboard alone', async ({ as }) => {
  const { project, task } = await makeListProject()
  const place = `/projects/${project.id}/tasks/${task.id}`
  const stateOf = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state
  const open = async () => {
    const annotator = await makeMember(project, 'annotator')
    await makeAssignment(task, annotator)
    const page = await as(annotator)
    await page.goto(`${place}/annotate`)
    await expectAwake(page)
    return page
  }
  const submit = async (page: Page) => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  }

  await test.step('an annotator lists questions with answers, takes one out, and brings it back', async () => {
    const page = await open()
    await add(page, 'c', WHEN)
    await answer(page, 'In 1410, says the town.', 'r')
    await expect(card(page, 'Question 1 of 1')).toHaveAttribute('aria-current', 'step')
    await expect(card(page, 'Answer 1 of 1')).toBeVisible()
    await add(page, 'c', 'Which bridges are older?')
    await answer(page, 'That of Fford.', 'b')
    await expect(card(page, 'Question 2 of 2')).toHaveAttribute('aria-current', 'step')
    await expectAccessible(page)
    await page.keyboard.press('x')
    await expect(card(page, 'Question 1 of 1')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(card(page, 'Question 2 of 2')).toHaveAttribute('aria-current', 'step')
    await expect(card(page, 'Answer 1 of 1')).toBeVisible()
    await submit(page)
  })

  await test.step('another has one of the questions, and another answer to it', async () => {
    const page = await open()
    await add(page, 'c', WHEN)
    await answer(page, 'Nobody knows any more.', 'b')
    await answer(page, 'In 1410, says the town.', 'b')
    await submit(page)
  })

  await test.step('a reviewer settles the list, then the list of its entry, then what differs of an answer', async () => {
    await expect.poll(stateOf).toBe('consolidating')
    const desk = await as(await makeMember(project, 'reviewer'))
    await desk.goto(`${place}/consolidate`)
    await expectAwake(desk)
    await expectAccessible(desk)
    const editor = desk.getByRole('form', { name: 'Settle it otherwise' })
    await desk.keyboard.press('e')
    await expect(editor).toBeVisible()
    // The question of both stays, that of one is left out.
    await desk.keyboard.press('j')
    await desk.keyboard.press('x')
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect(editor).toHaveCount(0)
    await expect(desk.getByRole('heading', { name: 'Question 1: Answers' })).toBeVisible()
    await desk.keyboard.press('e')
    await expect(editor).toBeVisible()
    await desk.keyboard.press('x')
    await expectAccessible(desk)
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect(desk.getByRole('heading', { name: 'Question 1, answer 1: Kind of answer' })).toBeVisible()
    const isFirst = await desk.getByRole('region', { name: 'Lane A' }).getByText('Extractive').first().isVisible()
    await desk.keyboard.press(isFirst ? '1' : '2')
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(stateOf).toBe('gold')
  })

  await test.step('the gold is a record with a list in a list', async () => {
    const page = await as(await makeMember(project, 'manager'))
    expect(JSON.parse(await downloadExport(page, project.id, 'Gold as Record'))).toEqual({
      ...RECORD,
      questions: [
        {
          question: WHEN,
          answers: [
            {
              answer: 'In 1410, says the town.',
              answer_type: 'Extractive',
              source_url: 'https://a.example',
              source_medium: 'Web text',
            },
          ],
        },
      ],
    })
  })
})
