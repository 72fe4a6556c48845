/** Records with partners in second files: in by the import that ships, and out again as the files that they were. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { downloadRejected } from '@/lib/workspace/imports/download-rejected'
import { mapImport } from '@/lib/workspace/imports/map-import'
import { getImport } from '@/lib/workspace/imports/queries'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { changeVersion } from '@/lib/workspace/protocol-files/change-version'
import { actorOf } from '@/tests/actors'
import { textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { filesTogether } from '@/tests/support/files-together'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'

const EXAMPLE = readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8').replace(
  / {2}- \{record: unsupported-spans.jsonl.*\n/g,
  '',
)
const VERSION = Number(/^version: (\d+)$/m.exec(EXAMPLE)?.[1])
const RAGTRUTH = ['next/ragtruth/response.jsonl', 'next/ragtruth/source_info.jsonl'] as const
const STATISTICS = 'next/expected_stats.json'
const idle = new AbortController().signal

async function scene(id: string, edit: (text: string) => string = (text) => text) {
  const { protocolId } = await makeProtocolVersion({
    source: edit(EXAMPLE.replace('id: unsupported-spans', `id: ${id}`)),
  })
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  const upload = async (files: Record<string, string>) => {
    const body = new Response(new Uint8Array(await filesTogether(files))).body
    const { id: importId } = await uploadImport(manager, project.id, { name: Object.keys(files).join(' + '), body })
    await checkImport(importId, idle)
    return getImport(manager, importId)
  }
  return {
    project,
    manager,
    upload,
    import: async (files: Record<string, string>) => importFile(manager, project, await filesTogether(files)),
    exported: async (key = 'record') => (await downloadExport(manager, project.id, key)).text(),
    items: () => prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } }),
  }
}

const recordsIn = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describeData('RAGTruth’s published files', { files: [...RAGTRUTH, STATISTICS] }, (folder) => {
  test('both in together as gold, and both out again; a second time they add nothing', async () => {
    const at = await scene('ragtruth-files')
    const [responses, sources] = RAGTRUTH.map((name) => textIn(folder, name)) as [string, string]
    const { ragtruth: published } = JSON.parse(textIn(folder, STATISTICS))
    const files = { 'response.jsonl': responses, 'source_info.jsonl': sources }
    expect(await at.upload(files)).toMatchObject({
      state: 'ready',
      newCount: published.responses,
      problemCount: 0,
      joins: [
        {
          name: 'source',
          file: 'source_info.jsonl',
          withPartner: published.responses_with_source,
          without: published.responses - published.responses_with_source,
          unused: 0,
        },
      ],
    })
    await at.import(files)
    expect(await at.items()).toHaveLength(published.responses)
    expect(recordsIn(await at.exported()).map((record) => JSON.stringify(record))).toEqual(
      recordsIn(responses).map((record) => JSON.stringify(record)),
    )
    expect(recordsIn(sources)).toHaveLength(published.sources)
    expect(recordsIn(await at.exported('second-source')).map((record) => JSON.stringify(record))).toEqual(
      recordsIn(sources).map((record) => JSON.stringify(record)),
    )
    expect(await at.upload(files)).toMatchObject({ state: 'ready', newCount: 0, problemCount: 0 })
  })
})

const answer = (id: string, source: string | null, more: object = {}) =>
  `${JSON.stringify({ id, source_id: source, response: `Answer ${id}.`, quality: 'good', labels: [], ...more })}\n`
const source = (id: string, text: string) =>
  `${JSON.stringify({ source_id: id, task_type: 'QA', source: 'Web', source_info: text })}\n`

describe('records with partners', () => {
  test('keep them in the item, with what is hidden of them hidden, and in a native export', async () => {
    const at = await scene('partners-kept', (text) => text.replace('hidden: {', 'hidden: {from: /source/secret, '))
    const files = {
      'source_info.jsonl':
        source('b', 'Bees.') + source('a', 'Ants.').replace('}\n', ',"secret":"not shown"}\n') + source('c', 'Cats.'),
      'response.jsonl': answer('1', 'a') + answer('2', null) + answer('3', 'b') + answer('4', 'a'),
    }
    expect(await at.upload(files)).toMatchObject({
      joins: [{ withPartner: 3, without: 1, unused: 1 }],
      preview: [{ parts: [{ title: 'Source', text: 'Ants.' }, { title: 'Response' }] }, {}, {}, {}],
    })
    await at.import(files)
    const [first] = await at.items()
    expect(first).toMatchObject({ domain: 'QA', source: 'Web' })
    expect(first?.content).toMatchObject({ source: 'Ants.', '@hidden': { from: 'not shown' } })
    expect(await at.exported()).toBe(files['response.jsonl'])
    const used = source('b', 'Bees.') + source('a', 'Ants.').replace('}\n', ',"secret":"not shown"}\n')
    expect(await at.exported('second-source')).toBe(used)
    const elsewhere = await scene('partners-native')
    await importFile(
      elsewhere.manager,
      elsewhere.project,
      (await at.exported('native')).replaceAll('partners-kept', 'partners-native'),
    )
    expect(await elsewhere.exported()).toBe(files['response.jsonl'])
    expect(await elsewhere.exported('second-source')).toBe(used)
  })

  test('that a partner tells apart are two items, also with the same words', async () => {
    const at = await scene('partners-identity')
    const same = { id: '1', response: 'The same.' }
    const files = {
      'source_info.jsonl': source('a', 'Ants.') + source('b', 'Bees.'),
      'response.jsonl': answer('1', 'a', same) + answer('1', 'b', same),
    }
    expect(await at.upload(files)).toMatchObject({ newCount: 2, duplicateCount: 0 })
    await at.import(files)
    const changed = { ...files, 'source_info.jsonl': source('a', 'Aunts.') + source('b', 'Bees.') }
    expect(await at.upload(changed)).toMatchObject({ newCount: 1, duplicateCount: 1 })
  })

  test('are refused with what is wrong in either file, and given back as they stood', async () => {
    const at = await scene('partners-refused')
    const found = await at.upload({
      'source_info.jsonl': `${source('a', 'Ants.')}{"source_id": "b"\n${source('a', 'Other ants.')}`,
      'response.jsonl': answer('1', 'a') + answer('2', 'b') + answer('3', null),
    })
    expect(found).toMatchObject({ state: 'refused', problemCount: 4, newCount: 1 })
    expect(found.problems.map(({ file, line, field }) => [file, line, field])).toEqual([
      ['source_info.jsonl', 2, ''],
      ['source_info.jsonl', 3, 'source_id'],
      ['response.jsonl', 1, 'source_id'],
      ['response.jsonl', 2, 'source_id'],
    ])
    expect(await at.items()).toEqual([])
    const rejected = recordsIn(await (await downloadRejected(at.manager, found.id)).text())
    expect(rejected.map(({ import_problems: _, ...record }) => record)).toEqual(
      recordsIn(answer('1', 'a') + answer('2', 'b')),
    )
  })

  test('whose files have other names are read once somebody says which is which', async () => {
    const at = await scene('partners-named')
    const found = await at.upload({ 'a.jsonl': source('a', 'Ants.'), 'b.jsonl': answer('1', 'a') })
    expect(found).toMatchObject({
      state: 'refused',
      reading: { facts: { together: { names: ['a.jsonl', 'b.jsonl'], main: null } } },
    })
    const choose = (main: string, partner: string) =>
      mapImport(at.manager, found.id, { mapping: null, files: { main, partners: { source: partner } } })
    await expect(choose('b.jsonl', 'c.jsonl')).rejects.toMatchObject({ code: 'rule' })
    await choose('b.jsonl', 'a.jsonl')
    await checkImport(found.id, idle)
    expect(await getImport(at.manager, found.id)).toMatchObject({
      state: 'ready',
      newCount: 1,
      joins: [{ file: 'a.jsonl', withPartner: 1, without: 0, unused: 0 }],
    })
  })

  test('may come without their second file where the protocol says so, with a warning', async () => {
    const at = await scene('partners-absent')
    const { id } = await uploadImport(at.manager, at.project.id, {
      name: 'response.jsonl',
      body: new Response(answer('1', 'a')).body,
    })
    await checkImport(id, idle)
    expect(await getImport(at.manager, id)).toMatchObject({
      state: 'ready',
      joins: [{ file: null, withPartner: 0, without: 1 }],
      problems: [{ severity: 'warning', message: expect.stringMatching(/^No file source_info.jsonl came/) }],
    })
    const strict = await scene('partners-needed', (text) =>
      text
        .replace(', optional: true}}', '}}')
        .replace('{at: /source/source_info, optional: true}', '/source/source_info'),
    )
    expect(await strict.upload({ 'response.jsonl': answer('1', 'a') })).toMatchObject({
      state: 'refused',
      problems: [{ message: expect.stringMatching(/^None of these files is called source_info.jsonl/) }],
    })
  })

  test('keep a project from moving to a version with other second files', async () => {
    const at = await scene('partners-moved')
    const files = { 'source_info.jsonl': source('a', 'Ants.'), 'response.jsonl': answer('1', 'a') }
    await at.import(files)
    await makeProtocolVersion({
      source: EXAMPLE.replace('id: unsupported-spans', 'id: partners-moved')
        .replace(/^version: .*/m, `version: ${VERSION + 1}`)
        .replace('{source: {file', '{page: {file')
        .replaceAll(' /source/', ' /page/')
        .replaceAll('source: {task_type', 'page: {task_type'),
    })
    await expect(changeVersion(at.manager, at.project.id, { from: VERSION, to: VERSION + 1 })).rejects.toMatchObject({
      code: 'rule',
      message: expect.stringMatching(/record\.join: Records have other partners in second files.+It touches 1 item/),
    })
    expect(await at.exported()).toBe(files['response.jsonl'])
  })
})
