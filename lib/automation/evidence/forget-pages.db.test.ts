import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { makeProject, makeTask } from '@/tests/factories'
import { citedAmong, forgetPages } from './forget-pages'

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

it('goes through all old pages, many cited ones first, a batch at a time', async () => {
  const project = await makeProject()
  await prisma().$executeRaw`
    with made as (
      insert into page_snapshots (id, reader, url, final_url, content_type, title, text, sha256, fetched_at)
      select gen_random_uuid(), 'runs', 'https://many.example.org/' || n, '', 'text/html', '', '', repeat('b', 64),
             now() - interval '90 days' + n * interval '1 second'
      from generate_series(1, 2600) n returning id, fetched_at)
    insert into events (type, project_id, data)
    select 'search.quoted', ${project.id}::uuid, jsonb_build_object('snapshotId', id) from (
      select id from made order by fetched_at limit 1200) first`
  expect(await forgetPages(60)).toBe(1_400)
  expect(await forgetPages(60)).toBe(0)
  expect(await prisma().pageSnapshot.count({ where: { url: { startsWith: 'https://many.' } } })).toBe(1_200)
})

it('asks indexes who cites the pages of a batch, and reads no other citation', async () => {
  await prisma().$transaction(async (tx) => {
    await tx.$executeRaw`set local enable_seqscan = off`
    const plan = await tx.$queryRaw<{ 'QUERY PLAN': string }[]>`
      explain ${citedAmong(['00000000-0000-7000-8000-000000000000'])}`
    const steps = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(steps).toMatch(/events_of_quotes_idx[\s\S]*found_evidence_snapshots_idx/)
    expect(steps).not.toMatch(/Seq Scan/)
  })
})
