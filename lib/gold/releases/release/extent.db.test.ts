/** Whose answers and names leave the installation with a release. */
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { matrixOptionsSchema } from '@/lib/quality/rater-matrix/contract'
import { reportOf } from '@/lib/quality/rater-matrix/report'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember, makeProject, makeTask } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { registerMadeUp } from '@/tests/protocols/made-up'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { filesOf } from './archive/stream-archive'
import { buildReleaseHandler } from './build/build-job'
import { readStoredText } from './build/read-stored'
import { downloadRelease, downloadReleaseFile } from './download-release'
import { getRelease, listReleases } from './queries'
import { emptyCard } from './rules'
import { saveCard } from './save-card'
import { startRelease } from './start-release'

registerMadeUp()

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

const tableOf = async (releaseId: string, path: string) =>
  parse<Record<string, string>>(await readStoredText(releaseId, path), { columns: true })

const rowsOf = async (releaseId: string, path: string) => (await readStoredText(releaseId, path)).trim().split('\n')

test('annotations go out with released gold alone, ratings of all that agreement counts, and the card says of how much', async () => {
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
  // Everything that all annotators have finished: what is being settled, too, and nothing of what was discarded.
  const revealed = await prisma().task.findMany({
    where: { projectId: project.id, state: { in: ['consolidating', 'approving', 'gold'] }, id: { not: dropped.id } },
    orderBy: { position: 'asc' },
  })
  expect(revealed.length).toBeGreaterThan(positions.length)
  const ratings = await tableOf(release, 'ratings.csv')
  expect(Object.keys(ratings[0] ?? {})).toEqual([
    'measure',
    'unit',
    'item',
    'domain',
    'annotator',
    'value',
    'stage',
    'released',
  ])
  expect([...new Set(ratings.map((row) => Number(row.item)))]).toEqual(revealed.map(({ position }) => position))
  for (const { item, released: isOut } of ratings)
    expect([item, isOut]).toEqual([item, positions.includes(Number(item)) ? 'yes' : 'no'])
  const { manifest, readme } = await getRelease(manager, { projectId: project.id, number: 1 })
  const [stage] = manifest?.stages ?? []
  expect(stage?.agreement?.released).toBe(positions.length)
  expect(stage?.agreement?.counted).toBe(revealed.length)
  // As `assay agreement ratings.csv --where measure=label --response item` reads it.
  const options = matrixOptionsSchema.parse({ where: 'measure=label', response: 'item', resamples: '100' })
  const report = reportOf(Buffer.from(await readStoredText(release, 'ratings.csv')), options)
  if (report.kind !== 'ratings') throw new Error('it holds ratings')
  const label = manifest?.agreement.find(({ measure }) => measure === 'label')
  const alpha = report.all.figures.find(({ key }) => key === 'alpha')?.estimate.value
  expect(report.all).toMatchObject({ unitsWithTwo: label?.units, raters: label?.raters, responses: revealed.length })
  expect(alpha).toBeCloseTo(label?.alpha.value ?? Number.NaN, 9)
  expect(readme).toContain(`${revealed.length} tasks, ${positions.length} of them with gold in this release`)
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

const readsOf = (userId: string, taskId: string) => prisma().answerRead.count({ where: { userId, taskId } })

test('whoever makes or downloads one has read what was being settled in it, whatever has become of that', async () => {
  const { project } = await simulateFelm({ items: 12, gold: 0.3 })
  const manager = actorOf(await makeMember(project, 'manager'))
  const [sentBack, dropped, blind] = await prisma().task.findMany({
    where: { projectId: project.id, state: { in: ['consolidating', 'approving'] } },
    orderBy: { position: 'asc' },
  })
  if (!sentBack || !dropped || !blind) throw new Error('three tasks are to be settled')
  // Before it was made, this one had not been finished.
  await prisma().task.update({ where: { id: blind.id }, data: { state: 'open', submittedCount: 1 } })
  const release = await released(manager, project.id)
  const items = new Set((await tableOf(release, 'ratings.csv')).map(({ item }) => Number(item)))
  expect([sentBack, dropped, blind].map(({ position }) => items.has(position))).toEqual([true, true, false])
  const readBy = async (userId: string) => Promise.all([sentBack, dropped, blind].map(({ id }) => readsOf(userId, id)))
  expect(await readBy(manager.userId)).toEqual([1, 1, 0])

  await prisma().task.update({ where: { id: sentBack.id }, data: { state: 'open', round: 2, submittedCount: 0 } })
  await prisma().task.update({ where: { id: dropped.id }, data: { state: 'discarded' } })
  const viewer = actorOf(await makeMember(project, 'viewer'))
  await downloadReleaseFile(viewer, { projectId: project.id, number: 1 }, 'ratings.csv')
  expect(await readBy(viewer.userId)).toEqual([1, 1, 0])
  const assign = prisma().assignment.create({
    data: { taskId: sentBack.id, userId: viewer.userId, state: 'assigned', origin: 'manager' },
  })
  await expect(assign).rejects.toThrow()
})

test('what would tell whose options are still to be judged is neither in it nor counted', async () => {
  const project = await makeProject({ protocolId: 'factor-generation' })
  const manager = actorOf(await makeMember(project, 'manager'))
  const stages = await prisma().stage.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  const record = (id: string) => ({
    id,
    prefix: 'The tower stands in Paris.',
    completion: 'It is 330 m high.',
    contradiction: 'It is 90 m high.',
    models: [{ model: 'model-a', group: 'right' }],
    continuations: [{ model: 'model-a', text: 'It is not high.' }],
  })
  const [judged, open] = [
    await makeTask(project, { record: record('a') }),
    await makeTask(project, { record: record('b') }),
  ]
  for (const [task, state] of [
    [judged, 'gold'],
    [open, 'open'],
  ] as const) {
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    const { itemId, position, projectId } = task
    const later = await prisma().task.create({
      data: { projectId, itemId, position, stageId: stages[1]?.id ?? '', raters: 1, state },
    })
    for (const taskId of state === 'gold' ? [task.id, later.id] : [task.id])
      await prisma().gold.create({
        data: { taskId, version: 1, round: 1, answers: {}, rollUp: {}, origin: 'single_rated' },
      })
  }
  const release = await released(manager, project.id)
  const native = (await rowsOf(release, 'assay.jsonl')).map((line) => nativeRecordSchema.parse(JSON.parse(line)))
  expect(native.map(({ item }) => item.position)).toEqual([judged.position])
  const { manifest, items } = await getRelease(manager, { projectId: project.id, number: 1 })
  expect([items, manifest?.items.gold, manifest?.stages[0]?.gold.tasks]).toEqual([1, 1, 1])
  expect((await listReleases(manager, project.id)).gold).toBe(2)
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

const PLACED = `assay: protocol/1
id: placed-votes
version: 1
title: Placed votes
summary: Made for a test.
record:
  content: {text: /text}
  votes:
    verdict: {at: {anna: /anna, ben: /ben, cy: /cy}}
    tone: "/tones[]"
    topic: /topics
show:
  - {title: Text, text: text}
stages:
  - id: vote
    raters: 3
    policy: votes
    questions:
      - {id: verdict, ask: Is it so?, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}
      - {id: tone, ask: Is it kind?, form: choice, options: [{value: kind, says: It is.}, {value: harsh, says: It is not.}]}
      - {id: topic, ask: Of what is it?, form: choice, options: [{value: sea, says: The sea.}, {value: land, says: The land.}]}
guidelines: Read.
`

test('votes stay in their places, which are nobody’s names, and only named voters have aliases', async () => {
  const { protocolId } = await makeProtocolVersion({ source: PLACED })
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  const votes = { anna: null, ben: 'y', cy: 'n', tones: ['kind', 'harsh'] }
  const records = ['Ice floats.', 'Salt sinks.'].map((text) => ({ text, ...votes, topics: { Zeitlin: 'sea' } }))
  await importFile(manager, project, records.map((record) => JSON.stringify(record)).join('\n'))
  const release = await released(manager, project.id)
  const alias = 'imported voter 1'
  const written = (await rowsOf(release, 'data/record.jsonl')).map((line) => JSON.parse(line))
  expect(written).toEqual(records.map((record) => ({ ...record, topics: { [alias]: 'sea' } })))
  const lines = (await rowsOf(release, 'assay.jsonl')).map((line) => nativeRecordSchema.parse(JSON.parse(line)))
  for (const { stages } of lines)
    expect(stages[0]?.gold?.votes?.map(({ voter }) => voter)).toEqual(['ben', 'cy', 'vote 1', 'vote 2', alias])
})
