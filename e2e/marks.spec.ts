/** Marks with questions of their own by the keyboard alone: marked, explained, settled from two people’s, and written as the record has them. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const RECORD = { id: 'r1', source: 'The bank opened in 1902.', response: 'The old bank opened in 1903.' }

/** The example, without the tests that need its file of records. */
async function makeMarkProject() {
  const source = readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8')
    .replace('id: explained-spans', `id: marks-${randomUUID()}`)
    .replace(/ {2}- record: explained-spans.jsonl[\s\S]*?(?= {2}- \{record)/, '')
    .replace(/ {2}- \{record: explained-spans.jsonl.*\n/g, '')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  return { project, task: await makeTask(project, { record: RECORD }) }
}

const response = (page: Page) => page.getByRole('textbox', { name: 'What does the source not support?' })
const source = (page: Page) => page.getByRole('textbox', { name: 'Which words of the source contradict it?' })
const marks = (page: Page) => page.locator('aside li[data-entry]')

/** Chooses characters of the text in focus with the arrows, from its beginning. */
async function choose(page: Page, from: number, to: number) {
  await page.keyboard.press('ControlOrMeta+Home')
  for (let at = 0; at < from; at++) await page.keyboard.press('ArrowRight')
  for (let at = from; at < to; at++) await page.keyboard.press('Shift+ArrowRight')
}

test('marks are made, explained, settled and exported by the keyboard alone', async ({ as }) => {
  const { project, task } = await makeMarkProject()
  const place = `/projects/${project.id}/tasks/${task.id}`
  const stateOf = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state
  const submit = async (page: Page) => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  }

  await test.step('an annotator marks words, and answers about each mark', async () => {
    const annotator = await makeMember(project, 'annotator')
    await makeAssignment(task, annotator)
    const page = await as(annotator)
    await page.goto(`${place}/annotate`)
    await expectAwake(page)
    await page.keyboard.press('o')
    await page.keyboard.press('Shift+M')
    await expect(response(page)).toBeFocused()
    await choose(page, 4, 7)
    await page.keyboard.press('4')
    await expect(marks(page)).toContainText([/old/])
    await expect(page.getByText('Marked “old” as Subtle Baseless Info. 1 span in all.')).toBeAttached()
    await page.keyboard.press('i')
    await expect(response(page)).toBeFocused()
    // Another, of which the words that contradict it stand in the other text.
    await choose(page, 20, 27)
    await page.keyboard.press('1')
    await expect(marks(page)).toContainText([/old/, /in 1903/])
    // Its words are chosen still, and are no other mark.
    await page.keyboard.press('c')
    await expect(page.getByText(/^These words are marked already/).first()).toBeVisible()
    await page.keyboard.press('Shift+M')
    await expect(source(page)).toBeFocused()
    await choose(page, 19, 23)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Marked spans' }).getByRole('listitem')).toHaveText([/1902/])
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.keyboard.type('The year is another.')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await expect(page.getByRole('listitem', { name: 'Mark 2 of 2' })).toMatchAriaSnapshot(`
      - listitem "Mark 2 of 2":
        - group "Which words?"
        - group "What kind of mistake is it?":
          - button "Evident Conflict" [pressed]
          - button "Subtle Conflict"
          - button "Evident Baseless Info"
          - button "Subtle Baseless Info"
        - group /Which words of the source contradict it/
    `)
    // Taken out and brought back in one step each.
    await page.keyboard.press('x')
    await expect(marks(page)).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(marks(page)).toContainText([/old/, /in 1903/])
    await submit(page)
  })

  await test.step('another marks fewer words, in another way', async () => {
    const annotator = await makeMember(project, 'annotator')
    await makeAssignment(task, annotator)
    const page = await as(annotator)
    await page.goto(`${place}/annotate`)
    await expectAwake(page)
    await page.keyboard.press('o')
    await page.keyboard.press('Shift+M')
    await choose(page, 23, 27)
    await page.keyboard.press('2')
    await expect(marks(page)).toContainText([/1903/])
    await submit(page)
  })

  await test.step('a reviewer sees both, and settles which marks there are, where they are and what they are', async () => {
    await expect.poll(stateOf).toBe('consolidating')
    const desk = await as(await makeMember(project, 'reviewer'))
    await desk.goto(`${place}/consolidate`)
    await expectAwake(desk)
    await expect(desk.getByRole('figure', { name: /^Marked by/ })).toHaveCount(2)
    await expectAccessible(desk)
    await expect(desk.getByRole('row').filter({ hasText: '1903' })).toContainText('57 %')
    await expect(desk.getByRole('row').filter({ hasText: '1903' }).getByRole('cell')).toContainText([
      /57 %/,
      /characters 2\d to 27/,
      /characters 2\d to 27/,
    ])
    await desk.keyboard.press('b')
    await expect(desk.getByRole('heading', { name: /Words$/ })).toBeVisible()
    // The place of both, put together from what both marked.
    await desk.keyboard.press('e')
    await desk.getByRole('button', { name: 'All that anybody marked' }).press('Enter')
    await expect(desk.getByRole('list', { name: 'Marked spans' }).getByRole('listitem')).toHaveText([/in 1903/])
    await expectAccessible(desk)
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect(desk.getByRole('heading', { name: /Kind$/ })).toBeVisible()
    const laneA = desk.getByRole('region', { name: 'Lane A' })
    const isFirst = await laneA.getByText('Evident Conflict').first().isVisible()
    await desk.keyboard.press(isFirst ? '1' : '2')
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(stateOf).toBe('gold')
  })

  await test.step('the gold is a record with its marks and all that was said about them', async () => {
    const page = await as(await makeMember(project, 'manager'))
    const record = JSON.parse(await downloadExport(page, project.id, 'Gold as Record'))
    expect(record).toMatchObject({ ...RECORD, quality: 'good' })
    expect(record.labels).toEqual([
      { start: 4, end: 7, text: 'old', label_type: 'Subtle Baseless Info', implicit_true: true, due_to_null: false },
      expect.objectContaining({
        start: 20,
        end: 27,
        text: 'in 1903',
        against: [{ start: 19, end: 23, text: '1902' }],
      }),
    ])
  })
})

test('marks that a model proposes are looked at, accepted and passed over, by keys and by the pointer', async ({
  as,
}) => {
  const { project, task } = await makeMarkProject()
  const at = (text: string, words: string) => ({
    spans: [{ start: text.indexOf(words), end: text.indexOf(words) + words.length }],
  })
  const proposed = [
    { place: at(RECORD.response, 'in 1903'), kind: 'Evident Conflict', against: at(RECORD.source, '1902') },
    { place: at(RECORD.response, 'old'), kind: 'Subtle Baseless Info', implicit: true },
    { place: at(RECORD.response, 'bank'), kind: 'Evident Baseless Info' },
  ]
  await prisma().suggestion.create({
    data: {
      taskId: task.id,
      unitId: task.units.find(({ key }) => key === 'item')?.id ?? '',
      question: 'unsupported',
      value: proposed.map((values) => ({ values })),
      source: 'Marks by a model',
      model: 'a-model',
      rationale: '1. “in 1903”: The figures differ.',
    },
  })
  const annotator = await makeMember(project, 'annotator')
  await makeAssignment(task, annotator)
  const page = await as(annotator)
  await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
  await expectAwake(page)
  await page.keyboard.press('o')
  const offered = page.locator('aside li').filter({ has: page.getByRole('button', { name: 'Pass over' }) })

  await test.step('each with its words, its place, what is said about it, and where it is in the text', async () => {
    await expect(page.getByText('3 suggestions are open.')).toBeVisible()
    await expect(offered).toContainText([
      /“?in 1903”?.*characters 20 to 27.*Kind: Evident Conflict · Contradicted by: “1902”/,
      /old.*True all the same: Yes/,
      /bank/,
    ])
    await expectAccessible(page)
    await offered.nth(0).getByRole('button', { name: 'Show' }).click()
    await expect(response(page)).toBeFocused()
    const chosen = () =>
      response(page).evaluate((field: HTMLTextAreaElement) =>
        field.value.slice(field.selectionStart, field.selectionEnd),
      )
    expect(await chosen()).toBe('in 1903')
    await page.keyboard.press('Escape')
  })

  await test.step('one is accepted and one passed over by keys, and what was passed over comes back', async () => {
    await page.keyboard.press('Shift+A')
    await expect(marks(page)).toContainText([/in 1903/])
    await expect(page.getByRole('list', { name: 'Marked spans' }).getByRole('listitem')).toHaveText([/1902/])
    await expect(offered).toContainText([/old/, /bank/])
    await page.keyboard.press('Shift+P')
    await expect(offered).toContainText([/bank/])
    await page.reload()
    await expectAwake(page)
    await expect(offered).toContainText([/bank/])
    await page.getByText('One suggestion was passed over.').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Show again' }).press('Enter')
    await expect(offered).toContainText([/old/, /bank/])
  })

  await test.step('the same by the pointer; marks stand in the order of the text', async () => {
    await offered.nth(1).getByRole('button', { name: 'Pass over' }).click()
    await expect(offered).toContainText([/old/])
    await offered.nth(0).getByRole('button', { name: 'Accept' }).click()
    await expect(offered).toHaveCount(0)
    await expect(marks(page)).toContainText([/old/, /in 1903/])
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  })

  const labels = await prisma().label.findMany({
    where: { annotation: { taskId: task.id }, question: { in: ['place', 'kind', 'against', 'implicit'] } },
    select: { question: true, value: true, origin: true },
  })
  const expected = proposed
    .slice(0, 2)
    .flatMap((values) => Object.entries(values).map(([question, value]) => ({ question, value, origin: 'suggestion' })))
  expect(labels).toHaveLength(expected.length)
  expect(labels).toEqual(expect.arrayContaining(expected))
})
