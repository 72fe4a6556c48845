/** Labels made in Label Studio and doccano: exports of the tools themselves, as two members' work on the same items. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject } from '@/tests/factories'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import { mapImport } from './map-import'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal
type Manager = ReturnType<typeof actorOf>

const ADA = ['supported', 'supported', 'inconclusive', 'contradicted', 'supported', 'supported']
const BEN = ['supported', 'contradicted', 'inconclusive', 'inconclusive', 'supported', 'contradicted']

async function scene() {
  const project = await makeProject({ protocolId: 'veriscore-verification' })
  const manager = actorOf(await makeMember(project, 'manager'))
  return { project, manager, ada: await makeMember(project, 'annotator'), ben: await makeMember(project, 'annotator') }
}

/** Takes the labels of a file as somebody's work; of one annotator that the file names, where it is said which. */
async function importLabels(
  manager: Manager,
  project: MadeProject,
  file: string,
  personId: string,
  annotator?: string,
) {
  const body = new Response(await readFile(`tests/fixtures/other-tools/${file}`)).body
  const { id } = await uploadImport(manager, project.id, { name: file, body })
  await checkImport(id, idle)
  const seen = await getImport(manager, id)
  const mapping = seen.file?.mapping
  if (annotator && mapping) {
    await mapImport(manager, id, { mapping: { ...mapping, labelsOf: { column: 'annotator', word: annotator } } })
    await checkImport(id, idle)
  }
  await startImport(manager, id, { labels: 'person', personId, independent: true, raters: 3 })
  await applyImport(id, idle)
  return getImport(manager, id)
}

/** What somebody's frozen verdicts are, in the order of the items. */
async function verdictsOf(project: MadeProject, { id: userId }: { id: string }) {
  const annotations = await prisma().annotation.findMany({
    where: { userId, task: { projectId: project.id }, state: 'submitted' },
    orderBy: { task: { position: 'asc' } },
    select: { labels: { select: { question: true, value: true } } },
  })
  return annotations.map(({ labels }) => labels.find(({ question }) => question === 'verdict')?.value)
}

const itemsOf = (project: MadeProject) =>
  prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })

test('the second annotator’s rows of a file repeat its items, which are not here yet', async () => {
  const { project, manager } = await scene()
  const body = new Response(await readFile('tests/fixtures/other-tools/label-studio-csv.csv')).body
  const { id } = await uploadImport(manager, project.id, { name: 'labels.csv', body })
  await checkImport(id, idle)
  const { byContent, preview } = await getImport(manager, id)
  expect(byContent).toMatchObject({ newCount: 6, duplicateCount: 6, repeatedCount: 6 })
  expect(preview.slice(0, 2)).toMatchObject([
    { duplicate: false, repeated: false },
    { duplicate: true, repeated: true },
  ])
  await startImport(manager, id, { labels: 'ignore' })
  await applyImport(id, idle)
  const again = await uploadImport(manager, project.id, {
    name: 'labels.csv',
    body: new Response(await readFile('tests/fixtures/other-tools/label-studio-csv.csv')).body,
  })
  await checkImport(again.id, idle)
  expect((await getImport(manager, again.id)).byContent).toMatchObject({ duplicateCount: 12, repeatedCount: 0 })
})

test('the samples of a log of Inspect become items with what was asked and said', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const body = new Response(await readFile('tests/fixtures/inspect/answers.eval')).body
  const { id } = await uploadImport(manager, project.id, { name: 'answers.eval', body })
  await checkImport(id, idle)
  const seen = await getImport(manager, id)
  expect(seen).toMatchObject({ state: 'ready', problemCount: 0 })
  expect(seen.preview.map(({ parts }) => parts.map(({ text }) => text))).toEqual([
    ['Where is Lake Baikal?', 'Lake Baikal lies in Siberia. It is the deepest lake.'],
    ['system: Be brief.\n\nuser: How deep is it?', 'It is 1642 m deep.'],
  ])
  await startImport(manager, id, { labels: 'ignore' })
  await applyImport(id, idle)
  const items = await itemsOf(project)
  expect(items.map(({ externalId }) => externalId)).toEqual(['baikal', '7'])
  expect(JSON.parse(items[1]?.record ?? '')).toMatchObject({
    model: 'mockllm/model',
    imported: { task: 'answers', epoch: 1, metadata: { topic: 'lakes' } },
  })
})

describe('labels of two people', () => {
  test.each([
    ['doccano JSONL', ['doccano-ada.jsonl', 'doccano-ben.jsonl'], []],
    ['doccano CSV', ['doccano-ada.csv', 'doccano-ben.csv'], []],
    ['doccano, then the same texts without their ids', ['doccano-own-ids.jsonl', 'doccano-ben.csv'], []],
    ['Label Studio JSON', ['label-studio-json.json', 'label-studio-json.json'], ['1', '2']],
    ['Label Studio JSON_MIN', ['label-studio-json-min.json', 'label-studio-json-min.json'], ['1', '2']],
    ['Label Studio CSV', ['label-studio-csv.csv', 'label-studio-csv.csv'], ['1', '2']],
    ['one from each tool', ['label-studio-json-min.json', 'doccano-ben.jsonl'], ['1']],
  ])('%s', async (_, [first = '', second = ''], [one, other]) => {
    const { project, manager, ada, ben } = await scene()
    expect(await importLabels(manager, project, first, ada.id, one)).toMatchObject({ state: 'done', newCount: 6 })
    expect(await importLabels(manager, project, second, ben.id, other)).toMatchObject({ newCount: 0, joinedCount: 6 })
    expect(await itemsOf(project)).toHaveLength(6)
    expect(await verdictsOf(project, ada)).toEqual(ADA)
    expect(await verdictsOf(project, ben)).toEqual(BEN)
  })
})

const claim = (at: number) => `Lake ${at} freezes in winter.`

/** What a check says of a file, once it is checked and written. */
async function imported(name: string, text: string) {
  const { project, manager } = await scene()
  const { id } = await uploadImport(manager, project.id, { name, body: new Response(text).body })
  await checkImport(id, idle)
  const seen = await getImport(manager, id)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true })
  await applyImport(id, idle)
  return { seen, items: await itemsOf(project) }
}

test('examples of Prodigy that were accepted are items, and the others are left out with a warning', async () => {
  const line = (at: number, answer: string) =>
    JSON.stringify({
      claim: claim(at),
      options: [{ id: 'supported', text: 'Supported' }],
      accept: ['supported'],
      answer,
      _input_hash: at,
      _task_hash: at,
      _session_id: 'lakes-ada',
    })
  const answers = ['accept', 'reject', 'accept', 'ignore']
  const { seen, items } = await imported('prodigy.jsonl', answers.map((answer, at) => line(at, answer)).join('\n'))
  expect(items.map(({ title }) => title)).toEqual([claim(0), claim(2)])
  expect(seen.file?.mapping?.labels).toMatchObject([{ column: 'label', question: 'verdict' }])
  expect(
    seen.problems.filter(({ field }) => field === 'answer').map(({ severity, line: at }) => [severity, at]),
  ).toEqual([
    ['warning', 2],
    ['warning', 4],
  ])
})

test('a document whose fields are columns is as many items as it has rows', async () => {
  const table = { claim: [claim(1), claim(2)], verdict: ['supported', 'contradicted'] }
  const { seen, items } = await imported('claims.json', JSON.stringify(table, null, 2))
  expect(items.map(({ title }) => title)).toEqual(table.claim)
  expect(seen.problems.map(({ message }) => message)).toContain(
    'The fields of this document are read as the columns of a table, with a record for each row.',
  )
})
