/** Pre-fill with nothing set up at all: no key, no internet. A manager presses it, an annotator works with what it proposes. */
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeMember, makeUser } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'
import { expectState } from './own-app/bench'

const RECORDS = [
  {
    prompt: 'Where does the Danube rise?',
    response: 'The Danube rises in the Black Forest of Germany. It flows through Budapest.',
  },
  { prompt: 'Is it long?', response: 'I think it is a wonderful river. The Danube is 2,850 kilometres long.' },
]
const DOCUMENT = {
  title: 'Rivers of Europe',
  url: 'https://example.org/rivers',
  text: 'The Danube rises in the Black Forest of Germany. The Danube is 2,850 kilometres long. It ends at the Black Sea.',
}

const asFile = (name: string, lines: readonly object[]) => ({
  name,
  mimeType: 'application/x-ndjson',
  buffer: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
})

async function createProject(page: Page): Promise<string> {
  await page.goto('/projects/new')
  await expectAwake(page)
  await page.getByLabel('Name').fill('Rivers without a key')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

test('plain records are pre-filled offline and annotated with the suggestions, by keyboard', async ({ as }) => {
  const manager = await as(await makeUser({ name: 'Mara', canCreateProjects: true }))
  const projectId = await createProject(manager)
  const annotator = await makeMember({ id: projectId }, 'annotator')

  await test.step('records and documents', async () => {
    await manager.goto(`/projects/${projectId}/import`)
    await manager.locator('input[type=file]').setInputFiles(asFile('records.jsonl', RECORDS))
    await manager.waitForURL(/\/import\/[0-9a-f-]{36}/)
    await manager.getByRole('button', { name: /^Import/ }).click()
    await expect(manager.getByText('2 items added')).toBeVisible()
    await manager.goto(`/projects/${projectId}/prefill/corpus`)
    await expectAwake(manager)
    await manager.locator('input[type=file]').setInputFiles(asFile('rivers.jsonl', [DOCUMENT]))
    await expect(manager.getByText('rivers.jsonl')).toBeVisible()
    await expect(manager.getByRole('link', { name: DOCUMENT.title })).toBeVisible()
    await expectAccessible(manager)
  })

  await test.step('pre-fill, two strokes', async () => {
    await manager.goto(`/projects/${projectId}/prefill`)
    await expectAwake(manager)
    await expectAccessible(manager)
    await manager.keyboard.press('p')
    await expect(manager.getByRole('heading', { level: 1, name: 'New run' })).toBeVisible()
    await expectAwake(manager)
    await expectAccessible(manager)
    await manager.keyboard.press('ControlOrMeta+Enter')
    await manager.waitForURL(/\/prefill\/runs\/[0-9a-f-]{36}/)
    await expect(manager.getByText('2 items done')).toBeVisible()
    await expectAccessible(manager)
  })

  const run = await prisma().run.findFirstOrThrow({ where: { projectId }, include: { suggestions: true } })
  expect([run.state, Number(run.spentMicro)]).toEqual(['done', 0])
  expect(run.suggestions.every(({ model, source }) => model === null && /rules/i.test(source))).toBe(true)

  const page = await as(annotator)
  await test.step('what is proposed is dashed until accepted with one key', async () => {
    await page.goto(`/projects/${projectId}`)
    await expectAwake(page)
    await page.getByRole('button', { name: 'Next task' }).press('Enter')
    await page.waitForURL(/\/annotate$/)
    await expectState(page, 'saved')
    await expectAwake(page)
    const proposed = page.getByText('Suggested: ').first()
    await expect(proposed).toBeVisible()
    await expect(page.getByText('Black Sea')).toBeHidden()
    await expectAccessible(page)
    await page.keyboard.press('a')
    await expect(page.getByRole('heading', { name: /^Segment 2 of/ })).toBeVisible()
    await page.keyboard.press('t')
    await page.keyboard.press('y')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  })

  const labels = await prisma().label.findMany({
    where: { annotation: { userId: annotator.id }, question: 'label' },
    include: { unit: { select: { key: true } } },
  })
  const origins = Object.fromEntries(labels.map(({ unit, origin, suggestionId }) => [unit.key, [origin, suggestionId]]))
  const first = run.suggestions.find(({ id }) => id === origins.s1?.[1])
  expect([origins.s1?.[0], first?.value]).toEqual(['suggestion', true])
  expect(origins.s2).toEqual(['chosen', null])
})
