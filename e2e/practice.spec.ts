/** Practice of a new annotator: offered, answered wrongly and explained, answered again, asked for before the first task. */
import type { Page } from '@playwright/test'
import { practiceOf } from '@/lib/protocols/practice'
import { submitPractice } from '@/lib/quality/practice/submit-practice'
import { updatePractice } from '@/lib/quality/practice/update-practice'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const submit = 'ControlOrMeta+Enter'

test('an annotator practises before the first task, by key, and learns why an answer was wrong', async ({ as }) => {
  const project = await makeProject({ name: 'Everyday facts', stage: { raters: 1 } })
  const task = await makeTask(project)
  const manager = actorOf(await makeMember(project, 'manager'))
  const person = await makeMember(project, 'annotator')
  await makeAssignment(task, person)
  const bars = { 'segments/label': { recall: 70, kappa: 60 } }
  await updatePractice(manager, project.id, { required: true, bars })
  const page = await as(person)
  await page.goto('/inbox')
  await expect(page.getByRole('link', { name: /^Practice: 12 items in Everyday facts$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Practise for Everyday facts' })).toBeVisible()
  // What waits first is the assigned task, which practice comes before.
  await page.getByRole('button', { name: /^Take the first/ }).click()
  await page.waitForURL(`**/projects/${project.id}/practice`)
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('button', { name: 'Next task' }).click()
  await expect(page.getByText(/Practice comes before your first task/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to practice' })).toBeVisible()
  // A task that was assigned does not open before that either.
  await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
  await page.waitForURL(`**/projects/${project.id}/practice`)
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('link', { name: 'Practise', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Practice', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Begin' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('What is the capital of Australia?')
  await press(page, submit)
  await expect(page.getByText('4 things are missing')).toBeVisible()
  // What was answered so far is there again when the page is.
  await press(page, 'y', 't')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Keep', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await press(page, 't', 't', submit)
  const outcome = page.getByRole('complementary', { name: 'What was expected' })
  await expect(outcome.getByRole('heading', { name: '2 of 6 answers are as expected' })).toBeFocused()
  await expect(outcome.getByText(/The capital of Australia is Canberra/)).toBeVisible()
  await expectAccessible(page)

  // It is there again after a reload, and from the overview.
  await page.reload()
  await expect(outcome.getByRole('heading', { name: '2 of 6 answers are as expected' })).toBeFocused()
  await page.goto(`/projects/${project.id}/practice`)
  await page.getByRole('link', { name: 'Result: What is the capital of Australia?' }).click()
  await expect(outcome.getByText(/The capital of Australia is Canberra/)).toBeVisible()

  const reason = page.getByRole('textbox', { name: 'What is wrong, and what would be right?' })
  await page.getByRole('button', { name: 'Answer again' }).click()
  await expect(outcome).toBeHidden()
  await press(page, 'f', '1')
  await reason.fill('It is Canberra.')
  await press(page, 'Escape', 'j', 't', 'f', '1')
  await reason.fill('It is inland.')
  await press(page, 'Escape', 'y', submit)
  await expect(outcome.getByRole('heading', { name: 'All 6 answers are as expected' })).toBeFocused()
  await press(page, submit)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('How long does the Moon take')

  // The others, as the same form sends them.
  for (const { key, answers, stage } of (await practiceOf('felm')).slice(1))
    await submitPractice(actorOf(person), { projectId: project.id, stage, key }, answers)
  await page.goto(`/projects/${project.id}/practice`)
  await expect(page.getByText('what the project asks for is reached')).toBeVisible()
  await page.goto(`/projects/${project.id}`)
  await expect(page.getByRole('link', { name: 'Practise', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Next task' }).click()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
})

test('two tabs of one item go on together, and what is submitted offline is sent when the network is back', async ({
  as,
}) => {
  const project = await makeProject({ name: 'Everyday facts', stage: { raters: 1 } })
  const one = await as(await makeMember(project, 'annotator'))
  const two = await one.context().newPage()
  for (const page of [one, two]) {
    await page.goto(`/projects/${project.id}/practice/segments/capital-of-australia`)
    await expectAwake(page)
  }
  const kept = (page: Page) => page.getByRole('button', { name: 'Keep', exact: true })
  await press(one, 'y')
  await expect(kept(two)).toHaveAttribute('aria-pressed', 'true')
  // What the second tab answers is added to that.
  await press(two, 't', 't', 't')
  await expect(one.getByText('4/4', { exact: true })).toBeVisible()
  await one.context().setOffline(true)
  await press(one, submit)
  await expect(one.getByText('Not submitted yet: waiting for the server')).toBeVisible()
  await expectAccessible(one)
  await one.context().setOffline(false)
  for (const page of [one, two])
    await expect(page.getByRole('heading', { name: '2 of 6 answers are as expected' })).toBeVisible()
})

test('a manager sees who has practised, and lets one person begin without', async ({ as }) => {
  const project = await makeProject({ name: 'Everyday facts', stage: { raters: 1 } })
  await makeTask(project)
  const lead = await makeMember(project, 'manager')
  const person = await makeMember(project, 'annotator')
  await updatePractice(actorOf(lead), project.id, { required: true })
  const [item] = await practiceOf('felm')
  if (!item) throw new Error('there is something to practise with')
  await submitPractice(actorOf(person), { projectId: project.id, stage: item.stage, key: item.key }, item.answers)
  const page = await as(lead)
  await page.goto(`/projects/${project.id}/practice`)
  const row = page
    .getByRole('table', { name: 'Practice by person and stage' })
    .getByRole('row')
    .filter({ hasText: person.name })
  await expect(row).toContainText('1 of 12')
  await row.getByRole('button', { name: `Waive for ${person.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Trained elsewhere.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Waive practice' }).click()
  await expect(row).toContainText('Trained elsewhere.')
  await expectAccessible(page)
  const hers = await as(person)
  await hers.goto(`/projects/${project.id}`)
  await hers.getByRole('button', { name: 'Next task' }).click()
  await expect(hers.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Take back/ }).click()
  await expect(row.getByRole('button', { name: /^Waive/ })).toBeVisible()
})
