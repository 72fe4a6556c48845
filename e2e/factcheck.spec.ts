import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeMember, makeUser } from '@/tests/factories'
import { Acts, type StageKey, type Who } from './factcheck/acts'
import { decompose } from './factcheck/decompose'
import { openDesk } from './factcheck/discuss'
import { CANBERRA, HONEY, honeyTexts, records } from './factcheck/documents'
import { goldPlan } from './factcheck/gold-plan'
import { expectOpen, press, workThrough } from './factcheck/keyboard'
import { merge } from './factcheck/merge'
import { decomposePlan, mergePlan, verifyPlan } from './factcheck/plan'
import { draw, expectSameTraces, traceAnnotations, traceGold } from './factcheck/provenance'
import {
  type People,
  settleCanberraClaims,
  settleCanberraVerdicts,
  settleHoneyClaims,
  settleHoneyText,
  settleHoneyVerdicts,
} from './factcheck/settle'
import { expectedOnScreen, expectShown, type GoldDocument, readGold } from './factcheck/shown'
import { verify } from './factcheck/verify'
import { expect, expectAccessible, expectAwake, test } from './fixtures'
import { expectState } from './own-app/bench'

const parse = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

async function createProject(page: Page, name: string): Promise<string> {
  await page.goto('/projects/new')
  await expectAwake(page)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: /^Factcheck-Bench: claims/ }).check()
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

async function importRecords(page: Page, projectId: string): Promise<void> {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  await page.goto(`/projects/${projectId}/import`)
  const file = { name: 'documents.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForURL(/\/import\/[0-9a-f-]{36}/)
  await page.getByRole('button', { name: /^Import/ }).click()
  await expect(page.getByText(`${records.length} items added`)).toBeVisible()
}

async function download(page: Page, projectId: string, title: string): Promise<string> {
  await page.goto(`/projects/${projectId}/export`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download ${title}` }).click(),
  ])
  return readFile(await file.path(), 'utf8')
}

/** After coming back to the page, the first claim is there with all that was said of it. */
async function findFirstClaimAgain(page: Page): Promise<void> {
  await expectState(page, 'saved')
  await page.reload()
  await expectAwake(page)
  await press(page, 'j', 'j')
  const claim = page.locator('aside li[aria-current=step]')
  await expect(claim.getByRole('textbox').first()).toHaveValue(honeyTexts.enzymes)
  for (const name of ['Factual', 'Most important'])
    await expect(claim.getByRole('button', { name, pressed: true })).toBeVisible()
  await expectAccessible(page)
}

/** After coming back to the page, the correction is there with the evidence it rests on. */
async function findCorrectionAgain(page: Page): Promise<void> {
  await expectState(page, 'saved')
  await page.reload()
  await expectAwake(page)
  await press(page, 'l', 'l')
  await expectOpen(page, 's3.c1')
  const verdict = page.getByRole('region', { name: 'Verdict on the claim' })
  await expect(verdict.getByRole('textbox')).toHaveValue(honeyTexts.anasCorrection)
  await expect(verdict.getByRole('button', { name: 'False', pressed: true })).toBeVisible()
  const evidence = page.getByRole('region', { name: 'Evidence 1, Refutes' })
  await expect(evidence.getByRole('button', { name: 'Reference', pressed: true })).toBeVisible()
  await expectAccessible(page)
}

/** The proposals of claims that came with the file, by document and sentence. */
async function proposals(projectId: string): Promise<ReadonlyMap<string, string>> {
  const found = await prisma().suggestion.findMany({
    where: { task: { projectId } },
    select: { id: true, unit: { select: { key: true } }, task: { select: { position: true } } },
  })
  return new Map(found.map(({ id, unit, task }) => [`${task.position} ${unit.key}`, id]))
}

test('two annotators and a third rater take two documents through decompose, verify and merge by keyboard', async ({
  as,
}) => {
  const manager = await as(await makeUser({ name: 'Mara', canCreateProjects: true }))
  const projectId = await createProject(manager, 'Two documents')
  const member = async (name: Who, role: 'annotator' | 'reviewer') => {
    const page = await as(await makeMember({ id: projectId }, role, await makeUser({ name })))
    return page
  }
  const pages = {
    Ana: await member('Ana', 'annotator'),
    Ben: await member('Ben', 'annotator'),
    Rui: await member('Rui', 'reviewer'),
  }
  const acts = new Acts()
  const task = async (position: number, stage: StageKey) => {
    const where = { projectId, position, stage: { key: stage } }
    return (await prisma().task.findFirstOrThrow({ where, select: { id: true } })).id
  }
  const people: People = { pages, acts, projectId, task }

  const blind = async (work: (page: Page, who: 'Ana' | 'Ben', position: number) => Promise<void>) => {
    for (const who of ['Ana', 'Ben'] as const) {
      const done = await workThrough(pages[who], projectId, (position) => work(pages[who], who, position))
      expect(done).toEqual([HONEY, CANBERRA])
    }
  }

  await test.step('import', () => importRecords(manager, projectId))

  await test.step('decompose, blind', () =>
    blind(async (page, who, position) => {
      await decompose(page, decomposePlan[who][position] ?? [], { who, position, acts })
      if (who === 'Ana' && position === HONEY) await findFirstClaimAgain(page)
    }))
  await test.step('settle the claims', async () => {
    await settleHoneyClaims(people)
    await settleCanberraClaims(people)
  })

  await test.step('verify, blind', () =>
    blind(async (page, who, position) => {
      await verify(page, verifyPlan[who][position] ?? [], { who, position, acts })
      if (who === 'Ana' && position === HONEY) await findCorrectionAgain(page)
    }))
  await test.step('settle the verdicts', async () => {
    await settleHoneyVerdicts(people)
    await settleCanberraVerdicts(people)
  })

  await test.step('merge, blind', () =>
    blind(async (page, who, position) => {
      await merge(page, mergePlan[who][position] ?? { sentences: [] }, { who, position, acts })
      if (who === 'Ana' && position === HONEY) await expectAccessible(page)
    }))
  await test.step('settle the texts', () => settleHoneyText(people))

  await test.step('the gold exported is what was decided, and what the screens show', async () => {
    const gold: GoldDocument[] = parse(await download(manager, projectId, 'Gold as Factcheck-Bench record'))
    expect(gold).toHaveLength(records.length)
    for (const [index, document] of gold.entries()) {
      const position = index + 1
      expect(document).toMatchObject(goldPlan[position] ?? {})
      const onScreen = expectedOnScreen(document)
      for (const stage of ['decompose', 'verify', 'merge'] as const) {
        await openDesk(pages.Ana, { projectId, id: await task(position, stage) })
        expectShown(await readGold(pages.Ana), onScreen[stage])
      }
    }
  })

  await test.step('ten values drawn at random come from where the journey says', async () => {
    const raw = traceAnnotations(
      parse(await download(manager, projectId, 'Raw annotations')),
      acts,
      await proposals(projectId),
    )
    const native = traceGold(parse(await download(manager, projectId, 'Gold with its history (native)')), acts)
    expectSameTraces(draw([...raw, ...native], 10, Number(process.env.E2E_SEED ?? 1)))
    expectSameTraces(raw)
    expectSameTraces(native)
  })
})
