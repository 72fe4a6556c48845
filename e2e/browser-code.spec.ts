/** What of the protocols reaches a browser that opens a workbench. */
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { manifests } from '@/lib/protocols'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { expect, expectAwake, test } from './fixtures'

/** The code of every file that the page has asked for. */
async function loadedCode(page: Page): Promise<string> {
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const files = [...new Set(addresses)].filter((address) => new URL(address).pathname.endsWith('.js'))
  const texts = await Promise.all(files.map(async (file) => (await page.request.get(file)).text()))
  return texts.join('\n')
}

/** The longest stretch of a text that code spells as it is, whatever its quotes. */
const spelled = (text: string) =>
  (text.match(/[A-Za-z ,.:;]+/g) ?? []).reduce((longest, each) => (each.length > longest.length ? each : longest), '')

/** Sentences of what stays on the server. */
async function serverTexts({ pipeline, scoring, definition }: (typeof manifests)[number]): Promise<string[]> {
  const prompts = (await pipeline?.())?.steps.flatMap((step) => step.prompts.map(({ system }) => system)) ?? []
  const tasks = (await scoring?.())?.map(({ summary }) => summary) ?? []
  const formats = definition.formats.map(({ description }) => description)
  return [...prompts, ...tasks, ...formats, definition.guidelines].map(spelled).filter((text) => text.length >= 20)
}

/** As bundling leaves the head of a protocol's `work`, or of the definition that it is made of where it is written as a file, large ones as JSON. */
const idsIn = (code: string) =>
  manifests
    .map(({ work }) => work.id)
    .filter((id) =>
      [`id:"${id}",domains:`, `id:"${id}",version:`, `"id":"${id}","version":`].some((head) => code.includes(head)),
    )

test('a workbench loads the forms of its own protocol, and nothing of what the server keeps', async ({ as }) => {
  const kept = (await Promise.all(manifests.map(serverTexts))).flat()
  expect(kept.length).toBeGreaterThan(manifests.length)
  const person = await makeUser()
  const page = await as(person)
  for (const { work, samples } of manifests) {
    const project = await makeProject({ protocolId: work.id })
    await makeMember(project, 'annotator', person)
    const [record] = await samples()
    const task = await makeTask(project, { record: record as { [key: string]: string } })
    await makeAssignment(task, person)
    // Where a stage asks for that first.
    await prisma().guidelineReading.create({ data: { projectId: project.id, userId: person.id, version: 1 } })
    await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
    await expect(page.locator('[data-save-state]').filter({ visible: true })).toHaveAttribute(
      'data-save-state',
      'saved',
    )
    await expectAwake(page)
    const code = await loadedCode(page)
    expect(idsIn(code)).toEqual([work.id])
    expect(kept.filter((text) => code.includes(text))).toEqual([])
  }
})
