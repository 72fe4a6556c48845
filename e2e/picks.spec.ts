/** Two responses side by side, by the keyboard alone: picked in the order drawn for each annotator, settled at the desk, written by name. */
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const RECORD = {
  prompt: 'How many moons has Mars?',
  response_a: 'Two, Phobos and Deimos.',
  response_b: 'It has none.',
}

const SOURCE = `assay: protocol/1
id: compared-by-keys
version: 1
title: Compared by keys
summary: Say which of two responses is better.
record:
  content: {prompt: /prompt}
  gold: {better: /winner}
show:
  - {title: Prompt, text: prompt}
units:
  - {id: response, from: record, places: {model_a: /response_a, model_b: /response_b}, shuffled: true}
stages:
  - id: compare
    questions:
      - id: better
        title: Better response
        ask: Which response is better?
        form: pick
        of: response
        options: [{value: tie, text: Equally good, key: t, says: Neither is better.}]
      - {id: reason, ask: Why?, form: text, settle: aside}
guidelines: Read both to their ends.
`

/** The key that the page shows for the response with this text. */
async function keyOf(page: Page, text: string): Promise<string> {
  const side = page.getByRole('region', { name: /^Response \d$/ }).filter({ hasText: text })
  return (await side.getByRole('button').getAttribute('aria-keyshortcuts')) ?? ''
}

test('the better of two responses is picked, settled and exported by the keyboard alone', async ({ as }) => {
  const { protocolId } = await makeProtocolVersion({ source: SOURCE })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  const task = await makeTask(project, { record: RECORD })
  const place = `/projects/${project.id}/tasks/${task.id}`
  const stateOf = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state
  const annotate = async (pick: (page: Page) => Promise<string>) => {
    const annotator = await makeMember(project, 'annotator')
    await makeAssignment(task, annotator)
    const page = await as(annotator)
    await page.goto(`${place}/annotate`)
    await expectAwake(page)
    await page.keyboard.press(await pick(page))
    await expect(
      page.getByRole('group', { name: 'Which response is better?' }).getByRole('button', { pressed: true }),
    ).toHaveCount(1)
    return page
  }
  const submit = async (page: Page) => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  }

  await test.step('an annotator picks one, and another that both are as good', async () => {
    const page = await annotate((shown) => keyOf(shown, RECORD.response_a))
    await expect(page.getByRole('region', { name: 'Your choice' })).not.toContainText('model_')
    await expectAccessible(page)
    await submit(page)
    await submit(await annotate(async () => 't'))
  })

  await test.step('a reviewer settles it otherwise, by the same keys', async () => {
    await expect.poll(stateOf).toBe('consolidating')
    const desk = await as(await makeMember(project, 'reviewer'))
    await desk.goto(`${place}/consolidate`)
    await expectAwake(desk)
    await expectAccessible(desk)
    const editor = desk.getByRole('form', { name: 'Settle it otherwise' })
    await desk.keyboard.press('e')
    await expect(editor).toBeVisible()
    // At the desk responses stand in the order of the record.
    await desk.keyboard.press('2')
    await expect(editor.getByRole('checkbox', { name: 'Response 2' })).toBeChecked()
    await expectAccessible(desk)
    // Nobody picked it, so that a reason is asked for, behind the three boxes.
    for (let box = 0; box < 3; box++) await desk.keyboard.press('Tab')
    await expect(editor.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await desk.keyboard.type('It is Mars of the novel.')
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect(editor).toHaveCount(0)
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(stateOf).toBe('gold')
  })

  await test.step('the record names what was picked', async () => {
    const page = await as(await makeMember(project, 'manager'))
    expect(JSON.parse(await downloadExport(page, project.id, 'Gold as Record'))).toEqual({
      ...RECORD,
      winner: 'model_b',
    })
  })
})
