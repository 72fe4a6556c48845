import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { makeProject, makeTask } from '@/tests/factories'
import { forgetPages } from './forget-pages'

const DAY_MS = 86_400_000
let number = 0
const page = (days: number) =>
  prisma().pageSnapshot.create({
    data: {
      reader: 'runs',
      url: `https://www.example.org/${number++}`,
      finalUrl: 'https://www.example.org/',
      contentType: 'text/html',
      title: 'A page',
      text: 'Some text.',
      sha256: 'a'.repeat(64),
      fetchedAt: new Date(Date.now() - days * DAY_MS),
    },
  })

it('forgets copies of pages that are older, but for those that somebody quoted or a run gave as evidence', async () => {
  const project = await makeProject()
  const { itemId } = await makeTask(project)
  const run = await prisma().run.create({
    data: { projectId: project.id, kind: 'pipeline', name: 'r', state: 'done', finishedAt: new Date(), plan: {} },
  })
  const [old, young, quoted, found] = [await page(31), await page(29), await page(400), await page(400)]
  await prisma().event.create({
    data: { type: 'search.quoted', projectId: project.id, data: { snapshotId: quoted.id, quote: 'text' } },
  })
  await prisma().foundEvidence.create({ data: { itemId, runId: run.id, entry: { claims: [{ snapshot: found.id }] } } })
  expect(await forgetPages(undefined)).toBe(0)
  expect(await forgetPages(30)).toBe(1)
  const left = await prisma().pageSnapshot.findMany({
    where: { id: { in: [old, young, quoted, found].map(({ id }) => id) } },
  })
  expect(left.map(({ id }) => id).sort()).toEqual([young, quoted, found].map(({ id }) => id).sort())
})
