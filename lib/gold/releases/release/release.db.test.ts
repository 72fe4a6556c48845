import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { changeFacts } from '@/lib/workspace/items/change-facts'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember, makeProject, makeTask } from '@/tests/factories'
import { filesOf } from './archive/stream-archive'
import { buildReleaseHandler } from './build/build-job'
import { readStoredText } from './build/read-stored'
import { downloadComparison } from './comparison/download-comparison'
import { compareTwoReleases } from './comparison/queries'
import { downloadRelease, downloadReleaseFile } from './download-release'
import { previewRelease } from './preview-release'
import { downloadPublicRelease, getPublicRelease } from './public/public-release'
import { getRelease, listReleases } from './queries'
import { makeReleaseLink, revokeReleaseLink } from './release-link'
import { removeRelease } from './remove-release'
import { emptyCard } from './rules'
import { saveCard } from './save-card'
import { startRelease } from './start-release'
import { verifyRelease } from './verify-release'

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? { code: error.code, message: error.message } : error),
  )

/** A project of which half is gold, with a card that can be released. */
async function scene(items = 12) {
  const { project } = await simulateFelm({ items, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await saveCard(manager, project.id, {
    text: { ...emptyCard('Ocean facts', 'Facts about oceans.'), licence: 'CC-BY-4.0', languages: ['en'] },
    revision: 0,
  })
  return { project, manager }
}

/** What the worker does. */
async function work(projectId: string, number: number) {
  const where = { projectId_number: { projectId, number } }
  const { id } = await prisma().release.findUniqueOrThrow({ where })
  const signal = new AbortController().signal
  await buildReleaseHandler.run({ releaseId: id }, { id: '1', attempt: 1, isLastAttempt: true, signal })
  return prisma().release.findUniqueOrThrow({ where })
}

async function release(manager: Actor, projectId: string) {
  const { number } = await startRelease(manager, projectId, { notes: 'New words.' })
  return work(projectId, number)
}

const sumsOf = async (releaseId: string) =>
  (await filesOf(releaseId)).map(({ path: name, sha256 }) => `${sha256}  ${name}`)

/** Another gold for one task, as if it had been corrected. */
async function correctGold(projectId: string) {
  const task = await prisma().task.findFirstOrThrow({
    where: { projectId, state: 'gold' },
    orderBy: { position: 'asc' },
    include: { golds: { where: { supersededAt: null } } },
  })
  const [gold] = task.golds
  if (!gold) throw new Error('gold tasks have gold')
  await pool().query('update golds set superseded_at = now() where id = $1', [gold.id])
  await pool().query(
    `insert into golds (id, task_id, version, round, answers, roll_up, origin)
     select gen_random_uuid(), task_id, version + 1, round, jsonb_set(answers, '{s1,label}', to_jsonb(not (answers #>> '{s1,label}')::boolean)), roll_up, origin
     from golds where id = $1`,
    [gold.id],
  )
  await pool().query('update tasks set revision = revision + 1 where id = $1', [task.id])
  return task.position
}

describe('a release', () => {
  test('made twice from the same state is the same byte for byte, and stays when gold changes', async () => {
    const { project, manager } = await scene()
    const first = await release(manager, project.id)
    expect(first).toMatchObject({ state: 'ready', error: null })
    const before = await sumsOf(first.id)
    const colleague = actorOf(await makeMember(project, 'manager'))
    const again = await verifyRelease(colleague, { projectId: project.id, number: 1 })
    expect(again.files.filter(({ state }) => state !== 'identical')).toEqual([])
    expect(again).toMatchObject({ identical: true, digest: first.digest })

    await correctGold(project.id)
    expect(await sumsOf(first.id)).toEqual(before)
    const archive = await (await downloadRelease(manager, { projectId: project.id, number: 1 })).arrayBuffer()
    const changed = await verifyRelease(manager, { projectId: project.id, number: 1 })
    expect(changed.identical).toBe(false)
    expect(changed.files.find(({ path: name }) => name === 'data/felm.jsonl')?.state).toBe('differs')
    const later = await (await downloadRelease(manager, { projectId: project.id, number: 1 })).arrayBuffer()
    expect(Buffer.from(later).equals(Buffer.from(archive))).toBe(true)
    await expect(pool().query('delete from release_chunks where release_id = $1', [first.id])).rejects.toThrow()
    await expect(pool().query('delete from releases where id = $1', [first.id])).rejects.toThrow()
  })

  test('is compared with any other of the project, in both directions, and the reading is noted', async () => {
    const { project, manager } = await scene(4)
    await release(manager, project.id)
    const position = await correctGold(project.id)
    await release(manager, project.id)
    const viewer = actorOf(await makeMember(project, 'viewer'))
    const first = { projectId: project.id, number: 1 }
    const second = { projectId: project.id, number: 2 }
    const now = await compareTwoReleases(viewer, second)
    expect(now).toMatchObject({
      since: 1,
      others: [1],
      changes: { added: 0, removed: 0, changed: 1 },
      shownChanges: [{ item: { position }, change: 'changed' }],
    })
    const reads = await prisma().answerRead.count({ where: { userId: viewer.userId } })
    expect(reads).toBeGreaterThan(0)
    const back = await compareTwoReleases(viewer, first, 2)
    const [there, here] = [now, back].map(({ shownChanges }) => shownChanges[0]?.values[0])
    expect([here?.before, here?.after]).toEqual([there?.after, there?.before])
    // As a file it is what the second release says of itself.
    const { id } = await prisma().release.findFirstOrThrow({ where: { projectId: project.id, number: 2 } })
    expect(await (await downloadComparison(viewer, second, 1)).text()).toBe(await readStoredText(id, 'changes.jsonl'))
    expect(await compareTwoReleases(viewer, first)).toMatchObject({ since: 1, others: [2], shownChanges: [] })
    expect(await failure(compareTwoReleases(viewer, second, 7))).toMatchObject({ code: 'not_found' })
    const annotator = actorOf(await makeMember(project, 'annotator'))
    expect(await failure(compareTwoReleases(annotator, second, 1))).toMatchObject({ code: 'forbidden' })
  })

  test('of an earlier layout is compared in the files that both layouts make alike', async () => {
    const { project, manager } = await scene(4)
    await release(manager, project.id)
    // As it was made before: other ratings, fewer files, another manifest and card.
    const manifest = (await getRelease(manager, { projectId: project.id, number: 1 })).manifest
    const earlier = JSON.stringify({ ...manifest, format: 'assay-release/1' }).replaceAll("'", "''")
    // What is ready never changes, so its triggers are off for this one transaction.
    await pool().query(`begin; set local session_replication_role = replica;
      update releases set digest = 'another', manifest = '${earlier}' where project_id = '${project.id}';
      delete from release_chunks where path = 'tasks.csv';
      delete from release_files where path = 'tasks.csv';
      update release_files set sha256 = 'other' where path in ('ratings.csv', 'README.md');
      commit`)
    const at = { projectId: project.id, number: 1 }
    const checked = await verifyRelease(manager, at)
    expect(checked).toMatchObject({
      identical: true,
      layout: { release: 'assay-release/1', now: 'assay-release/9' },
    })
    const stateOf = (name: string) => checked.files.find(({ path: file }) => file === name)?.state
    expect(['assay.jsonl', 'ratings.csv', 'tasks.csv'].map(stateOf)).toEqual([
      'identical',
      'of an earlier layout',
      'of an earlier layout',
    ])
    expect((await getRelease(manager, at)).manifest?.format).toBe('assay-release/1')
    await correctGold(project.id)
    expect((await verifyRelease(manager, at)).identical).toBe(false)
  })

  test('is whole by sha256sum -c, as files and as an archive that unzip takes', async () => {
    const { project, manager } = await scene()
    const made = await release(manager, project.id)
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-release-'))
    try {
      const response = await downloadRelease(manager, { projectId: project.id, number: 1 })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.length).toBe(Number(response.headers.get('content-length')))
      const zip = path.join(folder, 'release.zip')
      await writeFile(zip, bytes)
      for (const { path: name, bytes: size } of await filesOf(made.id)) {
        const file = path.join(folder, 'files', name)
        await mkdir(path.dirname(file), { recursive: true })
        const one = await downloadReleaseFile(manager, { projectId: project.id, number: 1 }, name)
        const content = Buffer.from(await one.arrayBuffer())
        expect(content.length).toBe(size)
        // What lies in the archive is the file as it is.
        expect(bytes.includes(content)).toBe(true)
        await writeFile(file, content)
      }
      const told = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], {
        cwd: path.join(folder, 'files'),
        encoding: 'utf8',
      })
      expect(
        told
          .trim()
          .split('\n')
          .every((line) => line.endsWith(': OK')),
      ).toBe(true)
      if (hasUnzip()) {
        execFileSync('unzip', ['-q', zip, '-d', path.join(folder, 'unzipped')])
        execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: path.join(folder, 'unzipped') })
        expect(await readFile(path.join(folder, 'unzipped', 'README.md'), 'utf8')).toContain('# Ocean facts')
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('tells of the work, of nobody by name', async () => {
    const { project, manager } = await scene()
    const made = await release(manager, project.id)
    const { manifest, readme } = await getRelease(manager, { projectId: project.id, number: 1 })
    expect(manifest?.items.gold).toBeGreaterThan(0)
    expect(manifest?.people.annotators).toBe(3)
    expect(manifest?.stages[0]?.overlap.every(({ annotations }) => annotations === 3)).toBe(true)
    expect(manifest?.agreement.find(({ measure }) => measure === 'label')?.alpha.low).toEqual(expect.any(Number))
    expect(readme).toContain('## Agreement')
    const people = await prisma().user.findMany({ where: { memberships: { some: { projectId: project.id } } } })
    for (const { path: name } of await filesOf(made.id)) {
      const text = await readStoredText(made.id, name)
      for (const person of people) {
        expect(text).not.toContain(person.name)
        expect(text).not.toContain(person.email)
      }
    }
  })

  test('is refused when nothing changed, and says by which release; what changed is told item by item', async () => {
    const { project, manager } = await scene()
    await release(manager, project.id)
    const refused = await failure(startRelease(manager, project.id, { notes: '' }))
    expect(refused).toMatchObject({ code: 'rule', message: expect.stringContaining('release 1') })
    const position = await correctGold(project.id)
    const preview = await previewRelease(manager, project.id, { notes: '' })
    expect(preview).toMatchObject({ refusals: [], previous: 1, changes: { added: 0, removed: 0, changed: 1 } })
    const second = await release(manager, project.id)
    const lines = (await readStoredText(second.id, 'changes.jsonl')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(preview.shownChanges)
    expect(preview.shownChanges[0]).toMatchObject({ item: { position }, change: 'changed' })
    expect(preview.shownChanges[0]?.values[0]).toMatchObject({ unit: 's1', question: 'label' })
    expect((await getRelease(manager, { projectId: project.id, number: 2 })).manifest?.release.previous).toMatchObject({
      number: 1,
    })
  })

  test('is another once a manager says another domain, source or tag of an item', async () => {
    const { project, manager } = await scene(4)
    const { itemId } = await prisma().task.findFirstOrThrow({ where: { projectId: project.id, state: 'gold' } })
    const isSame = async () => (await previewRelease(manager, project.id, { notes: '' })).refusals.length > 0
    for (const own of [
      { domain: 'rivers' },
      // The same text in another place.
      { domain: null, source: 'rivers' },
      { domain: null, source: null, tags: ['rivers'] },
      { domain: null, source: null, tags: ['rivers', 'long'] },
    ]) {
      const { state, error } = await release(manager, project.id)
      expect([state, error, await isSame()]).toEqual(['ready', null, true])
      await changeFacts(manager, itemId, own)
      expect(await isSame()).toBe(false)
    }
  })
})

test('says of gold that was imported that nobody annotated it, and not how blind they were', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const task = await makeTask(project)
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  const answers = Object.fromEntries(task.units.map(({ key }) => [key, { label: true }]))
  await prisma().gold.create({
    data: { taskId: task.id, version: 1, round: 1, answers, rollUp: {}, origin: 'imported' },
  })
  await saveCard(manager, project.id, {
    text: { ...emptyCard('Found labels', ''), licence: 'CC-BY-4.0', languages: ['en'] },
    revision: 0,
  })
  const { id } = await release(manager, project.id)
  const readme = await readStoredText(id, 'README.md')
  expect(readme).toContain('All of this gold was imported')
  expect(readme.match(/[^\n]*(worked blind|\b0 annotators)[^\n]*/g)).toBeNull()
})

describe('what is refused', () => {
  test('nothing gold, no licence, one at a time, a card that somebody else saved', async () => {
    const project = await makeProject()
    const manager = actorOf(await makeMember(project, 'manager'))
    await makeTask(project)
    const bare = await failure(startRelease(manager, project.id, { notes: '' }))
    expect(bare).toMatchObject({ code: 'rule', message: expect.stringContaining('licence') })
    expect(bare).toMatchObject({ message: expect.stringContaining('Nothing is gold yet') })
    const text = emptyCard('Name', '')
    await saveCard(manager, project.id, { text, revision: 0 })
    expect(await failure(saveCard(manager, project.id, { text, revision: 0 }))).toMatchObject({
      code: 'revision_conflict',
    })
    const other = await scene(4)
    await startRelease(other.manager, other.project.id, { notes: '' })
    expect(await failure(startRelease(other.manager, other.project.id, { notes: '' }))).toMatchObject({
      code: 'conflict',
    })
    await removeRelease(other.manager, { projectId: other.project.id, number: 1 })
    expect((await listReleases(other.manager, other.project.id)).releases).toEqual([])
  })

  test('annotators see nothing of it, viewers all but the link', async () => {
    const { project, manager } = await scene(4)
    await release(manager, project.id)
    const annotator = actorOf(await makeMember(project, 'annotator'))
    expect(await failure(listReleases(annotator, project.id))).toMatchObject({ code: 'forbidden' })
    expect(await failure(downloadRelease(annotator, { projectId: project.id, number: 1 }))).toMatchObject({
      code: 'forbidden',
    })
    const viewer = actorOf(await makeMember(project, 'viewer'))
    await makeReleaseLink(manager, { projectId: project.id, number: 1 })
    expect((await listReleases(viewer, project.id)).releases[0]).toMatchObject({ linkMadeAt: null, state: 'ready' })
    expect(await failure(makeReleaseLink(viewer, { projectId: project.id, number: 1 }))).toMatchObject({
      code: 'forbidden',
    })
    await (await downloadRelease(viewer, { projectId: project.id, number: 1 })).arrayBuffer()
    expect(await prisma().answerRead.count({ where: { userId: viewer.userId } })).toBeGreaterThan(0)
  })
})

test('the public page opens by its secret, until it is closed or made anew', async () => {
  const { project, manager } = await scene(4)
  await release(manager, project.id)
  const at = { projectId: project.id, number: 1 }
  const { secret } = await makeReleaseLink(manager, at)
  expect(await getPublicRelease(secret, '203.0.113.1')).toMatchObject({ number: 1, name: 'Ocean facts' })
  const open = await downloadPublicRelease(secret, '203.0.113.1')
  const own = await downloadRelease(manager, at)
  expect(Buffer.from(await open.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(true)
  const { secret: newer } = await makeReleaseLink(manager, at)
  expect(await failure(getPublicRelease(secret, '203.0.113.1'))).toMatchObject({ code: 'not_found' })
  await revokeReleaseLink(manager, at)
  expect(await failure(getPublicRelease(newer, '203.0.113.1'))).toMatchObject({ code: 'not_found' })
  const guesses = Array.from({ length: 40 }, () => failure(getPublicRelease('guess', '203.0.113.2')))
  expect((await Promise.all(guesses)).some((refused) => JSON.stringify(refused).includes('throttled'))).toBe(true)
})

function hasUnzip(): boolean {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
