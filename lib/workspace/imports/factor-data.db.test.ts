/** FACTOR's published files go in and come out again byte for byte. */
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { getDataset } from '@/lib/gold/dataset/queries'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { expectedIn, factorFiles, filesIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { makeAllGold } from '@/tests/make-all-gold'

async function setting(protocolId = 'factor-validation') {
  const project = await makeProject({ protocolId })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}

const NEEDS = { files: [factorFiles], expected: ['factor'] }

describeData('published FACTOR files', NEEDS, (folder) => {
  test.each(filesIn(folder, factorFiles))('%s: in and out, equal', async (name) => {
    const text = textIn(folder, `factor/${name}`)
    const { project, manager } = await setting()
    await importFile(manager, project, text)
    const items = await makeAllGold(project.id)
    const counted = expectedIn<Record<string, { rows: number }>>(folder, 'factor')[path.parse(name).name]
    expect(items).toBe(counted?.rows ?? parse(text).length - 1)
    const exported = await (await downloadExport(manager, project.id, 'factor-csv')).text()
    expect(exported === text).toBe(true)
    // Assay's records bring the same rows back, through another project.
    const answers = await (await downloadExport(manager, project.id, 'factor-answers')).text()
    const other = await setting()
    await importFile(other.manager, other.project, answers)
    expect(await makeAllGold(other.project.id)).toBe(items)
    const again = await (await downloadExport(other.manager, other.project.id, 'factor-csv')).text()
    expect(again === text).toBe(true)
  })

  test.each(filesIn(folder, factorFiles))('%s: every row is a pair to write from', async (name) => {
    const { project, manager } = await setting('factor-generation')
    const text = textIn(folder, `factor/${name}`)
    await importFile(manager, project, text)
    const items = await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
    const rows: Record<string, string>[] = parse(text, { columns: true })
    expect(items.map(({ content }) => content)).toEqual(
      rows.map(({ full_prefix: prefix, completion, contradiction_0: contradiction }) =>
        expect.objectContaining({ prefix, completion, contradiction }),
      ),
    )
  })
})

test('a CSV file has room for what only a later record has', async () => {
  const { project, manager } = await setting()
  const judged = { non_factual: true, fluent: true, self_consistent: true, error_type: 'predicate' }
  const record = (id: string, ...texts: string[]) => ({
    id,
    set: 'wiki',
    prefix: `${id}: `,
    completion: 'It rained.',
    contradictions: texts.map((text) => ({ text, ...judged })),
  })
  const records = [record('w1', 'It snowed.'), record('w2', 'It hailed.', 'It froze.', 'It thawed.')]
  await importFile(manager, project, records.map((each) => JSON.stringify(each)).join('\n'))
  const [heading = '', first = '', second = ''] = (
    await (await downloadExport(manager, project.id, 'factor-csv')).text()
  ).split('\n')
  const places = [0, 1, 2].map((index) => heading.split(',').indexOf(`contradiction_${index}`))
  expect(places).toEqual([places[0], (places[0] ?? 0) + 1, (places[0] ?? 0) + 2])
  const shown = (row: string) => places.map((place) => row.split(',')[place])
  expect(shown(first)).toEqual(['It snowed.', '', ''])
  expect(shown(second)).toEqual(['It hailed.', 'It froze.', 'It thawed.'])
})

test('records with answers become gold, and are what the dataset page counts', async () => {
  const { project, manager } = await setting()
  const contradiction = { text: 'It snowed.', non_factual: true, fluent: true, self_consistent: true }
  const record = {
    id: 'w1',
    set: 'wiki',
    prefix: 'Then ',
    completion: 'It rained.',
    contradictions: [{ ...contradiction, error_type: 'predicate', scores: { contradiction: 0.9 } }],
  }
  await importFile(manager, project, JSON.stringify(record))
  const { panels } = await getDataset(manager, project.id, {})
  expect(panels.map(({ key }) => key)).toEqual(['validity', 'error-types', 'edit-distance', 'contradiction-threshold'])
  const exported = await (await downloadExport(manager, project.id, 'factor-answers')).text()
  expect(JSON.parse(exported)).toEqual(record)
})
