/** Read by a screen reader, in order: a task, its submission, a question of the desk; and with the colours of the system. */
import type { Page } from '@playwright/test'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { press } from './factcheck/keyboard'
import { expect, expectAwake, test } from './fixtures'
import { expectState, openBench, reason } from './own-app/bench'
import { makeDispute } from './own-app/desk'
import { announced, listenToPage } from './read-aloud/announcements'

const SEGMENTS = ['Ice floats.', 'It is a metal.']

async function makeWork() {
  const project = await makeProject({ name: 'Ice' })
  const person = await makeMember(project, 'annotator')
  const task = await makeTask(project, { prompt: 'Tell me about ice.', segments: SEGMENTS })
  await makeAssignment(task, person)
  return { person, task }
}

/** What was said since the last time and is like these words. */
const heard = async (page: Page, words: RegExp) => (await announced(page)).filter((one) => words.test(one))

test('a task and its submission are read in order, and what was saved, failed and is missing is said once', async ({
  as,
}) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  await listenToPage(page)
  await openBench(page, task)
  await expect(page.getByRole('link', { name: 'Segment 1, not answered: Ice floats.' })).toBeFocused()

  await test.step('the bar, the text and the questions, each under its unit', async () => {
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading /\\d+\\. Tell me about ice\\./ [level=1]
      - progressbar "Answered"
      - status: /Saved/
      - button "Undo" [disabled]
      - link "Time line"
      - button "Submit"
      - heading "Prompt" [level=2]
      - heading "Response" [level=2]
      - 'link "Segment 1, not answered: Ice floats."'
      - 'link "Segment 2, not answered: It is a metal."'
      - complementary "Questions":
        - region "Segment 1 of 2":
          - heading "Segment 1 of 2" [level=2]
          - paragraph: Ice floats.
          - group "Is this segment true?":
            - button "True"
            - button "False"
          - group "Which pages show it? (optional)":
            - 'textbox "Add a link: Which pages show it?"'
        - region "Whole item":
          - heading "Whole item" [level=2]
          - group "Does this item belong in the dataset?":
            - button "Keep"
            - button "Remove"
    `)
  })
  await test.step('what could not be saved is said once, however much waits, and that it was saved then', async () => {
    await announced(page)
    await page.route('**/answers', (route) => route.abort())
    await press(page, '1')
    await expect(reason(page)).toBeFocused()
    await page.keyboard.type('It sinks in oil.')
    await press(page, 'Enter')
    await expectState(page, 'waiting')
    expect(await heard(page, /^(Saved|Not saved)/)).toEqual(['Not saved yet: waiting for the server.'])
    await page.unroute('**/answers')
    await expectState(page, 'saved')
    expect(await heard(page, /^(Saved|Not saved)/)).toEqual(['Saved.'])
  })
  await test.step('what is chosen says so, and an answer that is saved at once is not spoken of', async () => {
    await press(page, 't')
    await expectState(page, 'saved')
    expect(await heard(page, /^(Saved|Not saved)/)).toEqual([])
    await page.getByRole('link', { name: /^Segment 1,/ }).click()
    await expect(page.getByRole('region', { name: 'Segment 1 of 2' })).toMatchAriaSnapshot(`
      - group "Is this segment true?":
        - button "True"
        - button "False" [pressed]
      - group "What kind of error is it?":
        - button "Knowledge error" [pressed]
        - button "Reasoning error"
      - group /What is wrong, and what would be right\\?/:
        - textbox "What is wrong, and what would be right?": It sinks in oil.
    `)
  })
  await test.step('what is missing is said once, and leads there', async () => {
    await press(page, 'ControlOrMeta+Enter')
    await expect(page.getByText('One thing is missing', { exact: true })).toBeVisible()
    expect(await heard(page, /missing/)).toEqual([expect.stringContaining('Does this item belong in the dataset?')])
  })
  await test.step('the submission is said once, and its answers are read as they stand', async () => {
    await press(page, 'Escape', 'y', 'ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
    expect(await heard(page, /Submitted/)).toHaveLength(1)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - status:
        - button "Next task"
        - link "My submissions"
      - 'link /Segment 1, .*Ice floats\\./'
      - 'link /Segment 2, .*It is a metal\\./'
    `)
    await expect(page.getByRole('region', { name: 'Whole item' })).toMatchAriaSnapshot(`
      - group "Does this item belong in the dataset?":
        - button "Keep" [disabled] [pressed]
        - button "Remove" [disabled]
    `)
  })
})

test('a question of the desk is read in order, and the next one is said when it is settled', async ({ as }) => {
  const { task, rui } = await makeDispute('no password')
  const page = await as(rui)
  await listenToPage(page)
  await page.goto(`/projects/${task.projectId}/tasks/${task.id}/consolidate`)
  await expectAwake(page)
  await expect(page.getByRole('heading', { name: 'Segment 1: Label' })).toBeFocused()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - 'heading /Review ?: \\d+\\. Tell me about the Danube\\./ [level=1]'
    - progressbar "Settled"
    - 'region "Segment 1: Label"':
      - text: Label segments · Question 1 of 3
      - 'heading "Segment 1: Label" [level=2]'
      - paragraph: Is this segment true?
      - paragraph: The Danube rises in the Black Forest.
      - region "Lane A":
        - heading "Lane A" [level=3]
        - button "Take Lane A"
        - text: /False|True/
      - region "Lane B":
        - heading "Lane B" [level=3]
        - button "Take Lane B"
        - text: /False|True/
      - button "Settle it otherwise"
      - region "Discussion":
        - textbox "Remark on this disagreement (Label)"
    - region "What the annotators saw":
      - heading "Prompt" [level=2]
      - heading "Response" [level=2]
      - 'link "Segment 1, 1 open: The Danube rises in the Black Forest."'
    - navigation "Questions of the item":
      - list:
        - listitem:
          - 'button "Open: Segment 1, label"'
        - listitem:
          - 'button "Open: Segment 2, label"'
  `)
  await announced(page)
  await press(page, '1')
  await expect(page.getByRole('region', { name: 'Segment 2: Label' })).toBeVisible()
  await expectState(page, 'saved')
  await expect(page.getByRole('heading', { name: 'Segment 2: Label' })).toBeFocused()
  expect(await announced(page)).toEqual([])
})

test('with the colours of the system, what is chosen and what has the focus can be told', async ({ as }) => {
  const { person, task } = await makeWork()
  const page = await as(person, { forcedColors: 'active' })
  await openBench(page, task)
  await press(page, 'y')
  const look = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      return `${outlineStyle} ${outlineWidth} ${outlineColor}`
    })
  await expect(page.getByRole('button', { name: 'Keep', exact: true })).toHaveAttribute('aria-pressed', 'true')
  expect(await look('Keep')).toMatch(/^solid 2px/)
  expect(await look('Remove')).not.toMatch(/^solid/)
  await page.getByRole('button', { name: 'Remove', exact: true }).focus()
  await press(page, 'Shift+Tab', 'Tab')
  expect(await look('Remove')).toMatch(/^(solid|auto)/)
  // What the page waits for can be told from what may be done besides.
  const fill = (name: RegExp) =>
    page
      .getByRole('button', { name })
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const highlight = await page.evaluate(() => {
    const sample = document.createElement('i')
    sample.style.cssText = 'background: Highlight; forced-color-adjust: none'
    document.body.append(sample)
    const { backgroundColor } = getComputedStyle(sample)
    sample.remove()
    return backgroundColor
  })
  expect(await fill(/^Submit/)).toBe(highlight)
  expect(await fill(/^(Undo|Notes)/)).not.toBe(highlight)
  const bar = page.getByRole('progressbar').locator('.bar-fill').first()
  expect(await bar.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe('none')
})

test('where less motion is asked for, every change is drawn at once', async ({ page }) => {
  await page.goto('/sign-in')
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).transitionProperty !== 'none')
      .map((element) => element.outerHTML.slice(0, 100)),
  )
  expect(moving).toEqual([])
})
