import type { Page } from '@playwright/test'
import canonicalize from 'canonicalize'
import { wholeFiles } from '@/tests/data-folders'
import { makeMember, makeUser } from '@/tests/factories'
import type { FelmRecord } from '@/tests/felm-records'
import { downloadExport } from './download-export'
import { expect, expectAccessible, expectAwake, test } from './fixtures'
import { annotateAll } from './gold/annotate'
import { decisions, pickRecords } from './gold/plan'
import { recompute } from './gold/recompute'
import { approveAll, settleAll } from './gold/review'

const records = pickRecords(wholeFiles, 20)
const jsonl = (lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const parse = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

async function createProject(page: Page, name: string): Promise<string> {
  await page.goto('/projects/new')
  await expectAwake(page)
  await page.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

async function importFile(page: Page, projectId: string, name: string, text: string, labels?: string) {
  await page.goto(`/projects/${projectId}/import`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) })
  await page.waitForURL(/\/import\/[0-9a-f-]{36}/)
  if (labels) await page.getByRole('radio', { name: labels }).check()
}

test('four people make a gold FELM dataset of twenty published records', async ({ as }) => {
  test.skip(records.length === 0, 'ASSAY_DATA_DIR names no folder with FELM records')
  const manager = await as(await makeUser({ name: 'Mara', canCreateProjects: true }))
  const projectId = await createProject(manager, 'Twenty records')
  const project = { id: projectId }
  const [ana, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const [rui, sana] = [await makeMember(project, 'reviewer'), await makeMember(project, 'reviewer')]

  await test.step('import', async () => {
    await importFile(manager, projectId, 'records.jsonl', jsonl(records))
    await manager.getByRole('button', { name: /^Import/ }).click()
    await expect(manager.getByText(`${records.length} items added`)).toBeVisible()
    await importFile(manager, projectId, 'records.jsonl', jsonl(records))
    await expect(manager.getByText('These items are here already')).toBeVisible()
  })

  await test.step('two annotators label blind, by keyboard', async () => {
    const plan = (who: 'first' | 'second') => (position: number) =>
      decisions(records[position - 1] as FelmRecord, position, who)
    expect(await annotateAll(await as(ana), projectId, plan('first'))).toBe(records.length)
    expect(await annotateAll(await as(ben), projectId, plan('second'))).toBe(records.length)
  })

  await test.step('a reviewer settles, a second approves', async () => {
    expect(await settleAll(await as(rui), projectId)).toBe(records.length)
    expect(await approveAll(await as(sana), projectId)).toBe(records.length)
  })

  await test.step('agreement is what the raw annotations say', async () => {
    const mine = recompute(parse(await downloadExport(manager, projectId, 'Raw annotations')))
    const shown = await (await manager.request.get(`/api/projects/${projectId}/agreement`)).json()
    const label = shown.stages[0].measures.find((measure: { key: string }) => measure.key === 'label').all
    expect(label.unitsWithTwo).toBe(mine.units)
    expect(label.percent.value).toBeCloseTo(mine.percent, 9)
    expect(label.alpha.value).toBeCloseTo(mine.alpha, 9)
    const { pairs } = await (await manager.request.get(`/api/projects/${projectId}/agreement/segments/label`)).json()
    const cohen = pairs[0].coefficients.find(({ key }: { key: string }) => key === 'cohen')
    expect(cohen.estimate.value).toBeCloseTo(mine.kappa, 9)
    await manager.goto(`/projects/${projectId}/agreement`)
    await expect(manager.getByText(mine.alpha.toFixed(2)).first()).toBeVisible()
    await expectAccessible(manager)
  })

  await test.step('gold is downloaded, imported elsewhere as gold, and equal', async () => {
    const gold = await downloadExport(manager, projectId, 'Gold as FELM record')
    expect(parse(gold)).toHaveLength(records.length)
    const copy = await createProject(manager, 'Twenty records again')
    await importFile(manager, copy, 'gold.jsonl', gold, 'Gold')
    await manager.getByRole('button', { name: /^Import/ }).click()
    await expect(manager.getByText(`${records.length} items added`)).toBeVisible()
    const again = await downloadExport(manager, copy, 'Gold as FELM record')
    expect(parse(again).map((line) => canonicalize(line))).toEqual(parse(gold).map((line) => canonicalize(line)))
  })
})
