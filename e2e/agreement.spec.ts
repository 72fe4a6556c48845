/** Agreement as a methodologist would read it: live, down to the items, with receipts that anybody can compute again. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember, makeUser } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

/** Answers the open task with `true` throughout, by keyboard. */
async function callAllTrue(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: /^Segment 1 of \d+/ })
  await expect(heading).toBeVisible()
  await expectAwake(page)
  const count = Number(/of (\d+)/.exec((await heading.textContent()) ?? '')?.[1])
  for (let segment = 1; segment <= count; segment++) {
    await expect(page.getByRole('heading', { name: `Segment ${segment} of ${count}` })).toBeVisible()
    await page.keyboard.press('t')
  }
  await page.keyboard.press('y')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
}

test('figures follow submissions, lead to their items, and can be computed again outside', async ({ as }) => {
  const scene = await simulateFelm({ items: 24, left: 1, raters: 1, errors: [0.1, 0.2], gold: 0.5, seed: 3 })
  const { project, annotators, manager } = scene
  const page = await as(manager)
  await page.goto(`/projects/${project.id}/agreement`)
  await expectAwake(page)

  await test.step('live', async () => {
    await expect(page.getByText('24 revealed tasks counted').first()).toBeVisible()
    const [person] = annotators
    if (!person) throw new Error('the scene has annotators')
    const bench = await as(person)
    await bench.goto(`/projects/${project.id}`)
    await expectAwake(bench)
    await bench.getByRole('button', { name: 'Next task' }).press('Enter')
    await bench.waitForURL(/\/annotate$/)
    await callAllTrue(bench)
    // Nobody reloads anything.
    await expect(page.getByText('25 revealed tasks counted').first()).toBeVisible()
    expect(await prisma().ratedTask.count({ where: { projectId: project.id } })).toBe(25)
  })
})

test('a project of three raters, figure by figure', async ({ as }, testInfo) => {
  const { project, manager } = await simulateFelm({ items: 30, errors: [0.1, 0.2, 0.3], gold: 0.4, seed: 5 })
  const page = await as(manager)
  await page.goto(`/projects/${project.id}/agreement`)
  await page.getByRole('link', { name: 'Segment label' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Segment label' })).toBeVisible()
  await expectAwake(page)

  await test.step('a number leads to exactly its items', async () => {
    const link = page.getByRole('link', { name: /^n = \d+/ }).first()
    const href = (await link.getAttribute('href')) ?? ''
    await link.click()
    await page.waitForURL(/\/items\?/)
    const shown = await (
      await page.request.get(`/api${new URL(href, page.url()).pathname}${new URL(href, page.url()).search}`)
    ).json()
    await expect(page.getByText(`1 to ${shown.total} of ${shown.total}`).first()).toBeVisible()
    expect(shown.total).toBe(30)
    await page.goBack()
  })

  await test.step('the receipt computes the same digits in plain Node', async () => {
    await expectAwake(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Receipt as Script' }).first().click()
    const script = readFileSync(await (await download).path(), 'utf8')
    const folder = testInfo.outputPath('receipt')
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, 'receipt.mjs')
    writeFileSync(file, script)
    const said = execFileSync(process.execPath, [file], { encoding: 'utf8', cwd: folder })
    expect(said).toMatch(/[1-9]\d* figures of [1-9]\d* rows, 0 different\./)
    const shown = await (await page.request.get(`/api/projects/${project.id}/agreement`)).json()
    const label = shown.stages[0].measures.find(({ key }: { key: string }) => key === 'label')
    expect(said).toContain(`alpha: ${label.all.alpha.value}`)
    await expect(page.getByText(label.all.alpha.value.toFixed(2)).first()).toBeVisible()
  })
})

test('one rating matrix with its presentation order gives both coefficients', async ({ as }) => {
  const page = await as(await makeUser({ name: 'Outsider' }))
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Check your own ratings' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Check ratings' })).toBeVisible()
  await expectAwake(page)
  await page.getByLabel('Or paste them').fill(readFileSync('docs/examples/veriscore-preference.csv', 'utf8'))
  await page.getByText('Options: most files need none').click()
  await page.getByLabel('Shown left').fill('left')
  await page.getByRole('button', { name: 'Compute agreement' }).press('Enter')
  await expect(page.getByText(/0\.129/).first()).toBeVisible()
  await expect(page.getByText(/0\.766/).first()).toBeVisible()
  await expect(page.getByText(/99/).first()).toBeVisible()
  await expectAccessible(page)
})

test('calibration comes first, looks like any task, and is held against gold', async ({ as }) => {
  const { project, manager } = await simulateFelm({
    items: 6,
    left: 2,
    raters: 2,
    errors: [0, 0],
    gold: 1,
    seed: 9,
    falseShare: 0,
  })
  const person = await makeMember(project, 'annotator', await makeUser({ name: 'Noor' }))
  const page = await as(manager)

  await test.step('a manager sets the gate', async () => {
    await page.goto(`/projects/${project.id}/calibration`)
    await expectAwake(page)
    await page.getByText('By number').click()
    await page.getByLabel('Item numbers').fill('2')
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(page.getByText('1 item added')).toBeVisible()
    await page.getByLabel('Calibration tasks before real work').fill('1')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(page.getByRole('row', { name: /Noor/ })).toContainText('0 of 1')
    await expectAccessible(page)
  })

  const bench = await as(person)
  await test.step('the first task is the copy, the next is real', async () => {
    await bench.goto(`/projects/${project.id}`)
    await expectAwake(bench)
    await bench.getByRole('button', { name: 'Next task' }).press('Enter')
    await bench.waitForURL(/\/annotate$/)
    await expect(bench.getByText('Question 2?').first()).toBeVisible()
    await callAllTrue(bench)
    const before = bench.url()
    await bench.keyboard.press('Enter')
    await bench.waitForURL((url) => url.href !== before)
    await expect(bench.getByText(/Question [78]\?/).first()).toBeVisible()
  })

  await test.step('the manager sees how it went, and nothing else counts it', async () => {
    await page.reload()
    await expect(page.getByRole('row', { name: /Noor/ }).first()).toContainText('1 of 1')
    await expect(page.getByRole('row', { name: /Noor/ }).first()).toContainText(/(\d+) of \1/)
    expect(await prisma().task.count({ where: { projectId: project.id } })).toBe(8)
    const { items } = await (await page.request.get(`/api/projects/${project.id}/items`)).json()
    expect(items).toHaveLength(8)
  })
})
