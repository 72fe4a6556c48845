import { expect, it } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { makeMember } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { simulateFelm } from '@/tests/simulation/felm'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
import type { Distributions } from './contract'
import { getDistributions, listItemDistributions } from './queries'

/** A response that has its labels already. */
const LABELLED = JSON.stringify({
  index: 'labelled',
  domain: 'wk',
  source: 'test',
  prompt: 'And?',
  response: 'Nobody rated this.',
  segmented_response: ['Nobody rated this.'],
  labels: [true],
  comment: [''],
  type: [null],
  ref: [],
})

const AT = { stage: 'segments', measure: 'label' }

it('tells of every unit what its raters said, the same as the file, and what models make of it', async () => {
  const { project, manager } = await simulateFelm({
    items: 30,
    raters: 3,
    errors: [0.05, 0.1, 0.4],
    gold: 0.5,
    seed: 4,
  })
  const actor = actorOf(manager)
  const read = (asked: Partial<Pick<Distributions, 'order' | 'only' | 'page'>>) =>
    getDistributions(actor, { projectId: project.id, ...AT }, { order: 'entropy', only: 'all', page: 1, ...asked })
  const first = await read({})
  expect(first.dawidSkene).toMatchObject({ words: null, converged: true })
  expect(first.mace).toMatchObject({ words: null, converged: true })
  expect(first.competence).toHaveLength(3)
  expect(first.ceiling.map(({ key }) => key)).toEqual([null, 'a1', 'a2', 'a3'])
  const [together, careful, , careless] = first.ceiling.map(({ figures }) => figures.percent.value ?? 0)
  expect(careful).toBeGreaterThan(careless ?? 1)
  expect(together).toBeLessThan(careful ?? 0)
  const entropies = first.rows.map(({ entropy }) => entropy)
  expect(entropies).toEqual(entropies.toSorted((a, b) => b - a))
  for (const row of first.rows) {
    expect(row.counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(row.asked)
    for (const probabilities of [row.dawidSkene, row.mace])
      expect(probabilities?.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9)
  }
  const all: Distributions['rows'] = []
  for (let page = 1; all.length < first.total; page++) all.push(...(await read({ order: 'position', page })).rows)
  const file = (await (await downloadExport(actor, project.id, 'distributions')).text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ measure }) => measure === 'label')
  expect(all.map(({ position, unit, counts }) => [`${position}/${unit}`, counts]).sort()).toEqual(
    file.map(({ unit, labels }) => [unit, labels.map(({ count }: { count: number }) => count)]).sort(),
  )
  const some = await read({ only: 'differing' })
  expect(some.total).toBe(first.differing)
  for (const { majority, dawidSkene, mace } of some.rows)
    expect([dawidSkene, mace].some((each) => each && each.indexOf(Math.max(...each)) !== majority)).toBe(true)
})

it('stands on the unit where its task is gold, with every measure, and nowhere before', async () => {
  const { project, manager } = await simulateFelm({ items: 10, raters: 3, errors: [0.1, 0.2, 0.3], gold: 0.5, seed: 4 })
  const actor = actorOf(manager)
  // Nobody has looked at figures before, so that the ledger may have nothing yet.
  await prisma().ratedTask.deleteMany({ where: { projectId: project.id } })
  const gold = await prisma().task.findFirstOrThrow({ where: { projectId: project.id, state: 'gold' } })
  expect((await listItemDistributions(actor, gold.itemId)).length).toBeGreaterThan(0)
  const asked = { order: 'position', only: 'all', page: 1 } as const
  const { rows } = await getDistributions(actor, { projectId: project.id, ...AT }, asked)
  const items = [...new Set(rows.map(({ itemId }) => itemId))]
  let [settled, open] = [0, 0]
  for (const itemId of items) {
    const units = await listItemDistributions(actor, itemId)
    if (units.length === 0) open++
    else settled++
    const labels = units.filter(({ measure }) => measure.key === 'label')
    const own = rows.filter((row) => row.itemId === itemId)
    for (const { unit, labels: given, asked: could, entropy } of labels) {
      const row = own.find((each) => each.unit === unit)
      expect({ counts: given.map(({ count }) => count), asked: could }).toEqual({
        counts: row?.counts,
        asked: row?.asked,
      })
      expect(entropy).toBeCloseTo(row?.entropy ?? -1, 9)
      expect(given.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
    }
    if (units.length > 0) {
      expect(labels).toHaveLength(own.length)
      expect(new Set(units.map(({ measure }) => measure.key))).toContain('action')
    }
  }
  expect(settled > 0 && open > 0).toBe(true)
  const viewer = actorOf(await makeMember(project, 'viewer'))
  await expect(listItemDistributions(viewer, items[0] ?? '')).rejects.toMatchObject({ code: 'forbidden' })
})

it('rates the tasks of the item alone, and nothing where nobody annotated them', async () => {
  const { project, manager } = await simulateFelm({ items: 6, raters: 2, errors: [0, 0.2], gold: 1 })
  const actor = actorOf(manager)
  await prisma().ratedTask.deleteMany({ where: { projectId: project.id } })
  const task = await prisma().task.findFirst({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  expect((await listItemDistributions(actor, task?.itemId ?? '')).length).toBeGreaterThan(0)
  const rated = await prisma().ratedTask.findMany({ where: { projectId: project.id }, select: { taskId: true } })
  expect(rated).toEqual([{ taskId: task?.id }])
  await importFile(actor, project, LABELLED)
  const imported = await prisma().item.findFirstOrThrow({ where: { projectId: project.id, externalId: 'labelled' } })
  expect(await listItemDistributions(actor, imported.id)).toEqual([])
  expect(await prisma().ratedTask.count({ where: { projectId: project.id } })).toBe(1)
})

it('waits while somebody holds a task that is not rated yet', async () => {
  const { project, manager } = await simulateFelm({ items: 2, raters: 2, errors: [0, 0.2], gold: 1 })
  await prisma().ratedTask.deleteMany({ where: { projectId: project.id } })
  const { id, itemId } = await prisma().task.findFirstOrThrow({ where: { projectId: project.id } })
  const asked = await transaction(async (tx) => {
    await tx.$queryRaw`select id from tasks where id = ${id}::uuid for key share`
    const distributions = listItemDistributions(actorOf(manager), itemId)
    await untilSomebodyWaits()
    return { distributions }
  })
  expect((await asked.distributions).length).toBeGreaterThan(0)
})

it('has one vote of each annotator on what gold holds to be one, and none where the annotator’s labels differ', async () => {
  const { project, manager } = await simulateFelm({ items: 8, raters: 3, errors: [0.2, 0.3, 0.4], gold: 1, seed: 2 })
  const actor = actorOf(manager)
  const { rows } = await getDistributions(
    actor,
    { projectId: project.id, ...AT },
    { order: 'position', only: 'all', page: 1 },
  )
  let differing = 0
  for (const itemId of new Set(rows.map((row) => row.itemId))) {
    const { id, rollUp, votes: _, ...gold } = await prisma().gold.findFirstOrThrow({ where: { task: { itemId } } })
    await prisma().gold.delete({ where: { id } })
    const answers = gold.answers as Answers
    const claims = [{ key: 's1', made: 'merged', from: ['s1', 's2'] }]
    await prisma().gold.create({
      data: { ...gold, rollUp: rollUp ?? {}, answers: { ...answers, item: { ...answers.item, claims } } },
    })
    const units = await prisma().ratedUnit.findMany({
      where: { taskId: gold.taskId, measure: 'label', unitKey: { in: ['s1', 's2'] } },
    })
    const [first, second] = units
    if (!first || !second || first.raters.length < 3 || second.raters.length < 3) continue
    const codes = first.codes.filter((code, at) => code === second.codes[at])
    differing += first.codes.length - codes.length
    const found = (await listItemDistributions(actor, itemId)).find(
      ({ unit, measure }) => unit === 's1' && measure.key === 'label',
    )
    expect(found?.labels.map(({ count }) => count) ?? [0, 0]).toEqual(
      [0, 1].map((code) => codes.filter((each) => each === code).length),
    )
  }
  expect(differing).toBeGreaterThan(0)
})

it('is for managers and reviewers', async () => {
  const { project } = await simulateFelm({ items: 4, errors: [0, 0] })
  for (const role of ['viewer', 'annotator'] as const) {
    const actor = actorOf(await makeMember(project, role))
    const asked = { order: 'entropy', only: 'all', page: 1 } as const
    await expect(getDistributions(actor, { projectId: project.id, ...AT }, asked)).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
})
