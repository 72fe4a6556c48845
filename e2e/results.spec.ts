/** What becomes of gold: three people and a majority, votes, systems held against it, a release that anybody can check. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { setHeldOutLimits } from '@/lib/gold/held-out/set-limits'
import { withdrawItem } from '@/lib/gold/withdrawal/withdraw-item'
import { prisma } from '@/lib/platform/server/db'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { felmScene, HELD_OUT, oneLabelFor, released } from '@/tests/held-out-scene'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const next = async (page: Page, projectId: string) => {
  await page.goto(`/projects/${projectId}`)
  await expectAwake(page)
  await page.getByRole('button', { name: 'Next task' }).press('Enter')
  await page.waitForURL(/\/annotate$/)
  await expectAwake(page)
}

test('three people verify a claim by keyboard, and the majority makes it gold', async ({ as }) => {
  const project = await makeProject({ protocolId: 'veriscore-verification', stage: { raters: 3, coverage: 100 } })
  const results = ['It opened in 1907.', 'A festival is held there every May.'].map((snippet, index) => ({
    title: `Page ${index + 1}`,
    snippet,
    link: `https://bridge.example/${index + 1}`,
  }))
  await makeTask(project, { record: { claim: 'The bridge was opened in 1907.', results } })
  for (const verdict of ['y', 'y', 'r']) {
    const page = await as(await makeMember(project, 'annotator', await makeUser({})))
    await next(page, project.id)
    await expect(page.getByText('The bridge was opened in 1907.').first()).toBeVisible()
    await page.keyboard.press(verdict === 'y' ? '1' : '2')
    await page.keyboard.press('3')
    await page.keyboard.press(verdict)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  }
  const task = await prisma().task.findFirstOrThrow({
    where: { projectId: project.id },
    include: { golds: true, resolutions: true },
  })
  expect(task.state).toBe('gold')
  expect(task.golds[0]?.answers).toMatchObject({ item: { verdict: 'supported' }, r1: { stance: 'supports' } })
  expect(task.resolutions.map(({ how }) => how)).toContain('majority')
})

test('a system is held against gold, and what it got wrong opens its items', async ({ as }) => {
  const { project, manager } = await simulateFelm({ items: 12, gold: 1, raters: 2, errors: [0.1, 0.1], seed: 4 })
  const page = await as(manager)
  await page.goto(`/projects/${project.id}/evaluation`)
  await expectAwake(page)
  const segments = await prisma().unit.findMany({
    where: { kind: 'segment', task: { projectId: project.id } },
    select: { key: true, task: { select: { position: true } } },
  })
  const lines = segments.flatMap(({ key, task: { position } }) =>
    ['always true', 'always false'].map((system) =>
      JSON.stringify({
        system,
        item: `#${position}`,
        unit: key,
        label: system === 'always true',
        probabilities: system === 'always true' ? { true: 0.9, false: 0.1 } : null,
      }),
    ),
  )
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'systems.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(`${lines.join('\n')}\n`),
    })
  const row = page.getByRole('row', { name: /always false/ }).first()
  await expect(row).toBeVisible()
  await expectAccessible(page)
  const readReport = async () =>
    (await page.request.get(`/api/projects/${project.id}/evaluations/report?task=segments`)).json()
  // A job makes it.
  await expect.poll(async () => (await readReport()).state).toBe('ready')
  await expect(page.getByRole('heading', { name: 'Against the distribution of labels' }).first()).toBeVisible()
  await page.goto(
    `/projects/${project.id}/evaluation/errors?${new URLSearchParams({ task: 'segments', system: 'always true' })}`,
  )
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL(/\/items\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { name: 'Labels of annotators' }).first()).toBeVisible()
})

test('a release is built, checked by sha256sum, and read by anybody with its link', async ({
  as,
  browser,
  baseURL,
}, testInfo) => {
  const { project, manager } = await simulateFelm({ items: 8, gold: 1, raters: 2, errors: [0.1, 0.2], seed: 6 })
  const page = await as(manager)
  const api = `/api/projects/${project.id}/releases`
  await page.goto(`/projects/${project.id}/releases`)
  await expectAwake(page)
  const { card } = await (await page.request.get(api)).json()
  const saved = await page.request.put(`/api/projects/${project.id}/release-card`, {
    headers: { origin: baseURL ?? '' },
    data: { text: { ...card.text, licence: 'CC-BY-4.0', languages: ['en'] }, revision: card.revision },
  })
  expect(saved.status()).toBe(200)
  await page.reload()
  await expectAwake(page)
  // Divided by keyboard, and counted before it is made.
  await page.getByRole('combobox', { name: 'Splits' }).press('Enter')
  await page.getByRole('option', { name: 'By shares' }).press('Enter')
  await page.getByRole('textbox', { name: /^Names and percent/ }).fill('train 50, test 50')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await page.getByRole('tab', { name: 'Splits' }).press('Enter')
  const counts = page.getByRole('table', { name: 'Rows of each split' })
  await expect(counts.getByRole('columnheader', { name: 'train' })).toBeVisible()
  const items = await counts
    .getByRole('row', { name: /^Items with gold/ })
    .getByRole('cell')
    .allTextContents()
  expect(items).toEqual(['4', '4'])
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^(Build|Make) release/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('link', { name: /Release 1/ }).first()).toBeVisible()
  await page.goto(`/projects/${project.id}/releases/1`)
  await expectAwake(page)
  // Until then it is being built, and has no files that anybody could have.
  await expect(page.getByRole('link', { name: /^Download all/ })).toBeVisible()
  await expectAccessible(page)

  const { fileList, manifest } = await (await page.request.get(`${api}/1`)).json()
  expect(manifest.splits.sizes).toEqual([
    { name: 'train', items: 4 },
    { name: 'test', items: 4 },
  ])
  const folder = testInfo.outputPath('release')
  for (const { path: name } of [...fileList, { path: 'SHA256SUMS' }]) {
    const file = await page.request.get(`${api}/1/file?${new URLSearchParams({ path: name })}`)
    expect([name, file.status()]).toEqual([name, 200])
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), await file.body())
  }
  const told = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
  expect(
    told
      .trim()
      .split('\n')
      .filter((line) => !line.endsWith(': OK')),
  ).toEqual([])

  const made = await (await page.request.post(`${api}/1/link`, { headers: { origin: baseURL ?? '' } })).json()
  const anybody = await (await browser.newContext({ baseURL })).newPage()
  await anybody.goto(made.path)
  await expect(anybody.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(anybody)
  await page.request.delete(`${api}/1/link`, { headers: { origin: baseURL ?? '' } })
  expect((await anybody.goto(made.path))?.status()).toBe(404)
  await anybody.context().close()
})

test('a member has predictions for a held-out split scored until nothing is left, and an item of it is withdrawn', async ({
  as,
}) => {
  const { project, projectId, manager } = await felmScene()
  const { files } = await released(manager, projectId, HELD_OUT)
  await setHeldOutLimits(manager, projectId, { perPerson: 1, inAll: 5 })
  const allTrue = oneLabelFor(files, true)
  const page = await as(await makeMember(project, 'viewer'))
  const api = `/api/projects/${projectId}/releases/1/held-out`
  await page.goto(`/projects/${projectId}/releases/1`)
  await expectAwake(page)
  const panel = page.getByRole('region', { name: 'Predictions for “science”' })
  const send = (name: string, lines: readonly object[]) =>
    panel.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    })
  await expect(panel.getByText('You have used 0 submissions; the limit of one person is 1.')).toBeVisible()
  await send('incomplete.jsonl', allTrue.slice(1))
  await expect(panel.getByText(`1 of ${allTrue.length} units have no prediction`)).toBeVisible()
  await send('all-true.jsonl', allTrue)
  await expect(panel.getByText('No submission is left to you')).toBeVisible()
  const [{ system, score }] = (await (await page.request.get(api)).json()).submissions
  expect(score).toBe(Math.round(score * 100) / 100)
  await expect(panel.getByRole('row', { name: `${system} ${Math.round(score * 100)} %` })).toBeVisible()
  await expect(panel.locator('input[type=file]')).toBeDisabled()
  const again = await page.request.post(`${api}/submissions?system=again`, {
    headers: { origin: new URL(page.url()).origin, 'content-type': 'application/octet-stream' },
    data: Buffer.from(allTrue.map((line) => `${JSON.stringify(line)}\n`).join('')),
  })
  expect([again.status(), (await again.json()).detail]).toEqual([
    422,
    'You have had 1 submission scored, and the limit of one person is 1.',
  ])

  const position = Number(allTrue[0]?.item.slice(1))
  const item = await prisma().item.findFirstOrThrow({ where: { projectId, position }, include: { tasks: true } })
  const { email } = await makeUser({ isAdmin: true })
  const words = { reason: 'Its author asked for it', erratum: 'Leave item 1 out.', dryRun: false }
  await withdrawItem(item.id, { by: email ?? '', ...words })
  await page.goto(`/projects/${projectId}/tasks/${item.tasks[0]?.id}/timeline`)
  await expect(page.getByText('This item was withdrawn: Its author asked for it')).toBeVisible()
  await expect(page.getByText('Leave item 1 out.')).toBeVisible()
  await expectAccessible(page)
})
