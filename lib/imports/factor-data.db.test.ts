/** FACTOR's published files go in and come out again byte for byte. Needs ASSAY_DATA_DIR; skipped without. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { getDataset } from '@/lib/dataset/queries'
import { downloadExport } from '@/lib/releases/download-export'
import { prisma } from '@/lib/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'

const folder = process.env.ASSAY_DATA_DIR ? path.join(process.env.ASSAY_DATA_DIR, 'factor') : null
const files = folder && existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.csv')) : []

async function setting() {
  const project = await makeProject({ protocolId: 'factor-validation' })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}

/** As if one person had judged each example; what was judged is not what is looked at here. */
async function makeAllGold(projectId: string): Promise<number> {
  const tasks = await prisma().task.findMany({ where: { projectId }, select: { id: true } })
  const gold = { version: 1, round: 1, answers: {}, rollUp: {}, origin: 'single_rated' as const }
  await prisma().gold.createMany({ data: tasks.map(({ id }) => ({ ...gold, taskId: id })) })
  await prisma().task.updateMany({ where: { projectId }, data: { state: 'gold' } })
  return tasks.length
}

describe.skipIf(files.length === 0)('published FACTOR files (skipped without ASSAY_DATA_DIR)', () => {
  test.each(files)('%s: in and out, equal', { timeout: 120_000 }, async (name) => {
    const text = readFileSync(path.join(folder ?? '', name), 'utf8')
    const { project, manager } = await setting()
    await importFile(manager, project, text)
    const items = await makeAllGold(project.id)
    const expected = JSON.parse(readFileSync(path.join(folder ?? '', '..', 'expected', 'expected_stats.json'), 'utf8'))
    expect(items).toBe(expected.factor[path.parse(name).name].rows)
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
})

test('a CSV file has room for what only a later record has', async () => {
  const { project, manager } = await setting()
  const judged = { non_factual: true, fluent: true, self_consistent: true, error_type: 'predicate' }
  const record = (id: string, ...texts: string[]) => ({
    ...{ id, set: 'wiki', prefix: `${id}: `, completion: 'It rained.' },
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
    ...{ id: 'w1', set: 'wiki', prefix: 'Then ', completion: 'It rained.' },
    contradictions: [{ ...contradiction, error_type: 'predicate', scores: { contradiction: 0.9 } }],
  }
  await importFile(manager, project, JSON.stringify(record))
  const { panels } = await getDataset(manager, project.id, {})
  expect(panels.map(({ key }) => key)).toEqual(['validity', 'error-types', 'edit-distance', 'contradiction-threshold'])
  const exported = await (await downloadExport(manager, project.id, 'factor-answers')).text()
  expect(JSON.parse(exported)).toEqual(record)
})
