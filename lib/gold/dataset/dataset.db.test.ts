import { describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { benchmarkRecord, benchmarkSentence } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import { composition as felmComposition } from '@/lib/protocols/felm/composition'
import { updateProject } from '@/lib/workspace/projects/update-project'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { getDataset } from './queries'

async function claims() {
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const people = { manager: await makeMember(project, 'manager'), viewer: await makeMember(project, 'viewer') }
  return { project, people, manager: actorOf(people.manager), viewer: actorOf(people.viewer) }
}

describe('getDataset', () => {
  it('counts the current gold of every stage, by where it came from', async () => {
    const { project, manager, viewer } = await claims()
    await importFile(manager, project, JSON.stringify(benchmarkRecord()))
    const { items, stages, panels, overridden } = await getDataset(viewer, project.id, {})
    expect({ items, overridden }).toEqual({ items: 1, overridden: 0 })
    expect(stages.map(({ key, golds, imported, singleRated }) => [key, golds, imported, singleRated])).toEqual([
      ['decompose', 1, 1, 0],
      ['verify', 1, 1, 0],
      ['merge', 1, 1, 0],
    ])
    const sizes = panels.find(({ key }) => key === 'sizes')
    expect(
      sizes?.rows
        .at(-1)
        ?.cells.slice(0, 4)
        .map(({ value }) => value),
    ).toEqual([1, 2, 1, 1])
    expect(sizes?.rows.at(-1)?.cells[0]).toMatchObject({ count: 1, items: [1] })
  })

  it('names the rule it counts by: the one asked for, else the project’s', async () => {
    const { project, manager, viewer } = await claims()
    await importFile(manager, project, JSON.stringify(benchmarkRecord()))
    const rules = async (rule?: string) => {
      const { panels, ...dataset } = await getDataset(viewer, project.id, { rule })
      return [dataset.rule, dataset.projectRule, panels.find(({ key }) => key === 'responses')?.rule]
    }
    expect(await rules()).toEqual(['released', 'released', 'released'])
    expect(await rules('paper')).toEqual(['paper', 'released', 'paper'])
    await updateProject(manager, project.id, { rollUpRule: 'paper', seen: { rollUpRule: 'released' } })
    expect(await rules()).toEqual(['paper', 'paper', 'paper'])
    await expect(rules('none')).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(updateProject(manager, project.id, { rollUpRule: 'none' })).rejects.toMatchObject({ code: 'rule' })
    await expect(
      updateProject(manager, project.id, { rollUpRule: 'released', seen: { rollUpRule: 'released' } }),
    ).rejects.toMatchObject({ code: 'revision_conflict' })
  })

  it('compares what was proposed for lists with what became gold', async () => {
    const { project, people, manager, viewer } = await claims()
    const two = benchmarkSentence({ text: 'It is deep.', decontext: 'Lake Baikal is deep.', claims: ['It is deep.'] })
    await importFile(manager, project, JSON.stringify(benchmarkRecord([benchmarkSentence(), two])))
    const task = await prisma().task.findFirstOrThrow({
      where: { projectId: project.id, stage: { key: 'decompose' } },
      include: { units: { orderBy: { position: 'asc' } } },
    })
    const propose = (unit: string, texts: string[], createdAt: Date) =>
      prisma().suggestion.create({
        data: {
          taskId: task.id,
          unitId: task.units.find(({ key }) => key === unit)?.id ?? '',
          question: 'claims',
          value: texts.map((text) => ({ values: { text } })),
          source: 'test',
          createdAt,
        },
      })
    const [before, after] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
    // The later proposal for a sentence counts; what came after people had begun was shown to nobody.
    await propose('s1', ['Something else.'], new Date(before.getTime() - 60_000))
    await propose('s1', ['Lake Baikal lies in Mongolia.', 'It is a lake.'], before)
    await propose('s2', ['It is deep.'], after)
    await prisma().annotation.create({ data: { taskId: task.id, userId: people.manager.id, round: 1 } })
    const { panels } = await getDataset(viewer, project.id, {})
    const rows = panels.find(({ key }) => key === 'decomposition')?.rows
    const shares = rows?.map(({ key, cells }) => [key, cells[0]?.value, ...cells.slice(1, 4).map(({ part }) => part)])
    expect(shares).toEqual([
      ['shown', 1, 0, 0, 1],
      ['hidden', 1, 1, 0, 0],
      ['all', 2, 1, 0, 1],
    ])
    expect(
      rows
        ?.at(-1)
        ?.cells.slice(4)
        .map(({ value }) => value),
    ).toEqual([0, 0, 1])
  })

  it('leaves a protocol of one rule as it was, superseded gold and discarded items left out', async () => {
    const project = await makeProject()
    const viewer = actorOf(await makeMember(project, 'viewer'))
    const tasks = [await makeTask(project), await makeTask(project)]
    const rollUp = { removed: false, segments: 2, trueSegments: 1, falseSegments: 1, errorTypes: { fooled: 1 } }
    for (const { id } of tasks) {
      const gold = { taskId: id, round: 1, answers: {}, rollUp, origin: 'single_rated' as const }
      await prisma().gold.create({
        data: { ...gold, rollUp: { removed: true }, version: 1, supersededAt: new Date() },
      })
      await prisma().gold.create({ data: { ...gold, version: 2 } })
      await prisma().task.update({ where: { id }, data: { state: 'gold' } })
    }
    const [counted, discarded] = tasks
    await prisma().item.update({
      where: { id: discarded?.itemId },
      data: { discardedAt: new Date(), discardReason: 'riddle' },
    })
    const { stages, rules, panels } = await getDataset(viewer, project.id, {})
    expect(stages).toMatchObject([{ golds: 1, imported: 0, singleRated: 1 }])
    expect(rules).toHaveLength(1)
    const position = counted?.position ?? 0
    const [content] = [counted?.item.content].map((given) => JSON.parse(JSON.stringify(given)))
    const expected = felmComposition.panels([{ position, content, stages: { segments: rollUp } }])
    expect(panels.map(({ key, rows }) => [key, rows.map((row) => row.cells.map(({ value }) => value))])).toEqual(
      expected.map(({ key, rows }) => [key, rows.map((row) => row.cells.map(({ value }) => value))]),
    )
  })

  it('is hidden from outsiders, refused to annotators, and remembered as read by whoever sees it', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const annotator = await makeMember(project, 'annotator')
    await makeAnnotation(task, annotator, {}, true)
    await prisma().gold.create({
      data: { taskId: task.id, version: 1, round: 1, answers: {}, rollUp: {}, origin: 'single_rated' },
    })
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    const stranger = await makeMember(await makeProject(), 'manager')
    const viewer = await makeMember(project, 'viewer')
    await expect(getDataset(actorOf(stranger), project.id, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(getDataset(actorOf(annotator), project.id, {})).rejects.toMatchObject({ code: 'forbidden' })
    await getDataset(actorOf(viewer), project.id, {})
    await getDataset(actorOf(viewer), project.id, {})
    expect(await prisma().answerRead.count({ where: { taskId: task.id, userId: viewer.id } })).toBe(1)
    expect(await prisma().event.count({ where: { taskId: task.id, type: 'answers.read' } })).toBe(1)
  })
})
