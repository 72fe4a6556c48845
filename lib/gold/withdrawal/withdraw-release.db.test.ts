import { expect, test } from 'vitest'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { downloadRelease, downloadReleaseFile } from '@/lib/gold/releases/release/download-release'
import { findLatestRelease } from '@/lib/gold/releases/release/find-latest'
import { previewRelease } from '@/lib/gold/releases/release/preview-release'
import {
  downloadPublicFile,
  downloadPublicRelease,
  getPublicRelease,
} from '@/lib/gold/releases/release/public/public-release'
import { getRelease, listReleases } from '@/lib/gold/releases/release/queries'
import { makeReleaseLink } from '@/lib/gold/releases/release/release-link'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { verifyRelease } from '@/lib/gold/releases/release/verify-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember, makeUser } from '@/tests/factories'
import { describeRelease } from './describe'
import { withdrawItem } from './withdraw-item'
import { withdrawRelease } from './withdraw-release'

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? { code: error.code, message: error.message } : error),
  )

const erratum = 'Labels of a third were swapped: use release 2.'
const refusal = { code: 'gone', message: `Release 1 was withdrawn: Swapped labels. ${erratum}` }

const CARD = { ...emptyCard('Sea', 'Facts about the sea.'), licence: 'CC-BY-4.0', languages: ['en'] }

async function release(manager: Actor, projectId: string) {
  const { number } = await startRelease(manager, projectId, { notes: 'New.' })
  const where = { projectId_number: { projectId, number } }
  const { id } = await prisma().release.findUniqueOrThrow({ where })
  const signal = new AbortController().signal
  await buildReleaseHandler.run({ releaseId: id }, { id: '1', attempt: 1, isLastAttempt: true, signal })
  return prisma().release.findUniqueOrThrow({ where })
}

async function scene() {
  const administrator = await makeUser({ isAdmin: true })
  const { project } = await simulateFelm({ items: 8, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await saveCard(manager, project.id, {
    text: CARD,
    revision: 0,
  })
  const made = await release(manager, project.id)
  const asked = { by: administrator.email ?? '', reason: 'Swapped labels', erratum, dryRun: false }
  return { project, manager, made, asked, params: { projectId: project.id, number: 1 } }
}

test('a withdrawn release is handed out to nobody, tells why, and its number is not used again', async () => {
  const { project, manager, made, asked, params } = await scene()
  const secret = (await makeReleaseLink(manager, params)).path.split('/').at(-1) ?? ''
  expect(await failure(withdrawRelease(params, { ...asked, by: manager.name }))).toMatchObject({ code: 'forbidden' })
  expect(await failure(withdrawRelease(params, { ...asked, reason: '' }))).toMatchObject({ code: 'invalid_request' })
  expect(await failure(withdrawRelease({ ...params, number: 9 }, asked))).toMatchObject({ code: 'not_found' })
  await withdrawRelease(params, { ...asked, dryRun: true })
  expect((await getRelease(manager, params)).withdrawn).toBeNull()
  expect(await withdrawRelease(params, asked)).toMatchObject({ number: 1, digest: made.digest, isPublic: true })
  expect(await failure(withdrawRelease(params, asked))).toMatchObject({ code: 'conflict' })

  for (const work of [
    () => downloadRelease(manager, params),
    () => downloadReleaseFile(manager, params, 'README.md'),
    () => verifyRelease(manager, params),
    () => downloadPublicRelease(secret, '192.0.2.1'),
    () => downloadPublicFile(secret, 'README.md', '192.0.2.1'),
  ])
    expect(await failure(work())).toEqual(refusal)
  const told = { reason: 'Swapped labels', erratum }
  expect(await getRelease(manager, params)).toMatchObject({
    withdrawn: told,
    digest: made.digest,
    manifest: null,
    readme: null,
    fileList: [],
    shownChanges: [],
  })
  expect(await getPublicRelease(secret, '192.0.2.1')).toMatchObject({
    withdrawn: told,
    manifest: null,
    notes: '',
    bytes: 0,
    readme: '',
    fileList: [],
  })
  expect(await findLatestRelease(prisma(), project.id)).toBeNull()

  const item = await prisma().item.findFirstOrThrow({
    where: { projectId: project.id, discardedAt: null, tasks: { some: { state: 'gold' } } },
  })
  await withdrawItem(item.id, asked)
  expect(await release(manager, project.id)).toMatchObject({ number: 2, state: 'ready' })
  expect(
    (await listReleases(manager, project.id)).releases.map(({ number, withdrawn }) => [number, withdrawn?.reason]),
  ).toEqual([
    [2, undefined],
    [1, 'Swapped labels'],
  ])
  await expect(pool().query(`update releases set digest = 'x' where id = $1`, [made.id])).rejects.toThrow()
})

test('the same gold is released again where the release that holds it was withdrawn, and not where another does', async () => {
  const { project, manager, made, asked, params } = await scene()
  const again = () => previewRelease(manager, project.id, { notes: '' })
  expect((await again()).refusals).toEqual([expect.stringContaining('Nothing has changed since release 1')])
  expect(await failure(startRelease(manager, project.id, { notes: '' }))).toMatchObject({ code: 'rule' })
  await withdrawRelease(params, asked)
  expect((await again()).refusals).toEqual([])
  const second = await release(manager, project.id)
  expect(second).toMatchObject({ number: 2, state: 'ready', error: null, fingerprint: made.fingerprint })

  // What is handed out is release 2, also once a third has come and gone.
  const { revision } = await saveCard(manager, project.id, {
    text: { ...CARD, description: 'All about it.' },
    revision: 1,
  })
  await release(manager, project.id)
  await withdrawRelease({ ...params, number: 3 }, asked)
  await saveCard(manager, project.id, { text: CARD, revision })
  expect((await again()).refusals).toEqual([expect.stringContaining('Nothing has changed since release 2')])
  expect(await failure(startRelease(manager, project.id, { notes: '' }))).toMatchObject({
    message: expect.stringContaining('use release 2'),
  })
})

test('a withdrawal opens the files of releases only to that of an item, in its own project', async () => {
  const { project, made, asked } = await scene()
  const other = await prisma().item.findFirstOrThrow({ where: { projectId: (await scene()).project.id } })
  const by = await prisma().user.findUniqueOrThrow({ where: { email: asked.by } })
  const client = await pool().connect()
  const touch = async (projectId: string, of: 'item_id' | 'release_id', id: string) => {
    await client.query('begin')
    try {
      await client.query(
        `insert into withdrawals (id, project_id, ${of}, reason, erratum, by_id) values ($1, $1, $2, 'r', 'e', $3)`,
        [projectId, id, by.id],
      )
      await client.query(`select set_config('assay.withdrawing', $1, true)`, [projectId])
      await client.query('update release_files set crc32 = 7 where release_id = $1', [made.id])
    } finally {
      await client.query('rollback')
    }
  }
  try {
    const own = await prisma().item.findFirstOrThrow({ where: { projectId: project.id } })
    await touch(project.id, 'item_id', own.id)
    await expect(touch(project.id, 'release_id', made.id)).rejects.toThrow('not changed')
    await expect(touch(other.projectId, 'item_id', other.id)).rejects.toThrow('not changed')
  } finally {
    client.release()
  }
})

test('no item is withdrawn while a release of its project is sent elsewhere', async () => {
  const { project, made, asked } = await scene()
  const item = await prisma().item.findFirstOrThrow({ where: { projectId: project.id } })
  const by = await prisma().user.findUniqueOrThrow({ where: { email: asked.by } })
  const place = { kind: 'hub', address: 'https://hub.example.org', repository: 'lab/sea', branch: 'main' }
  const sent = { place, sealed: Buffer.alloc(0), secretId: '', files: 3, bytes: 9n, createdById: by.id }
  const { id } = await prisma().releasePush.create({ data: { ...sent, releaseId: made.id } })
  expect(await failure(withdrawItem(item.id, asked))).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Release 1 is being sent'),
  })
  await prisma().releasePush.update({ where: { id }, data: { state: 'done', endedAt: new Date() } })
  expect((await withdrawItem(item.id, asked)).pushes).toMatchObject([
    { project: project.name, number: 1, place: expect.stringContaining('lab/sea') },
  ])
})

test('the withdrawal of a release stops what is sent of it, and names the places', async () => {
  const { made, asked, params } = await scene()
  const by = await prisma().user.findUniqueOrThrow({ where: { email: asked.by } })
  const place = { kind: 'hub', address: 'https://hub.example.org', repository: 'lab/sea', branch: 'main' }
  const sent = { place, sealed: Buffer.from('sealed'), secretId: 's', files: 3, bytes: 9n, createdById: by.id }
  const { id } = await prisma().releasePush.create({ data: { ...sent, releaseId: made.id } })
  const places = [{ place: expect.stringContaining('lab/sea') }]
  const tried = await withdrawRelease(params, { ...asked, dryRun: true })
  expect(tried.pushes).toMatchObject(places)
  expect(describeRelease(tried, true)).toMatch(/take it down there:\n {2}hub:lab\/sea, \d{4}-/)
  const row = () => prisma().releasePush.findUniqueOrThrow({ where: { id } })
  expect(await row()).toMatchObject({ state: 'running' })
  expect((await withdrawRelease(params, asked)).pushes).toMatchObject(places)
  expect(await row()).toMatchObject({ state: 'failed', error: expect.stringContaining('The release was withdrawn') })
  const { rows } = await pool().query(`select 1 from graphile_worker._private_jobs where key = $1`, [`push ${id}`])
  expect(rows).toHaveLength(1)
})

test('a download during which an item is withdrawn breaks off', async () => {
  const { project, manager, asked, params } = await scene()
  const item = await prisma().item.findFirstOrThrow({
    where: { projectId: project.id, discardedAt: null, tasks: { some: { state: 'gold' } } },
  })
  const reader = (await downloadRelease(manager, params)).body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await withdrawItem(item.id, asked)
  const rest = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(rest()).rejects.toThrow('was made again while it was downloaded')
})

test('verifying tells which files a withdrawal has changed', async () => {
  const { project, manager, made, asked, params } = await scene()
  const item = await prisma().item.findFirstOrThrow({
    where: { projectId: project.id, discardedAt: null, tasks: { some: { state: 'gold' } } },
  })
  await withdrawItem(item.id, asked)
  const { files } = await verifyRelease(manager, params)
  const remade = files.filter(({ state }) => state === 'made again after a withdrawal').map(({ path }) => path)
  expect(remade).toEqual(
    expect.arrayContaining(['SHA256SUMS', 'SHA256SUMS.1', 'data/felm.jsonl', 'assay.jsonl', 'withdrawn.jsonl']),
  )
  expect(remade).not.toContain('agreement.json')
  const page = await getRelease(manager, params)
  expect(page.withdrawnItems).toMatchObject([{ item: item.position, reason: 'Swapped labels' }])
  expect(page.digest).toBe(made.digest)
  expect(page.sums).toBe(page.fileList.find(({ path }) => path === 'SHA256SUMS')?.sha256)
  expect(page.sums).not.toBe(made.digest)
})
