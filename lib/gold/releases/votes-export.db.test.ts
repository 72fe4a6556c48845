/** Votes through export, import, and export again. */
import { expect, test } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { shuffledFor } from '@/lib/workspace/tasks/shuffle-units'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { registerMadeUp } from '@/tests/protocols/made-up'
import { tasteStage } from '@/tests/protocols/taste'
import { downloadExport } from './download-export'
import { listExports } from './queries'

registerMadeUp()

const RECORD = { question: 'Which is clearer?', texts: ['Ice floats.', 'Ice, being lighter, floats.'] }
const IMPORTED = {
  question: 'Which, "is" shorter?',
  texts: ['a', 'b, or c'],
  votes: [
    { who: 'Kim', shown: [1, 0], choice: 'left', why: 'It says, "so".' },
    { who: 'Lee', shown: null, choice: 'right' },
  ],
}

async function setting() {
  const project = await makeProject({ protocolId: 'taste', stage: { raters: 2, coverage: 100 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  return { project, manager }
}
type Manager = Awaited<ReturnType<typeof setting>>['manager']

/** A task on which two people voted: the first for what stands left, the second for what stands right. */
async function voted(project: MadeProject, manager: Manager) {
  const task = await makeTask(project, { record: RECORD })
  for (const choice of ['left', 'right']) {
    const user = await makeMember(project, 'annotator')
    const shown = shuffledFor(tasteStage, task.units, { taskId: task.id, userId: user.id }) ?? []
    const { id } = await makeAnnotation(task, user, { item: { choice } })
    await prisma().annotation.update({ where: { id }, data: { shown } })
    await prisma().assignment.updateMany({ where: { taskId: task.id, userId: user.id }, data: { state: 'submitted' } })
    await prisma().annotation.update({ where: { id }, data: { state: 'submitted', submittedAt: new Date() } })
  }
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
  return task
}

const textOf = async (manager: Manager, project: { id: string }, key: string) =>
  (await downloadExport(manager, project.id, key)).text()
const linesOf = async (manager: Manager, project: { id: string }, key: string) =>
  (await textOf(manager, project, key)).split('\n').filter(Boolean)

test('votes and the orders in which they were cast go out, come in as they stand, and go out the same', async () => {
  const { project, manager } = await setting()
  await importFile(manager, project, JSON.stringify(IMPORTED))
  await voted(project, manager)
  const native = await linesOf(manager, project, 'native')
  const stages = native.map((line) => nativeRecordSchema.parse(JSON.parse(line)).stages[0])
  expect(stages.map((stage) => stage?.gold?.origin)).toEqual(['imported', 'tallied'])
  expect(stages[0]?.gold?.votes?.map(({ voter }) => voter)).toEqual(['Kim', 'Lee'])
  expect(stages[1]?.gold?.votes?.map(({ voter }) => voter).toSorted()).toEqual([
    expect.stringContaining('annotator 1'),
    expect.stringContaining('annotator 2'),
  ])
  expect(stages[1]?.gold?.votes?.every(({ shown }) => shown?.length === 2)).toBe(true)

  const other = await setting()
  await importFile(other.manager, other.project, native.join('\n'))
  const again = await linesOf(other.manager, other.project, 'native')
  expect(again.map(stableOf)).toEqual(native.map(stableOf))
  expect(await linesOf(other.manager, other.project, 'taste')).toEqual(await linesOf(manager, project, 'taste'))
  expect(await prisma().gold.findMany({ where: { task: { projectId: other.project.id } } })).toMatchObject([
    { origin: 'imported', answers: {} },
    { origin: 'imported', answers: {} },
  ])
})

/** A native line without what an import makes anew. */
function stableOf(line: string) {
  const { item, stages } = nativeRecordSchema.parse(JSON.parse(line))
  const { position: _, contentHash: __, ...kept } = item
  return {
    kept,
    stages: stages.map(({ key, units, gold }) => ({ key, units, votes: gold?.votes, rollUp: gold?.rollUp })),
  }
}

test('a format of its own gives the votes back as they were imported', async () => {
  const { project, manager } = await setting()
  await importFile(manager, project, JSON.stringify(IMPORTED))
  expect((await linesOf(manager, project, 'taste')).map((line) => JSON.parse(line))).toEqual([IMPORTED])
})

test('a CSV format has a heading once, quotes where it must, and a file name of its kind', async () => {
  const { project, manager } = await setting()
  await importFile(manager, project, JSON.stringify(IMPORTED))
  const offer = (await listExports(manager, project.id)).exports.find(({ key }) => key === 'taste-csv')
  expect(offer).toMatchObject({ title: 'Votes as votes as a table', fileName: expect.stringMatching(/\.csv$/) })
  const response = await downloadExport(manager, project.id, 'taste-csv')
  expect(response.headers.get('content-type')).toMatch('text/csv')
  expect(await response.text()).toBe(
    [
      'question,who,shown,choice,why',
      '"Which, ""is"" shorter?",Kim,kept,left,"It says, ""so""."',
      '"Which, ""is"" shorter?",Lee,kept,right,',
      '',
    ].join('\n'),
  )
})

test('raw annotations hold the order in which units were seen', async () => {
  const { project, manager } = await setting()
  const task = await voted(project, manager)
  const keys = task.units.filter(({ kind }) => kind === 'text').map(({ key }) => key)
  const lines = (await linesOf(manager, project, 'annotations')).map((line) => JSON.parse(line))
  for (const { shown } of lines) expect(shown.toSorted()).toEqual(keys.toSorted())
})

test('votes are nobody’s work and no suggestion', async () => {
  const { project, manager } = await setting()
  await expect(importFile(manager, project, JSON.stringify(IMPORTED), { labels: 'suggestions' })).rejects.toMatchObject(
    {
      code: 'rule',
    },
  )
})

test('figures of agreement rate by side and by what stood there', async () => {
  const { project, manager } = await setting()
  await voted(project, manager)
  const { parse } = await import('csv-parse/sync')
  const rows: Record<string, string>[] = parse(await textOf(manager, project, 'ratings'), { columns: true })
  const of = (measure: string) => rows.filter((row) => row.measure === measure).map(({ value }) => value)
  expect(of('side').toSorted()).toEqual(['left', 'right'])
  expect(of('text').every((value) => value === 'first' || value === 'second')).toBe(true)
  expect(of('text')).toHaveLength(2)
})
