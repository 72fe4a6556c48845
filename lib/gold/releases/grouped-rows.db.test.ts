/** Files whose rows together are items: in by the import that ships, and out again as the rows that they were. */

import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { cancelImport } from '@/lib/workspace/imports/cancel-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { downloadRejected } from '@/lib/workspace/imports/download-rejected'
import { getImport } from '@/lib/workspace/imports/queries'
import { readSample } from '@/lib/workspace/imports/samples/read-sample'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { changeVersion } from '@/lib/workspace/protocol-files/change-version'
import { getVersionChange } from '@/lib/workspace/protocol-files/version-queries'
import { actorOf } from '@/tests/actors'
import { filesIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { listExports } from './queries'

const EXAMPLE = readFileSync('docs/examples/protocols/summary-sentences.yaml', 'utf8')
const SAMPLE = readFileSync('docs/examples/protocols/summary-sentences.csv', 'utf8')
const TOFUEVAL = { within: 'next/tofueval/factual_consistency', named: /\.csv$/ }
const idle = new AbortController().signal

async function scene(id: string, edit: (text: string) => string = (text) => text) {
  const { protocolId } = await makeProtocolVersion({
    source: edit(EXAMPLE.replace('id: summary-sentences', `id: ${id}`)),
  })
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager', await makeUser({ canCreateProjects: true })))
  const check = async (text: string, name = 'rows.csv') => {
    const { id: importId } = await uploadImport(manager, project.id, { name, body: new Response(text).body })
    await checkImport(importId, idle)
    return getImport(manager, importId)
  }
  return {
    project,
    manager,
    protocolId,
    check,
    import: (text: string) => importFile(manager, project, text),
    exported: async (key = 'record') => (await downloadExport(manager, project.id, key)).text(),
    items: () => prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } }),
  }
}

const rowsIn = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true })

describeData('TofuEval’s published files', { files: [TOFUEVAL] }, (folder) => {
  test('all in as gold, one after the other, and out again row by row; a second time they add nothing', async () => {
    const at = await scene('tofueval-rows')
    const texts = filesIn(folder, TOFUEVAL).map((name) => textIn(folder, `${TOFUEVAL.within}/${name}`))
    for (const text of texts) await at.import(text)
    const rows = texts.flatMap(rowsIn)
    expect(rowsIn(await at.exported())).toEqual(rows)
    const items = await at.items()
    expect(items).toHaveLength(new Set(rows.map((row) => [row.doc_id, row.topic, row.model_name].join('\n'))).size)
    const [first = ''] = texts
    expect(await at.check(first)).toMatchObject({ state: 'ready', newCount: 0, problemCount: 0 })
  })
})

const HEADING = 'doc_id,annotation_id,topic,model_name,sent_idx,summ_sent,sent_label,exp,type'
const row = (document: string, number: number, label = 'yes') =>
  `${document},1,Cost,m,${number},Sentence ${number}.,${label},,`
const fileOf = (...rows: string[]) => `${[HEADING, ...rows].join('\n')}\n`

describe('rows that are mixed', () => {
  test('go out as they came in, and those of items without gold are left out', async () => {
    const at = await scene('mixed-rows')
    const file = fileOf(row('b', 1), row('a', 1), row('b', 2), row('c', 1), row('a', 2), row('b', 3))
    await at.import(file)
    expect(await at.exported()).toBe(file)
    expect((await listExports(at.manager, at.project.id)).exports[0]).toMatchObject({ rows: 'record', count: 6 })
    const other = fileOf(row('e', 1), row('d', 1), row('e', 2))
    await at.import(other)
    expect(await at.exported()).toBe(`${file}${other.slice(HEADING.length + 1)}`)
    const elsewhere = await scene('mixed-native')
    await elsewhere.import((await at.exported('native')).replaceAll('mixed-rows', 'mixed-native'))
    expect(await elsewhere.exported()).toBe(await at.exported())
    const [, a] = await at.items()
    await prisma().item.update({
      where: { id: a?.id ?? '' },
      data: { discardedAt: new Date(), discardReason: 'other' },
    })
    expect(await at.exported()).toBe(
      fileOf(row('b', 1), row('b', 2), row('c', 1), row('b', 3), row('e', 1), row('d', 1), row('e', 2)),
    )
  })

  test('and stand on one line of a JSON list go out in its order', async () => {
    const at = await scene('one-line', (text) => text.replace('  csv: true\n', ''))
    const rows = ['a', 'b', 'a', 'b', 'c', 'a'].map((doc_id, n) =>
      JSON.stringify({ doc_id, topic: 'T', model_name: 'm', summ_sent: `Sentence ${n}.`, sent_label: 'yes' }),
    )
    await at.import(`[${rows.join(', ')}]`)
    expect(await at.exported()).toBe(`${rows.join('\n')}\n`)
  })

  test('of two systems with the same words are two items', async () => {
    const at = await scene('same-words')
    const file = fileOf(row('a', 1), row('a', 1).replace(',m,', ',other,'))
    expect(await at.check(file)).toMatchObject({ newCount: 2, duplicateCount: 0, warningCount: 0 })
  })

  test('of JSON lines keep their order of fields, and labels are written into their rows', async () => {
    const at = await scene('json-rows', (text) => text.replace('  csv: true\n', ''))
    const lines = [
      '{"doc_id":"a","topic":"T","model_name":"m","sent_label":"yes","summ_sent":"One."}',
      '{"summ_sent":"Two.","sent_label":"no","exp":"Why.","type":"Contradiction","n":1234567890123456789.5,"model_name":"m","topic":"T","doc_id":"a"}',
    ]
    await at.import(`${lines.join('\n')}\n`)
    expect(await at.exported()).toBe(`${lines.join('\n')}\n`)
    const gold = await prisma().gold.findFirstOrThrow({ where: { task: { projectId: at.project.id } } })
    const said = gold.answers as Record<string, Record<string, unknown>>
    const changed = { ...said, 'sentence-1': { ...said['sentence-1'], consistent: false, types: ['Contradiction'] } }
    await prisma().gold.update({ where: { id: gold.id }, data: { supersededAt: new Date() } })
    await prisma().gold.create({
      data: { taskId: gold.taskId, version: 2, round: 1, origin: 'consolidated', answers: changed, rollUp: {} },
    })
    expect((await at.exported()).split('\n')).toEqual([
      '{"doc_id":"a","topic":"T","model_name":"m","sent_label":"no","summ_sent":"One.","type":"Contradiction"}',
      lines[1],
      '',
    ])
  })
})

describe('a file that does not fit', () => {
  test('is refused by the line and field of each row, and given back with all rows of such items', async () => {
    const at = await scene('unfit-rows')
    const found = await at.check(fileOf(row('a', 1), row('b', 1, 'maybe'), row('a', 2), row('b', 2), row('', 1), 'c,1'))
    expect(found).toMatchObject({ state: 'refused', newCount: 1, problemCount: 3 })
    const errors = found.problems.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ line, field, message }) => [line, field, message])).toEqual([
      [3, 'sent_label', '"maybe" is not an answer to "consistent".'],
      [6, 'doc_id', 'doc_id is empty, by which rows are put together.'],
      [7, '', 'This row has 2 fields, the heading has 9.'],
    ])
    const rejected = await (await downloadRejected(at.manager, found.id)).text()
    expect(
      parse(rejected, { relaxColumnCount: true }).map((cells: string[]) => [cells[0], cells[4], cells[9]]),
    ).toEqual([
      ['doc_id', 'sent_idx', 'import_problems'],
      [
        'b',
        '1',
        expect.stringMatching(/^line 3: sent_label: "maybe" is not an answer to "consistent". Use "yes", "no"./),
      ],
      ['b', '2', 'line 5: another row of the item has a problem.'],
      ['', '1', expect.stringContaining('line 6: doc_id')],
      ['c', undefined, undefined],
    ])
  })

  test('is imported without the whole item of a row that cannot be read, and given back with all its rows', async () => {
    const at = await scene('unread-rows')
    const misquoted = row('a', 2).replace('Sentence 2.', 'Sentence "2".')
    const found = await at.check(fileOf(row('a', 1), row('b', 1), misquoted, row('b', 2), row('a', 3)))
    expect(found).toMatchObject({ state: 'refused', newCount: 1, problemCount: 2 })
    const errors = found.problems.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ line, message }) => [line, message])).toEqual([
      [2, 'The item on lines 2, 6 is not imported without what cannot be read on line 4.'],
      [4, 'A double quote stands where none can be.'],
    ])
    const rejected = await (await downloadRejected(at.manager, found.id)).text()
    const lines: string[][] = parse(rejected, { relaxColumnCount: true })
    expect(lines.slice(1).map((cells) => [cells[0], cells[4], cells[5], cells.at(-1)?.slice(0, 7)])).toEqual([
      ['a', '1', 'Sentence 1.', 'line 2:'],
      ['a', '3', 'Sentence 3.', 'line 6:'],
      ['a', '2', 'Sentence "2".', 'line 4:'],
    ])
    await startImport(at.manager, found.id, { labels: 'gold', independent: false, open: true, records: 'good' })
    await applyImport(found.id, idle)
    expect((await at.items()).map(({ source }) => source)).toEqual(['b'])
    expect(await at.exported()).toBe(fileOf(row('b', 1), row('b', 2)))
  })

  test('gives back all rows of an item that has too many', async () => {
    const at = await scene('many-rows')
    const many = Array.from({ length: 5_001 }, (_, n) => row('a', n))
    const found = await at.check(fileOf(...many, row('b', 1)))
    expect(found).toMatchObject({ state: 'refused', newCount: 1, problemCount: 5_001 })
    expect(found.groups.map(({ count, lines }) => [count, lines])).toEqual([[5_001, '2 to 5002']])
    const rejected = rowsIn(await (await downloadRejected(at.manager, found.id)).text())
    expect(rejected.map(({ sent_idx }) => sent_idx)).toEqual(many.map((_, n) => String(n)))
  })

  test('without the column by which rows are put together is one kind of problem', async () => {
    const at = await scene('no-key')
    const found = await at.check(fileOf(row('a', 1), row('a', 2)).replace('doc_id', 'document'))
    expect(found).toMatchObject({ state: 'refused', recordCount: 0 })
    expect(found.groups.map(({ message, count, lines }) => [message, count, lines])).toEqual([
      ['doc_id is missing, by which rows are put together.', 2, '2 to 3'],
    ])
    expect(found.problems[0]?.fix).toContain('Write it into every row')
  })

  test('is not half written: what differs between the rows of an item keeps all of them out', async () => {
    const at = await scene('differing-rows', (text) =>
      text.replace('topic: /topic', 'topic: /topic\n    note: /annotation_id'),
    )
    const found = await at.check(fileOf(row('a', 1), row('a', 2).replace('a,1,', 'a,2,')))
    expect(found).toMatchObject({ state: 'refused', newCount: 0, problemCount: 1 })
    expect(found.problems[0]).toMatchObject({ line: 3, field: 'annotation_id' })
    await cancelImport(at.manager, found.id)
  })
})

test('a file without a project is seen to be read, by items and not by rows', async () => {
  const { manager, protocolId } = await scene('sampled-rows')
  const summaries = new Set(rowsIn(SAMPLE).map((each) => [each.doc_id, each.topic, each.model_name].join('\n')))
  const { fits } = await readSample(manager, { body: new Response(SAMPLE).body, byteSize: Buffer.byteLength(SAMPLE) })
  expect(fits.find((fit) => fit.protocolId === protocolId)).toMatchObject({ problem: null, items: summaries.size })
})

describe('a version in which other rows are an item', () => {
  const bare = EXAMPLE.slice(0, EXAMPLE.indexOf('\npractice:'))
  const WITH_ROWS = Number(/^version: (\d+)$/m.exec(EXAMPLE)?.[1])
  const WITHOUT_ROWS = WITH_ROWS + 1
  const renamed = (text: string) => text.replace('{value: Contradiction,', '{value: Contrary,')

  async function twoVersions(id: string) {
    const grouped = bare.replace('id: summary-sentences', `id: ${id}`)
    const { protocolId } = await makeProtocolVersion({ source: grouped })
    const migrate = `migrate:\n  ${WITH_ROWS}:\n    rename: {judge.types: {Contradiction: Contrary}}\n`
    const apart = grouped
      .replace(/^version: .*/m, `version: ${WITHOUT_ROWS}`)
      .replace(/ {2}group: .*\n/, '')
      .replace('  csv: true\n', '')
    await makeProtocolVersion({ source: `${renamed(apart)}\n${migrate}` })
    const project = await makeProject({ protocolId })
    return { project, manager: actorOf(await makeMember(project, 'manager')) }
  }

  test('is for projects without items, whose rows would be lost', async () => {
    const { project, manager } = await twoVersions('rows-apart')
    await importFile(manager, project, fileOf(row('a', 1), row('a', 2)))
    const { reasons } = await getVersionChange(manager, project.id, WITHOUT_ROWS)
    expect(reasons).toEqual([
      expect.stringContaining('record.csv'),
      'record.group: Other rows of a file are one item: items that are there would lose the rows that they were made of, or be written as others. It touches 1 item.',
    ])
    await expect(changeVersion(manager, project.id, { from: WITH_ROWS, to: WITHOUT_ROWS })).rejects.toMatchObject({
      code: 'rule',
    })
  })

  test('is not left again once there are items', async () => {
    const { project, manager } = await twoVersions('rows-again')
    await changeVersion(manager, project.id, { from: WITH_ROWS, to: WITHOUT_ROWS })
    expect(await getVersionChange(manager, project.id, WITH_ROWS)).toMatchObject({ undoes: true, reasons: [] })
    const sentences = [{ summ_sent: 'One.' }]
    await importFile(manager, project, JSON.stringify({ doc_id: 'a', topic: 'T', model_name: 'm', sentences }), {
      labels: 'ignore',
    })
    const { reasons } = await getVersionChange(manager, project.id, WITH_ROWS)
    expect(reasons).toContainEqual(expect.stringContaining('record.group: Other rows of a file are one item'))
    await expect(changeVersion(manager, project.id, { from: WITHOUT_ROWS, to: WITH_ROWS })).rejects.toMatchObject({
      code: 'rule',
    })
  })
})

const UTILITY = readFileSync('docs/examples/protocols/answer-utility.yaml', 'utf8')
const answerOf = (id: string, output: string, utility_score: number) => ({
  id,
  question: 'Who wrote it?',
  output,
  utility_score,
})
const ANSWERS = JSON.stringify(
  {
    asqa: {
      'system-a.json': {
        q1: answerOf('q1', 'Ada wrote it.', 4),
        q2: answerOf('q2', 'In 1843.', 5),
        overall_results: { length: 3, str_em: 50 },
      },
      'system-b.json': { q1: answerOf('q1', 'Somebody did.', 1), overall_results: { length: 2, str_em: 0 } },
    },
  },
  null,
  2,
)
const ALCE = 'next/alce/human_eval/human_eval_utility_completed.json'
const compact = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.stringify(JSON.parse(line)))

async function documentScene(id: string) {
  const { protocolId } = await makeProtocolVersion({ source: UTILITY.replace('id: answer-utility', `id: ${id}`) })
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  const check = async (text: string) => {
    const { id: importId } = await uploadImport(manager, project.id, {
      name: 'answers.json',
      body: new Response(text).body,
    })
    await checkImport(importId, idle)
    return getImport(manager, importId)
  }
  const exported = async (key = 'record') => (await downloadExport(manager, project.id, key)).text()
  return { project, manager, check, exported, import: (text: string) => importFile(manager, project, text) }
}

describe('items within a document', () => {
  test('go out as the document that they came in, with what stands beside them; a second time they add nothing', async () => {
    const at = await documentScene('utility-documents')
    await at.import(ANSWERS)
    expect(compact(await at.exported())).toEqual(compact(JSON.stringify(JSON.parse(ANSWERS))))
    expect(await at.check(ANSWERS)).toMatchObject({ state: 'ready', newCount: 0, duplicateCount: 3 })
    await at.import('{"eli5":{"system-c":{"q9":{"id":"q9","question":"Why?","output":"So.","utility_score":2}}}}')
    expect(compact(await at.exported())).toHaveLength(2)
    const elsewhere = await documentScene('utility-native')
    await elsewhere.import((await at.exported('native')).replaceAll('utility-documents', 'utility-native'))
    expect(await elsewhere.exported()).toBe(await at.exported())
    const hidden = await prisma().item.findFirstOrThrow({
      where: { projectId: at.project.id },
      orderBy: { position: 'asc' },
      select: { content: true },
    })
    expect(hidden.content).toMatchObject({ '@hidden': { system: 'system-a.json' } })
  })

  test('that are none are named by their line and the way to them, and nothing is stored', async () => {
    const at = await documentScene('unfit-documents')
    const found = await at.check('{"asqa":{"a":{\n"q1":{"id":"q1","question":"Why?","output":"So."},\n"mean":4}}}')
    expect(found).toMatchObject({ state: 'refused', newCount: 1, problemCount: 1 })
    const [problem] = found.problems
    expect([problem?.line, problem?.field, problem?.fix]).toEqual([
      3,
      'asqa.a.mean',
      'Name its key under record.each.skip, or write the record as an object.',
    ])
    expect(await at.check('{"asqa":{"a":{"q1":')).toMatchObject({ state: 'refused', problemCount: 1 })
    expect(await at.check('id,question\n1,Why?\n')).toMatchObject({ state: 'refused', problemCount: 1 })
  })
})

describeData('ALCE’s published file', { files: [ALCE] }, (folder) => {
  test('comes in as gold and goes out as it was', async () => {
    const at = await documentScene('alce-documents')
    const text = textIn(folder, ALCE)
    await at.import(text)
    expect(compact(await at.exported())).toEqual(compact(JSON.stringify(JSON.parse(text))))
  })
})
