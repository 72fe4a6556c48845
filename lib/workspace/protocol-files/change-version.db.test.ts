import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { changeVersion } from './change-version'
import { getVersionChange, listProjectVersions } from './version-queries'

const WRONG = '          - {value: wrong, key: w, tone: negative, says: Something in it is false.}\n'
const OUTDATED = '          - {value: outdated, key: o, tone: negative, says: It was so once.}\n'

/** A project under the first version, and a second version made from the first by replacing what is named. */
async function twoVersions(id: string, ...replacements: [string, string][]) {
  const { protocolId } = await makeProtocolVersion({ source: sentenceFile(id) })
  const source = replacements.reduce(
    (text, [from, to]) => {
      expect(text).toContain(from)
      return text.replaceAll(from, to)
    },
    sentenceFile(id, 2),
  )
  await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}

/** One submitted annotation of two sentences, the first called by this value. */
async function annotate(project: Awaited<ReturnType<typeof twoVersions>>['project'], value: string) {
  const task = await makeTask(project)
  const [first = '', second = ''] = task.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
  const user = await makeMember(project, 'annotator')
  await makeAnnotation(
    task,
    user,
    { [first]: { label: value }, [second]: { label: 'right' }, item: { grade: 3 } },
    true,
  )
}

const versionOf = async ({ id }: { id: string }) =>
  prisma().project.findUniqueOrThrow({ where: { id }, select: { protocolId: true, protocolVersion: true } })

test('a project moves to a version with a new option, and back until somebody has chosen it', async () => {
  const { project, manager } = await twoVersions(
    'moves',
    [WRONG, WRONG + OUTDATED],
    ['ask: How good', 'ask: How very good'],
  )
  expect(await listProjectVersions(manager, project.id)).toMatchObject({
    version: 1,
    versions: [{ version: 2 }, { version: 1 }],
  })
  await annotate(project, 'wrong')
  const change = await getVersionChange(manager, project.id, 2)
  expect(change).toMatchObject({ from: 1, to: 2, reasons: [] })
  expect(change.changes.map(({ weight, at }) => `${weight} ${at}`)).toEqual(['work label.label', 'text label.grade'])
  await expect(changeVersion(manager, project.id, { from: 2, to: 2 })).rejects.toMatchObject({
    code: 'revision_conflict',
  })

  const [task] = await prisma().task.findMany({ where: { projectId: project.id } })
  if (!task) throw new Error('there is a task')
  const { id: taskId, stageId, revision } = task
  const rated = { taskId, stageId, revision, projectId: project.id, version: 1, annotations: 1, notIndependent: 0 }
  await prisma().ratedTask.create({ data: rated })
  await changeVersion(manager, project.id, { from: 1, to: 2 })
  expect(await prisma().ratedTask.count({ where: { projectId: project.id } })).toBe(0)
  expect(await versionOf(project)).toEqual({ protocolId: 'moves@2', protocolVersion: 2 })
  await changeVersion(manager, project.id, { from: 2, to: 1 })
  await changeVersion(manager, project.id, { from: 1, to: 2 })
  await annotate(project, 'outdated')
  await expect(changeVersion(manager, project.id, { from: 2, to: 1 })).rejects.toMatchObject({
    code: 'rule',
    message: expect.stringContaining('outdated can no longer be chosen'),
  })
  expect(await versionOf(project)).toMatchObject({ protocolVersion: 2 })
  const events = await prisma().event.findMany({
    where: { projectId: project.id, type: 'project.protocol_changed' },
    orderBy: { id: 'asc' },
    select: { data: true },
  })
  expect(events.map(({ data }) => data)).toEqual([
    { from: 'moves@1', to: 'moves@2' },
    { from: 'moves@2', to: 'moves@1' },
    { from: 'moves@1', to: 'moves@2' },
  ])
})

test.each<[string, [string, string], string | null, string]>([
  ['an option that was chosen', [WRONG, OUTDATED], '1 answer', 'label.label'],
  ['a question that was answered', ['id: grade', 'id: mark'], '2 answers', 'label.grade'],
  ['other content', ['response: /response', 'response: /answer'], '2 items', 'record.content'],
  [
    'a condition',
    ['when: sentence.label == "wrong"', 'when: sentence.label != "right"'],
    '2 submitted annotations',
    'label.kinds',
  ],
  ['a stage', ['- id: label\n    raters', '- id: judge\n    raters'], null, 'label'],
])('a version with %s changed is refused with what it touches', async (name, replacement, touches, at) => {
  const others: [string, string][] =
    name === 'an option that was chosen'
      ? [
          ['"wrong"', '"outdated"'],
          ['label: wrong', 'label: outdated'],
        ]
      : []
  const more: [string, string][] = name === 'a question that was answered' ? [['grade: 3', 'mark: 3']] : []
  const content: [string, string][] = name === 'other content' ? [['response: One', 'answer: One']] : []
  const { project, manager } = await twoVersions(
    `refused-${at.replace('.', '-')}`,
    replacement,
    ...others,
    ...more,
    ...content,
  )
  if (touches) {
    await annotate(project, 'wrong')
    await annotate(project, 'right')
  }
  const { changes, reasons } = await getVersionChange(manager, project.id, 2)
  expect(changes.map((change) => change.at)).toContain(at)
  expect(reasons.join('\n')).toContain(touches ? `It touches ${touches}` : 'begin a new one')
  await expect(changeVersion(manager, project.id, { from: 1, to: 2 })).rejects.toMatchObject({ code: 'rule' })
  expect(await versionOf(project)).toMatchObject({ protocolVersion: 1 })
})

test('a project under a protocol that is built in has no versions', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  expect((await listProjectVersions(manager, project.id)).versions).toEqual([])
  await expect(getVersionChange(manager, project.id, 2)).rejects.toMatchObject({ code: 'not_found' })
})
