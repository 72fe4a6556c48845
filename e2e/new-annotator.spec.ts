/** A new annotator from the invitation to what became of their first answers. */
import { randomUUID } from 'node:crypto'
import '@/compose'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { prisma, transaction } from '@/lib/platform/server/db'
import { practiceOf } from '@/lib/protocols/practice'
import { submitPractice } from '@/lib/quality/practice/submit-practice'
import { updatePractice } from '@/lib/quality/practice/update-practice'
import { publishGuideline } from '@/lib/workspace/guidelines/publish-guideline'
import { getGuideline } from '@/lib/workspace/guidelines/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { createInvitation } from '@/lib/workspace/users/invitations/create-invitation'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { expect, expectAccessible, expectAwake } from './fixtures'
import { expectState, reason } from './own-app/bench'
import { test } from './own-app/test'
import { expectTourStep } from './own-app/tour'

// The app of the journeys that take submissions back: what is submitted there waits until a test says so.
test.use({ owner: 'take-back', settings: { ASSAY_TAKE_BACK_SECONDS: '300' } })

const SUBMIT = 'ControlOrMeta+Enter'

test('a new annotator is invited, practises, submits, takes back, discusses and learns what stood', async ({
  browser,
  baseURL,
  as,
}) => {
  const project = await makeProject({ name: 'Seas', stage: { raters: 2, consolidation: 'discussion' } })
  const task = await makeTask(project)
  const lead = await makeMember(project, 'manager')
  const manager = actorOf(lead)
  const ben = await makeMember(project, 'annotator')
  await updatePractice(manager, project.id, { required: true, bars: {} })
  const invitation = await createInvitation(manager, {
    projectId: project.id,
    role: 'annotator',
    days: 7,
    places: 1,
    isAdmin: false,
    canCreateProjects: false,
  })

  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const person = await test.step('comes in by an invitation', async () => {
    const email = `ada-${randomUUID()}@example.org`
    await page.goto(invitation.path)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('seven quiet reading lamps')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/projects/${project.id}`)
    return prisma().user.findUniqueOrThrow({ where: { email } })
  })

  await test.step('is shown the workbench by a tour, on the first item to practise with', async () => {
    await page.goto('/inbox')
    await page.getByRole('link', { name: /^Practice: \d+ items/ }).click()
    await page.getByRole('link', { name: 'Begin' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('capital of Australia')
    await expectTourStep(page, 1, 'What you judge')
    await expectAccessible(page)
    for (const [at, title] of ['The open question', 'What the words mean', 'Submit, and take back'].entries()) {
      await press('Enter')
      await expectTourStep(page, at + 2, title)
    }
    await press('ArrowLeft')
    await expectTourStep(page, 3, 'What the words mean')
    // On a narrow screen as well: nothing it explains is under it.
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    for (const [step, title] of [
      [2, 'The open question'],
      [1, 'What you judge'],
    ] as const) {
      await press('ArrowLeft')
      await expectTourStep(page, step, title)
    }
    for (const [at, title] of [
      'The open question',
      'What the words mean',
      'Submit, and take back',
      'What comes next',
    ].entries()) {
      await page.getByRole('region', { name: /^Tour/ }).getByRole('button', { name: 'Next' }).click()
      await expectTourStep(page, at + 2, title)
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    const told = page.waitForResponse('**/api/account/tour')
    await page.getByRole('button', { name: 'Done' }).click()
    expect((await told).status()).toBe(204)
    await expect(page.getByRole('region', { name: /^Tour/ })).toBeHidden()
    // Once is enough; whoever wants it again begins it from the keys.
    await page.reload()
    await expectAwake(page)
    await expect(page.getByRole('region', { name: /^Tour/ })).toBeHidden()
    await press('?')
    await page.getByRole('button', { name: 'Begin the tour again' }).click()
    await expectTourStep(page, 1, 'What you judge')
    await press('Escape')
    await expect(page.getByRole('region', { name: /^Tour/ })).toBeHidden()
  })

  await test.step('finds the definitions open until they are closed', async () => {
    const definitions = page.getByRole('button', { name: 'Definitions' })
    await expect(definitions).toHaveAttribute('aria-pressed', 'true')
    const kept = page.waitForResponse('**/definitions')
    await press('d')
    await expect(definitions).toHaveAttribute('aria-pressed', 'false')
    expect((await kept).status()).toBe(204)
    await page.reload()
    await expectAwake(page)
    await expect(definitions).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('reads the guidelines of the open question beside its form', async () => {
    const drawer = page.getByRole('dialog', { name: 'Guidelines' })
    const boxOf = async (what: typeof drawer) => (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(size)
      await press('g')
      await expect(drawer).toContainText('At the section on “Label”')
      await expect(drawer.getByRole('heading', { name: 'True or false' })).toBeInViewport({ ratio: 1 })
      await expect
        .poll(async () => {
          const [{ x, y, width, height }, form] = [await boxOf(drawer), await boxOf(page.getByLabel('Questions'))]
          return x + width <= form.x || y + height <= form.y
        })
        .toBe(true)
      await expectAccessible(page)
      await press('g')
      await expect(drawer).toBeHidden()
    }
  })

  await test.step('practises, and is told why an answer was wrong', async () => {
    await press('y', 't', 't', 't', SUBMIT)
    await expect(page.getByRole('heading', { name: '2 of 6 answers are as expected' })).toBeFocused()
    await expect(page.getByText(/The capital of Australia is Canberra/)).toBeVisible()
    // The others, as the same form sends them.
    for (const { key, answers, stage } of await practiceOf('felm'))
      await submitPractice(actorOf(person), { projectId: project.id, stage, key }, answers)
  })

  await test.step('submits the first task, takes it back, and submits it again', async () => {
    await page.goto('/inbox')
    await expectAwake(page)
    await press('n')
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
    await expectAwake(page)
    await press('t', 'f', '1')
    await reason(page).fill('It is larger.')
    await press('Escape', 'y')
    await expectState(page, 'saved')
    await press(SUBMIT)
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
    await press(SUBMIT)
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  })

  await test.step('reads there that both are done, as it happens', async () => {
    await prisma().$executeRaw`update annotations set held_until = now() where held_until is not null`
    await prisma()
      .$executeRaw`update graphile_worker._private_jobs set run_at = now() where key like 'freeze_submission/%'`
    const submitted = { taskId: task.id, userId: person.id, state: 'submitted' } as const
    await expect.poll(() => prisma().annotation.count({ where: { ...submitted, heldUntil: null } })).toBe(1)
    await page.reload()
    await expect(page.getByText(/^These are your answers. Once everybody has submitted/)).toBeVisible()
    await expectAwake(page)
    await makeAnnotation(task, ben, answersWith(true), true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
    await expect(page.getByText('Both are done: 1 difference.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Discuss now' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('discusses it from the inbox', async () => {
    await press('Shift+I')
    await page.waitForURL('**/inbox')
    await expect(page.getByRole('region', { name: /^Waits for your decision/ })).toContainText(
      '1 difference to discuss',
    )
    await press('n')
    await page.waitForURL(`**/tasks/${task.id}/consolidate`)
    await expectAwake(page)
    const taken = page.waitForResponse((response) => response.request().method() !== 'GET')
    await press('2')
    await taken
    await expect
      .poll(async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state)
      .toBe('approving')
  })

  await test.step('learns what stood', async () => {
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const { revision } = await getConsolidation(reviewer, task.id)
    await approveTask(reviewer, task.id, { expectedRevision: revision })
    await page.goto(`/projects/${project.id}/submissions?only=overruled`)
    await expect(page.getByRole('link', { name: /overruled/ })).toBeVisible()
  })

  await test.step('confirms what changed in the guidelines before the next task', async () => {
    const { body, version } = await getGuideline(manager, project.id, 'latest')
    const changed = body.replace('One wrong date', 'A single wrong date')
    await publishGuideline(manager, project.id, { body: changed, note: 'In other words', basedOn: version })
    const second = await makeTask(project, { prompt: 'Which is the deepest lake?' })
    await makeAssignment(second, person)
    await page.goto(`/projects/${project.id}/tasks/${second.id}/annotate`)
    await expect(page.getByRole('heading', { name: 'The guidelines have changed', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: /True or false/ })).toBeVisible()
    await expect(page.locator('ins')).toHaveText([/A single/])
    await expectAccessible(page)
    await expectAwake(page)
    await press(SUBMIT)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Which is the deepest lake?')
  })
  await context.close()

  await test.step('is asked again by the lead what the guidelines say something else about', async () => {
    const desk = await as(lead)
    await desk.goto(`/projects/${project.id}/guidelines`)
    const finished = desk.getByRole('region', { name: 'Finished under earlier versions' })
    await expect(finished).toContainText('1 finished item, for Label')
    await finished.getByRole('checkbox', { name: 'All of them' }).click()
    await expectAccessible(desk)
    await finished.getByRole('button', { name: 'Ask 1 finished item again' }).click()
    await expectAccessible(desk)
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Ask again' }).click()
    await expect(desk.getByText('1 item is asked again')).toBeVisible()
    await expect(finished).toBeHidden()
    expect(await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).toMatchObject({ state: 'open', round: 2 })
  })
})
