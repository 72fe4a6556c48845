/** Files with columns of their own in a project under a protocol file: from the upload to labels, blindness and gold. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma } from '@/lib/platform/server/db'
import { getItem } from '@/lib/workspace/items/queries'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptions } from './contract'
import { mapImport } from './map-import'
import type { ColumnMapping } from './mapping/contract'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal
type Manager = ReturnType<typeof actorOf>

const ratings = (id: string) => `assay: protocol/1
id: ${id}
version: 1
title: Rated answers
summary: Rates answers in several ways.
record:
  id: /id
  content: {question: /question, answer: /output/text}
  hidden: {model: /output/model}
show: [{title: Question, text: question}, {title: Answer, text: answer}]
stages:
  - id: judge
    raters: 2
    policy: reviewer
    questions:
      - {id: rating, ask: How good is it?, form: scale, min: 1, max: 5, anchors: {1: Bad., 5: Good.}}
      - {id: factual, ask: Is it factual?, form: flag}
guidelines: None.
`

const verdicts = (id: string) => `assay: protocol/1
id: ${id}
version: 1
title: Verdicts
summary: Says of claims whether they are supported.
record: {content: {claim: /statement/claim, results: {at: /search_results, optional: true}}}
show: [{title: Claim, text: claim}, {title: Results, text: results}]
stages:
  - id: judge
    raters: 2
    policy: reviewer
    questions:
      - id: verdict
        ask: Is it supported?
        form: choice
        options: [{value: supported, says: It is.}, {value: contradicted, says: It is not.}, {value: inconclusive, says: Nobody knows.}]
guidelines: None.
`

async function setting(source: string) {
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}

async function checked(manager: Manager, project: MadeProject, name: string, body: BodyInit) {
  const { id } = await uploadImport(manager, project.id, { name, body: new Response(body).body })
  await checkImport(id, idle)
  return getImport(manager, id)
}

async function written(manager: Manager, id: string, options: Partial<ImportOptions>) {
  await startImport(manager, id, { labels: 'gold', independent: false, open: true, ...options })
  await applyImport(id, idle)
  return getImport(manager, id)
}

const lines = async (manager: Manager, project: MadeProject) =>
  (await (await downloadExport(manager, project.id, 'record')).text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const TABLE = 'Nr,Question,LLM answer,Model,Rating,Factual,Team\n1,Why?,So.,m-1,4,yes,A\n2,How?,Thus.,m-2,2,no,B\n'

test('a table with ratings becomes items with gold, which goes out at the places of the file and comes back the same', async () => {
  const { project, manager } = await setting(ratings('columns-to-gold'))
  const seen = await checked(manager, project, 'answers.csv', TABLE)
  expect(seen).toMatchObject({
    state: 'ready',
    problemCount: 0,
    file: {
      mapping: {
        fields: { question: ['Question'], 'output.text': ['LLM answer'], 'output.model': ['Model'], id: ['Nr'] },
      },
      unused: ['Team'],
    },
    byContent: { newCount: 2, labelledCount: 2 },
  })
  expect(seen.preview[0]?.labels).toEqual([
    { unit: 'item', question: 'rating', value: '4' },
    { unit: 'item', question: 'factual', value: 'Yes' },
  ])
  await written(manager, seen.id, {})
  const gold = await lines(manager, project)
  expect(gold).toEqual([
    {
      question: 'Why?',
      output: { text: 'So.', model: 'm-1' },
      id: '1',
      rating: 4,
      factual: true,
      imported: { Team: 'A' },
      imported_labels: { Rating: '4', Factual: 'yes' },
    },
    {
      question: 'How?',
      output: { text: 'Thus.', model: 'm-2' },
      id: '2',
      rating: 2,
      factual: false,
      imported: { Team: 'B' },
      imported_labels: { Rating: '2', Factual: 'no' },
    },
  ])
  const { project: other, manager: lead } = await setting(ratings('columns-and-back'))
  const text = await (await downloadExport(manager, project.id, 'record')).text()
  const again = await checked(lead, other, 'gold.jsonl', text)
  expect(again).toMatchObject({ state: 'ready', file: { mapping: null, isReadable: true, unused: [] } })
  await written(lead, again.id, {})
  expect(await (await downloadExport(lead, other.id, 'record')).text()).toBe(text)
})

test('the mapping is the guess for the next file, and can name the places of the file', async () => {
  const { project, manager } = await setting(ratings('columns-by-hand'))
  const seen = await checked(manager, project, 'answers.csv', 'Q,First,Second\nWhy?,So.,4\n')
  expect(seen).toMatchObject({ state: 'refused', file: { missing: ['question', 'output.text'] } })
  const mapping: ColumnMapping = {
    fields: { question: ['Q'], 'output.text': ['First'] },
    labels: [{ column: 'Second', unit: 'item', question: 'rating', place: 1, values: { 4: 4 } }],
    domains: {},
  }
  await expect(
    mapImport(manager, seen.id, { mapping: { ...mapping, fields: { question: ['Q'], output: ['First'] } } }),
  ).rejects.toMatchObject({
    message: 'There is no field "output". There are: question, output.text, id, output.model.',
  })
  await mapImport(manager, seen.id, { mapping })
  await checkImport(seen.id, idle)
  expect(await written(manager, seen.id, {})).toMatchObject({ state: 'done', newCount: 1 })
  const next = await checked(manager, project, 'more.csv', 'Q,First,Second\nHow?,Thus.,4\n')
  expect(next.file?.mapping).toEqual(mapping)
})

test('who is to label blindly sees neither the labels of a table nor the columns that nobody said anything of', async () => {
  const { project, manager } = await setting(ratings('columns-blind'))
  const seen = await checked(manager, project, 'answers.csv', TABLE)
  await written(manager, seen.id, { labels: 'ignore' })
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const { id } = await prisma().item.findFirstOrThrow({ where: { projectId: project.id, externalId: '1' } })
  const shown = await getItem(reviewer, id)
  const text = JSON.stringify(shown)
  for (const hidden of ['Rating', 'Factual', 'm-1', 'Team']) expect(text).not.toContain(`"${hidden}":`)
  expect(text).toContain('So.')
})

test('an export of Label Studio is read as the labels of one of its people', async () => {
  const { project, manager } = await setting(verdicts('columns-of-tools'))
  const ada = await makeMember(project, 'annotator')
  const file = await readFile('tests/fixtures/other-tools/label-studio-json.json')
  const seen = await checked(manager, project, 'label-studio.json', new Uint8Array(file))
  expect(seen.file?.mapping).toMatchObject({
    fields: { 'statement.claim': ['text'] },
    labels: [{ column: 'verdict', question: 'verdict' }],
    labelsOf: { column: 'annotator', word: '1' },
  })
  expect(
    await written(manager, seen.id, { labels: 'person', personId: ada.id, independent: true, raters: 2 }),
  ).toMatchObject({
    state: 'done',
    newCount: 6,
  })
  const labels = await prisma().annotation.findMany({
    where: { userId: ada.id, task: { projectId: project.id }, state: 'submitted' },
    orderBy: { task: { position: 'asc' } },
    select: { labels: { select: { value: true } } },
  })
  expect(labels.map((each) => each.labels[0]?.value)).toEqual([
    'supported',
    'supported',
    'inconclusive',
    'contradicted',
    'supported',
    'supported',
  ])
})
