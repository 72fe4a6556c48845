/** What stands in the way of a release, and how one gets past it. */
import { expect, test } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { benchmarkRecord, benchmarkSentence } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { until } from '@/tests/support/wait'
import { buildReleaseHandler } from './build/build-job'
import { downloadReleaseFile } from './download-release'
import { previewRelease } from './preview-release'
import { getRelease } from './queries'
import { retryRelease } from './retry-release'
import { emptyCard } from './rules'
import { saveCard } from './save-card'
import { startRelease } from './start-release'
import { verifyRelease } from './verify-release'

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? { code: error.code, message: error.message } : error),
  )

const text = { ...emptyCard('Lakes', ''), licence: 'CC0-1.0' }

async function work(projectId: string, number: number) {
  const where = { projectId_number: { projectId, number } }
  const { id } = await prisma().release.findUniqueOrThrow({ where })
  const signal = new AbortController().signal
  await buildReleaseHandler.run({ releaseId: id }, { id: '1', attempt: 1, isLastAttempt: false, signal })
  return prisma().release.findUniqueOrThrow({ where })
}

test('contradictory labels need a reason, which goes on the card as a known gap', async () => {
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const manager = actorOf(await makeMember(project, 'manager'))
  const sentence = benchmarkSentence({
    if_claim_needs_edit: ['no'],
    claims_factuality_label: [true],
    sentence_factuality_label: true,
    revised_decontext: 'Lake Baikal lies in Mongolia.',
    revised_claims: ['Lake Baikal lies in Mongolia.'],
    usedEvidence_index_in_revision: ['-1'],
  })
  const records = [true, 'NA'].map((label, index) => ({
    ...benchmarkRecord([sentence]),
    prompt: `Question ${index}?`,
    response_factuality: label,
  }))
  await importFile(manager, project, records.map((record) => JSON.stringify(record)).join('\n'))
  await saveCard(manager, project.id, { text, revision: 0 })
  const preview = await previewRelease(manager, project.id, { notes: '' })
  expect(preview.unsettled).toEqual({ count: 1, positions: [2] })
  const refused = await failure(startRelease(manager, project.id, { notes: '' }))
  expect(refused).toMatchObject({ code: 'rule', message: expect.stringContaining('say why') })
  const reason = 'Kept as the paper has it.'
  await startRelease(manager, project.id, { notes: '', contradictionsReason: reason })
  expect(await work(project.id, 1)).toMatchObject({ state: 'ready', error: null })
  const { manifest, readme } = await getRelease(manager, { projectId: project.id, number: 1 })
  expect(manifest?.contradictions).toEqual({ unsettled: 1, reason })
  expect(manifest?.gaps.some((gap) => gap.includes(reason))).toBe(true)
  expect(readme).toContain(reason)
  expect(manifest?.files.map(({ path }) => path).filter((path) => path.startsWith('data/')).length).toBeGreaterThan(1)
  expect(await verifyRelease(manager, { projectId: project.id, number: 1 })).toMatchObject({ identical: true })
})

test('what turns out to be the same ends as failed and says so, and is built once more when there is something new', async () => {
  const { project } = await simulateFelm({ items: 4, gold: 1 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await saveCard(manager, project.id, { text, revision: 0 })
  await startRelease(manager, project.id, { notes: '' })
  await work(project.id, 1)
  // Touched, but in nothing that is released.
  await pool().query('update tasks set revision = revision + 1 where project_id = $1', [project.id])
  await startRelease(manager, project.id, { notes: '' })
  const same = await work(project.id, 2)
  expect(same).toMatchObject({ state: 'failed', error: expect.stringContaining('release 1') })
  expect(await prisma().releaseFile.count({ where: { releaseId: same.id } })).toBe(0)
  expect(await failure(startRelease(manager, project.id, { notes: '' }))).toMatchObject({ code: 'conflict' })

  await prisma().guideline.create({ data: { projectId: project.id, version: 2, body: '# Clearer' } })
  expect(await retryRelease(manager, { projectId: project.id, number: 2 })).toMatchObject({ state: 'building' })
  expect(await work(project.id, 2)).toMatchObject({ state: 'ready', error: null })
  const { changes, fileList } = await getRelease(manager, { projectId: project.id, number: 2 })
  expect(changes).toEqual({ added: 0, removed: 0, changed: 0, values: 0 })
  expect(fileList.map(({ path }) => path)).toContain('guidelines-v2.md')
})

test('a release whose files another worker threw away meanwhile is not called ready, and is built once more', async () => {
  const { project } = await simulateFelm({ items: 4, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await saveCard(manager, project.id, { text, revision: 0 })
  const { number } = await startRelease(manager, project.id, { notes: '' })
  await pool().query(`
    create function another_worker() returns trigger language plpgsql as $$
    begin
      delete from release_files where release_id = new.id and position = 0;
      return new;
    end $$;
    create trigger another_worker after update of progress on releases for each row execute function another_worker()`)
  await expect(work(project.id, number)).rejects.toThrow('another worker')
  await pool().query('drop trigger another_worker on releases; drop function another_worker()')
  expect(await work(project.id, number)).toMatchObject({ state: 'ready' })
  const { manifest, fileList } = await getRelease(manager, { projectId: project.id, number })
  expect(fileList.map(({ path }) => path)).toEqual(
    expect.arrayContaining(manifest?.files.map(({ path }) => path) ?? []),
  )
})

test('two workers with the same release build it one after the other: the second finds it ready', async () => {
  const { project } = await simulateFelm({ items: 4, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await saveCard(manager, project.id, { text, revision: 0 })
  const { number } = await startRelease(manager, project.id, { notes: '' })
  const { id } = await prisma().release.findUniqueOrThrow({
    where: { projectId_number: { projectId: project.id, number } },
  })
  const run = { attempt: 3, isLastAttempt: true, signal: new AbortController().signal }
  await Promise.all(['1', '2', '3'].map((job) => buildReleaseHandler.run({ releaseId: id }, { id: job, ...run })))
  expect(await prisma().release.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'ready', error: null })
  const built = await prisma().event.count({ where: { projectId: project.id, type: 'release.built' } })
  expect(built).toBe(1)
  expect(await verifyRelease(manager, { projectId: project.id, number })).toMatchObject({ identical: true })
})

test('a release whose worker died again and again has failed, and says why', async () => {
  const { project } = await simulateFelm({ items: 4, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await saveCard(manager, project.id, { text, revision: 0 })
  const { number } = await startRelease(manager, project.id, { notes: '' })
  const row = { where: { projectId_number: { projectId: project.id, number } } }
  const { id } = await prisma().release.findUniqueOrThrow(row)
  await buildReleaseHandler.giveUp?.({ releaseId: id }, 'died')
  const { state, error } = await prisma().release.findUniqueOrThrow(row)
  expect([state, error]).toEqual(['failed', expect.stringContaining('ended again and again while it did')])
})

test('a worker that is stopped while another builds its release leaves it alone', async () => {
  const { project } = await simulateFelm({ items: 4, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await saveCard(manager, project.id, { text, revision: 0 })
  const { number } = await startRelease(manager, project.id, { notes: '' })
  const { id } = await prisma().release.findUniqueOrThrow({
    where: { projectId_number: { projectId: project.id, number } },
  })
  const [other, stop] = [await pool().connect(), new AbortController()]
  const lock = [`release ${id}`]
  await other.query('select pg_advisory_lock(hashtextextended($1, 0))', lock)
  const run = { id: '1', attempt: 3, isLastAttempt: true, signal: stop.signal }
  const waiting = failure(buildReleaseHandler.run({ releaseId: id }, run))
  await until(async () => {
    const asked = await pool().query(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
    )
    return asked.rowCount === 1
  })
  stop.abort()
  expect(await waiting).toBeInstanceOf(Error)
  await other.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
  other.release()
  expect(await prisma().release.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'building' })
  expect(await work(project.id, number)).toMatchObject({ state: 'ready' })
})

test('asking for a file that a release does not have is no reading of it', async () => {
  const { project } = await simulateFelm({ items: 4, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await saveCard(manager, project.id, { text, revision: 0 })
  await startRelease(manager, project.id, { notes: '' })
  await work(project.id, 1)
  const reader = actorOf(await makeMember(project, 'viewer'))
  const ask = (path: string) => downloadReleaseFile(reader, { projectId: project.id, number: 1 }, path)
  const reads = () => prisma().answerRead.count({ where: { userId: reader.userId } })
  expect(await failure(ask('data/none.jsonl'))).toMatchObject({ code: 'not_found' })
  expect(await reads()).toBe(0)
  await (await ask('README.md')).text()
  expect(await reads()).toBeGreaterThan(0)
})
