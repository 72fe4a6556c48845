/** Keys of one's own: chosen without a mouse, kept by person and browser, taken along in a file, on any keyboard. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sessionFor } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { press, write } from './factcheck/keyboard'
import { expect, expectAccessible, expectAwake, test } from './fixtures'
import { compose, strike } from './keys/keyboards'
import { expectState, heldByServer, openBench, reason } from './own-app/bench'

const SEGMENTS = ['Ice floats.', 'It sinks in oil.', 'It is colder than steam.', 'It is a mineral.']
const MISSING = 'Next that lacks an answer'

/** Somebody with a task of four segments. */
async function makeWork(protocolId = 'felm') {
  const project = await makeProject({ name: 'Ice', protocolId })
  const person = await makeMember(project, 'annotator')
  const task = await makeTask(project, { prompt: 'Tell me about ice.', segments: SEGMENTS })
  await makeAssignment(task, person)
  return { project, person, task }
}

const said = (page: Page) => page.locator('#keys [role=status]').first()
const step = (page: Page, number: number) =>
  expect(page.getByRole('heading', { name: new RegExp(`^Segment ${number} of`) })).toBeVisible()

/** Opens the keys of the account as somebody does who has no mouse. */
async function openKeys(page: Page): Promise<void> {
  await page.goto('/account')
  await expectAwake(page)
  await page.getByRole('button', { name: 'Change keys' }).press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search actions and keys' })).toBeFocused()
}

/** Asks for the key of the only action that is listed. */
async function ask(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).press('Enter')
  await expect(page.getByRole('button', { name: /Press the new key, or Escape$/ })).toBeFocused()
}

const chosen = (page: Page, person: { id: string }) =>
  page.evaluate((id) => {
    const text = localStorage.getItem(`assay-keys-${id}`)
    return text === null ? {} : JSON.parse(text).keys
  }, person.id)

test('keys are chosen without a mouse, and hold on the workbench of another tab at once', async ({ as }) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  const bench = await page.context().newPage()
  await openBench(bench, task)
  await openKeys(page)
  await expectAccessible(page)
  await page.keyboard.type('lacks an')
  await expect(page.locator('#keys li')).toHaveCount(1)
  const first = `Change the key of ${MISSING}: N`

  await test.step('another key, and a second one', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: first })).toBeFocused()
    await ask(page, first)
    await expectAccessible(page)
    await page.keyboard.press('z')
    await expect(said(page)).toContainText(`Z is now “${MISSING}”.`)
    await expect(page.getByRole('button', { name: `Change the key of ${MISSING}: Z` })).toBeFocused()
    await ask(page, `Add a key for ${MISSING}`)
    await page.keyboard.press('.')
    await expect(said(page)).toContainText(`. is now “${MISSING}”.`)
    expect(await chosen(page, person)).toEqual({ 'bench/missing': ['z', '.'] })
  })

  await test.step('what the browser keeps is refused; Escape and Tab leave everything', async () => {
    await ask(page, `Change the key of ${MISSING}: Z`)
    await page.keyboard.press('F5')
    await expect(said(page)).toContainText('F5 cannot be chosen. The browser keeps it for itself.')
    await page.keyboard.press('Control+Alt+e')
    await expect(said(page)).toContainText('Alt types characters on many keyboards.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Change the key of ${MISSING}: Z` })).toBeFocused()
    await ask(page, `Change the key of ${MISSING}: Z`)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: /Press the new key/ })).toHaveCount(0)
    expect(await chosen(page, person)).toEqual({ 'bench/missing': ['z', '.'] })
  })

  await test.step('a key that means something else is refused, says what, and can be swapped', async () => {
    await ask(page, `Change the key of ${MISSING}: Z`)
    await page.keyboard.press('j')
    await expect(said(page)).toContainText('J is “Next” already (')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Swap' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(said(page)).toContainText(`J is now “${MISSING}”. “Next” is now Z.`)
    await expect(page.getByRole('button', { name: `Change the key of ${MISSING}: J` })).toBeFocused()
    expect(await chosen(page, person)).toEqual({ 'bench/missing': ['j', '.'], 'bench/next': ['z', 'arrowdown'] })
  })

  await test.step('the tab that was open works by them, on its buttons and in its list', async () => {
    const next = bench.getByRole('button', { name: 'Next', exact: true })
    await expect(next).toHaveAttribute('aria-keyshortcuts', 'Z')
    await expect(next.locator('kbd')).toHaveText('Z')
    await bench.keyboard.press('z')
    await step(bench, 2)
    // What they were means nothing any more.
    await bench.keyboard.press('n')
    await step(bench, 2)
    await bench.keyboard.press('k')
    await step(bench, 1)
    await bench.keyboard.press('t')
    await step(bench, 2)
    await bench.keyboard.press('k')
    await step(bench, 1)
    await bench.keyboard.press('.')
    await step(bench, 2)
    await bench.keyboard.press('?')
    const sheet = bench.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByRole('listitem').filter({ hasText: MISSING }).locator('kbd')).toHaveText(['J', '.'])
    await expectAccessible(bench)
    await bench.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })

  await test.step('back to the default, the focus never lost', async () => {
    await page.getByRole('button', { name: `Remove . from ${MISSING}` }).press('Enter')
    await expect(said(page)).toContainText(`. is no longer “${MISSING}”.`)
    await expect(page.getByRole('button', { name: `Change the key of ${MISSING}: J` })).toBeFocused()
    await page.getByRole('button', { name: `Default keys for ${MISSING}` }).press('Enter')
    await expect(said(page)).toContainText(`“${MISSING}” has its own keys again.`)
    await expect(page.getByRole('button', { name: first })).toBeFocused()
    await page.getByRole('button', { name: 'All back to default' }).press('Enter')
    await expect(bench.getByRole('button', { name: 'Next', exact: true })).toHaveAttribute('aria-keyshortcuts', 'J')
    expect(await chosen(page, person)).toEqual({})
  })
})

test('keys are taken along in a file, whole or not at all; another person here has their own', async ({
  as,
  baseURL,
}) => {
  const { person, task, project } = await makeWork()
  const other = await makeMember(project, 'annotator')
  const page = await as(person)
  await openKeys(page)
  const drop = (text: string) =>
    page.getByLabel(/Drop a file of keys/).setInputFiles({
      name: 'keys.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
  const file = (keys: object) => JSON.stringify({ schema: 'assay-keys', version: 1, keys })
  const mine = { 'bench/next': ['z'], 'bench/submit': ['mod+e'] }

  await test.step('a good file is taken over, and exported again as it was', async () => {
    await drop(file(mine))
    await expect(said(page)).toContainText('The keys of the file are yours now.')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('assay-keys.json')
    expect(JSON.parse(readFileSync(await download.path(), 'utf8')).keys).toEqual(mine)
  })

  const refused: [string, string][] = [
    [file({ 'bench/next': ['z'], 'bench/gone': ['g'] }), 'bench/gone: There is no such action here. Remove the line.'],
    [file({ 'bench/next': ['z'], 'bench/previous': ['z'] }), 'bench/next: “z” means “Previous” there already.'],
    [file({ 'bench/submit': ['q'] }), 'bench/submit: “q” cannot be chosen for it. This cannot be taken back'],
    [file({ 'bench/next': ['mod+w'] }), 'bench/next: “mod+w” cannot be chosen for it. The browser keeps it'],
    ['j = next', 'It is not JSON. Choose a file that Assay wrote.'],
  ]
  for (const [text, problem] of refused)
    await test.step(`refused: ${problem}`, async () => {
      await drop(text)
      await expect(said(page)).toContainText(`The file was not taken over. ${problem}`)
      expect(await chosen(page, person)).toEqual(mine)
    })
  await expectAccessible(page)

  await test.step('whoever signs in on this computer has the keys that they chose', async () => {
    const become = async (who: typeof person) => {
      const [name = '', value = ''] = (await sessionFor(who)).split('=')
      await page.context().addCookies([{ name, value, url: baseURL ?? '', httpOnly: true, sameSite: 'Lax' }])
      await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
      await step(page, 1)
      await expectAwake(page)
    }
    const next = page.getByRole('button', { name: 'Next', exact: true })
    await makeAssignment(task, other)
    await become(other)
    await expect(next).toHaveAttribute('aria-keyshortcuts', 'J')
    await page.keyboard.press('z')
    await page.keyboard.press('j')
    await step(page, 2)
    await become(person)
    await expect(next).toHaveAttribute('aria-keyshortcuts', 'Z')
    await page.keyboard.press('j')
    await page.keyboard.press('z')
    await step(page, 2)
  })
})

test('French and German keyboards, dead keys and input methods', async ({ as }) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  await openBench(page, task)
  const held = () => heldByServer(page, task.id)
  const wrong = (errorType: string) => ({ label: false, errorType })

  await test.step('digits with and without Shift, where they stand on a French keyboard', async () => {
    await strike(page, { key: 'é', code: 'Digit2' })
    await expect(reason(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await step(page, 2)
    await strike(page, { key: '3', code: 'Digit3', shift: true })
    await expect(reason(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expectState(page, 'saved')
    const { s1, s2 } = await held()
    expect([s1, s2]).toEqual([wrong('reasoning_error'), wrong('irrelevant_with_qst')])
  })

  await test.step('undo is where z is written on a German keyboard, and redo where y is', async () => {
    await strike(page, { key: 'z', code: 'KeyY', ctrl: true })
    await expectState(page, 'saved')
    await expect.poll(async () => (await held()).s2).toBeUndefined()
    await strike(page, { key: 'y', code: 'KeyZ', ctrl: true })
    await expect.poll(async () => (await held()).s2).toEqual(wrong('irrelevant_with_qst'))
  })

  await test.step('a dead key, AltGr and keys of an input method mean nothing', async () => {
    await page.keyboard.press('j')
    await step(page, 3)
    await strike(page, { key: 'Dead', code: 'KeyT' })
    await strike(page, { key: 'Process', code: 'KeyT', number: 229 })
    await strike(page, { key: 't', code: 'KeyT', number: 229 })
    await step(page, 3)
    // The Enter that ends a composition goes neither on nor away.
    await page.keyboard.press('f')
    await page.keyboard.press('1')
    await expect(reason(page)).toBeFocused()
    await compose(page, 'こおり')
    await strike(page, { key: 'Enter', code: 'Enter', number: 229 })
    await strike(page, { key: 't', code: 'KeyT', number: 229 })
    await strike(page, { key: 'Enter', code: 'Enter', ctrl: true, number: 229 })
    await step(page, 3)
    await expect(reason(page)).toBeFocused()
    await expect(page.getByText('Submitted', { exact: true })).toHaveCount(0)
    await page.keyboard.insertText('氷')
    await expect(reason(page)).toHaveValue('氷')
  })

  await test.step('keys are chosen by what they type or by their place, and not while an input method is at work', async () => {
    await openKeys(page)
    await page.keyboard.type('lacks an')
    await ask(page, `Change the key of ${MISSING}: N`)
    await strike(page, { key: 'Process', code: 'KeyU', number: 229 })
    await expect(said(page)).toContainText('An input method is at work.')
    await strike(page, { key: 'Dead', code: 'BracketLeft' })
    await expect(said(page)).toContainText('This key does not type anything by itself.')
    await strike(page, { key: 'z', code: 'KeyY' })
    await expect(said(page)).toContainText(`Z is now “${MISSING}”.`)
  })
})

test('what a single key takes away comes back; what does not come back needs Ctrl', async ({ as }) => {
  const { person, task } = await makeWork('factcheck-bench')
  const page = await as(person)
  await page.goto(`/projects/${task.projectId}/tasks/${task.id}/annotate`)
  await expectState(page, 'saved')
  await expectAwake(page)
  await press(page, '1', '7', 'c')
  await write(page, 'text', 'Ice floats on water.')
  await press(page, 'Enter')
  const claims = page.getByRole('listitem', { name: /^Claim \d of/ })
  // Undo leads to what comes back.
  const back = page.locator('li[aria-current=step]').filter({ hasText: 'Claim 1 of 1' })
  await expect(claims).toHaveCount(1)
  await expectState(page, 'saved')
  await page.keyboard.press('x')
  await expect(claims).toHaveCount(0)
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(back).toBeVisible()
  await page.keyboard.press('ControlOrMeta+y')
  await expect(claims).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(back).toBeVisible()
  await expectState(page, 'saved')

  await openKeys(page)
  await page.keyboard.type('go to what is missing')
  await ask(page, 'Add a key for Submit, or go to what is missing')
  await page.keyboard.press('q')
  await expect(said(page)).toContainText('This cannot be taken back, so it needs Ctrl or Command with another key.')
  await page.keyboard.press('Control+e')
  await expect(said(page)).toContainText('is now “Submit, or go to what is missing”.')
})
