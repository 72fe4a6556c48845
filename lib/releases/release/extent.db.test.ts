/** Whose answers and names leave the house with a release. */
import { expect, test, vi } from 'vitest'
import type { Actor } from '@/lib/policy/actor'
import { nativeRecordSchema } from '@/lib/releases/contract'
import { prisma } from '@/lib/server/db'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { filesOf } from './archive/stream-archive'
import { buildReleaseHandler } from './build/build-job'
import { readStoredText } from './build/read-stored'
import { downloadRelease } from './download-release'
import { getRelease } from './queries'
import { emptyCard } from './rules'
import { saveCard } from './save-card'
import { startRelease } from './start-release'

vi.mock('@/lib/protocols', async (original) => {
  const { withMadeUp } = await import('@/tests/protocols/made-up')
  return withMadeUp(await original())
})

async function released(manager: Actor, projectId: string) {
  const text = { ...emptyCard('Ocean facts', 'Facts about oceans.'), licence: 'CC-BY-4.0', languages: ['en'] }
  await saveCard(manager, projectId, { text, revision: 0 })
  await startRelease(manager, projectId, { notes: '' })
  const { id } = await prisma().release.findFirstOrThrow({ where: { projectId } })
  const signal = new AbortController().signal
  await buildReleaseHandler.run({ releaseId: id }, { id: '1', attempt: 1, isLastAttempt: true, signal })
  expect(await prisma().release.findFirst({ where: { projectId } })).toMatchObject({ state: 'ready', error: null })
  return id
}

const rowsOf = async (releaseId: string, path: string) => (await readStoredText(releaseId, path)).trim().split('\n')

test('annotations and ratings go out with released gold alone, and the card says what agreement counts', async () => {
  const { project } = await simulateFelm({ items: 12, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  const gold = { projectId: project.id, state: 'gold' as const }
  const dropped = await prisma().task.findFirstOrThrow({ where: gold, orderBy: { position: 'asc' } })
  await prisma().item.update({
    where: { id: dropped.itemId },
    data: { discardedAt: new Date(), discardReason: 'other', discardNote: 'Twice.' },
  })
  const tasks = await prisma().task.findMany({
    where: { ...gold, id: { not: dropped.id } },
    orderBy: { position: 'asc' },
  })
  const positions = tasks.map(({ position }) => position)
  const release = await released(manager, project.id)
  const annotations = (await rowsOf(release, 'annotations.jsonl')).map((line) => JSON.parse(line))
  expect([...new Set(annotations.map(({ item }) => item.position))]).toEqual(positions)
  const [heading = '', ...ratings] = await rowsOf(release, 'ratings.csv')
  const item = heading.split(',').indexOf('item')
  expect([...new Set(ratings.map((row) => Number(row.split(',')[item])))]).toEqual(positions)
  const { manifest, readme } = await getRelease(manager, { projectId: project.id, number: 1 })
  const [stage] = manifest?.stages ?? []
  expect(stage?.agreement?.released).toBe(positions.length)
  expect(stage?.agreement?.counted).toBeGreaterThan(positions.length)
  expect(readme).toContain(`${stage?.agreement?.counted} tasks, of which ${positions.length} are in this release`)
  const native = (await rowsOf(release, 'assay.jsonl')).map((line) => nativeRecordSchema.parse(JSON.parse(line)))
  const bare = native.find(({ item: { position } }) => position === dropped.position)
  expect(bare).toMatchObject({ item: { record: null, overrides: [], discarded: { reason: 'other' } }, stages: [] })
  expect(native.filter(({ stages }) => stages.length === 0)).toEqual([bare])
  // It comes in again, discarded as it was.
  const other = await makeProject()
  await importFile(actorOf(await makeMember(other, 'manager')), other, JSON.stringify(bare))
  expect(await prisma().item.findMany({ where: { projectId: other.id } })).toMatchObject([
    { title: bare?.item.title, discardReason: 'other', contentHash: bare?.item.contentHash },
  ])
})

test('whoever downloads one has read what was gold then, also where it is at work again', async () => {
  const { project } = await simulateFelm({ items: 4, gold: 1 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await released(manager, project.id)
  const again = await prisma().task.findFirstOrThrow({ where: { projectId: project.id, state: 'gold' } })
  await prisma().task.update({ where: { id: again.id }, data: { state: 'open' } })
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  await downloadRelease(reviewer, { projectId: project.id, number: 1 })
  expect(await prisma().answerRead.count({ where: { taskId: again.id, userId: reviewer.userId } })).toBe(1)
})

const RECORD = {
  question: 'Which is shorter?',
  texts: ['a', 'b, or c'],
  votes: [
    { who: 'Kim Zeitlin', shown: [1, 0], choice: 'left', why: 'So.' },
    { who: 'Lee Amsel', shown: null, choice: 'right' },
  ],
}

test('voters whom a file named have aliases in every file, the same throughout; the native lines come in again', async () => {
  const project = await makeProject({ protocolId: 'taste', stage: { raters: 2, coverage: 100 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const swapped = { ...RECORD, question: 'Which is longer?', votes: RECORD.votes.toReversed() }
  await importFile(manager, project, [RECORD, swapped].map((record) => JSON.stringify(record)).join('\n'))
  const release = await released(manager, project.id)
  for (const { path } of await filesOf(release))
    expect(await readStoredText(release, path), path).not.toMatch(/Zeitlin|Amsel/)
  const lines = await rowsOf(release, 'assay.jsonl')
  const votes = lines.map((line) => nativeRecordSchema.parse(JSON.parse(line)).stages[0]?.gold?.votes ?? [])
  const [kim, lee] = ['imported voter 1', 'imported voter 2']
  expect(votes.map((each) => each.map(({ voter }) => voter))).toEqual([
    [kim, lee],
    [lee, kim],
  ])
  expect((await rowsOf(release, 'data/taste.jsonl')).map((line) => JSON.parse(line).votes[0].who)).toEqual([kim, lee])
  expect(await rowsOf(release, 'data/taste-csv.csv')).toContainEqual(expect.stringContaining(`,${lee},kept,right,`))

  const other = await makeProject({ protocolId: 'taste', stage: { raters: 2, coverage: 100 } })
  await importFile(actorOf(await makeMember(other, 'manager')), other, lines.join('\n'))
  const golds = await prisma().gold.findMany({ where: { task: { projectId: other.id } } })
  expect(golds.map(({ votes: kept }) => JSON.stringify(kept).includes(kim))).toEqual([true, true])
})
