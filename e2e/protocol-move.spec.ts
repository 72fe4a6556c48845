/** A project moves to a version that says what becomes of earlier answers, is told so on the page of agreement, and takes it back. */
import type { Prisma } from '@/generated/prisma/client'
import { prisma } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/answers'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const TOPIC = `      - {id: topic, title: Topic, ask: What is it about?, form: choice, options: [{value: past, says: What was.}, {value: present, says: What is.}]}
`
const RENAMED: readonly [string, string][] = [
  ['value: wrong,', 'value: untrue,'],
  ['"wrong"', '"untrue"'],
  ['label: wrong', 'label: untrue'],
]

/** Version 2 calls "wrong" otherwise and asks for a topic; version 3 takes "wrong" away without a word about it. */
async function makeVersions() {
  const { protocolId, id } = await makeProtocolVersion()
  const renamed = (version: number) =>
    RENAMED.reduce((text, [from, to]) => text.replaceAll(from, to), sentenceFile(id, version))
  const second = renamed(2)
    .replace('    rollUp:\n', `${TOPIC}    rollUp:\n`)
    .replace('tests:\n', 'migrate:\n  1: {rename: {label.label: {wrong: untrue}}, ask: [topic]}\ntests:\n')
  await makeProtocolVersion({ source: second })
  await makeProtocolVersion({ source: renamed(3) })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  return { project, manager: await makeMember(project, 'manager') }
}

async function finish(project: Awaited<ReturnType<typeof makeVersions>>['project']) {
  const task = await makeTask(project)
  const [first = '', second = ''] = task.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
  const answers: Answers = {
    [first]: { label: 'wrong', kinds: ['number'] },
    [second]: { label: 'right' },
    item: { grade: 3 },
  }
  for (const _ of [1, 2]) await makeAnnotation(task, await makeMember(project, 'annotator'), answers, true)
  const gold = { taskId: task.id, version: 1, round: 1, rollUp: {}, origin: 'consolidated' as const }
  await prisma().gold.create({ data: { ...gold, answers: answers as Prisma.InputJsonObject } })
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  return task
}

test('a move that renames and asks again is shown with numbers, confirmed, explained and taken back', async ({
  as,
}) => {
  const { project, manager } = await makeVersions()
  const task = await finish(project)
  const page = await as(manager)
  const panel = page.getByRole('region', { name: 'Version of the protocol' })
  const versionOf = async () =>
    (await prisma().project.findUniqueOrThrow({ where: { id: project.id } })).protocolVersion

  await test.step('a version that takes a value away without a word is refused', async () => {
    await page.goto(`/projects/${project.id}/settings`)
    await expectAwake(page)
    await expect(panel.getByText(/wrong can no longer be chosen.*It touches 2 answers/)).toBeVisible()
    await expect(panel.getByRole('button', { name: /^Move to/ })).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('one that renames it can be moved to, once it is said what becomes of finished items', async () => {
    await panel.getByRole('combobox', { name: 'Move to' }).click()
    await page.getByRole('option', { name: 'Version 2' }).click()
    await expect(panel.getByText(/^2 answers.*: kept under the new name$/)).toBeVisible()
    await expect(panel.getByText('Choose what becomes of the finished items first.')).toBeVisible()
    await panel.getByRole('radio', { name: 'Ask it again' }).click()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Move to version 2' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move' }).click()
    await expect(panel.getByText(/The project is under version 2/)).toBeVisible()
    expect(await versionOf()).toBe(2)
    expect(await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).toMatchObject({ state: 'open', round: 2 })
  })

  await test.step('the page of agreement says what its figures rest on', async () => {
    await page.goto(`/projects/${project.id}/agreement`)
    await expect(page.getByText(/wrong of label.label is called untrue/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the move is taken back while nothing is labelled under the new version', async () => {
    await page.goto(`/projects/${project.id}/settings`)
    await expectAwake(page)
    await panel.getByRole('combobox', { name: 'Move to' }).click()
    await page.getByRole('option', { name: /^Version 1/ }).click()
    await expect(panel.getByText('This takes the last move back')).toBeVisible()
    await panel.getByRole('button', { name: 'Take back: version 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
    await expect(panel.getByText(/The project is under version 1/)).toBeVisible()
    expect(await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).toMatchObject({ state: 'gold', round: 1 })
  })
})
