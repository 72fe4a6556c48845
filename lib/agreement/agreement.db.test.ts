import { describe, expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/server/db'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import type { StageAgreement } from './contract'
import type { FigureQuery } from './positions-behind'
import { getAgreement, positionsBehind } from './queries'

const always = { intervals: 'always' } as const

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const people = {
    manager: await makeMember(project, 'manager'),
    reviewer: await makeMember(project, 'reviewer'),
    viewer: await makeMember(project, 'viewer'),
    ada: await makeMember(project, 'annotator'),
    ben: await makeMember(project, 'annotator'),
  }
  const { ada, ben } = people
  /** A task annotated by both, whose second segment they call true or false; in the given state. */
  const annotated = async (
    [first, second]: [boolean, boolean],
    state: 'open' | 'consolidating' | 'approving' | 'gold' | 'discarded' = 'consolidating',
  ): Promise<MadeTask> => {
    const task = await makeTask(project)
    await makeAnnotation(task, ada, answersWith(first), true)
    await makeAnnotation(task, ben, answersWith(second), true)
    await prisma().task.update({ where: { id: task.id }, data: { state } })
    return task
  }
  return { project, people, annotated }
}

const segmentLabels = (stage: StageAgreement | undefined) =>
  stage?.measures.find(({ key, unitOfAnalysis }) => key === 'label' && unitOfAnalysis === 'segment')

describe('getAgreement', () => {
  it('counts the frozen independent answers of revealed tasks, by segment and by response', async () => {
    const { project, people, annotated } = await scene()
    const tasks = [
      await annotated([true, false]),
      await annotated([false, false], 'approving'),
      await annotated([true, true], 'gold'),
    ]
    const agreement = await getAgreement(actorOf(people.manager), project.id, always)
    const [stage] = agreement.stages
    expect(stage?.tasks).toEqual({ counted: 3, singleRated: 0, withoutAnnotation: 0, discarded: 0, inProgress: 0 })
    const label = segmentLabels(stage)
    expect(label?.all).toMatchObject({ units: 6, unitsWithTwo: 6, unanimous: 5, ratings: 12, responses: 3, raters: 2 })
    expect(label?.all.pairs[0]?.confusion.map((row) => row.map(({ count }) => count))).toEqual([
      [4, 1],
      [0, 1],
    ])
    expect(label?.all.confusion[0]?.[1]).toEqual({ count: 1, items: [tasks[0]?.position] })
    const response = stage?.measures.find(({ key }) => key === 'responseFactual')
    expect(response?.all).toMatchObject({ units: 3, unanimous: 2 })
    expect(agreement.raters.map(({ name }) => name)).toEqual(['annotator 1', 'annotator 2'])
  })

  it('never counts drafts, tasks still blind, later rounds, discarded items, or work that was not independent', async () => {
    const { project, people, annotated } = await scene()
    const { ada, ben } = people
    const counted = await annotated([true, true])
    // Blind: one has submitted, the other not; both have submitted but the task is not revealed.
    const blind = await makeTask(project)
    await makeAnnotation(blind, ada, answersWith(false), true)
    await makeAnnotation(blind, ben, answersWith(false))
    await annotated([false, false], 'open')
    await annotated([false, false], 'discarded')
    // A revealed task in which the second annotator left a draft, and whose third was imported with sight of others'.
    const half = await makeTask(project, { raters: 3 })
    await makeAnnotation(half, ada, answersWith(true), true)
    await makeAnnotation(half, ben, answersWith(false))
    const cy = await makeMember(project, 'annotator')
    const imported = await makeAnnotation(half, cy, answersWith(false))
    await prisma().annotation.update({ where: { id: imported.id }, data: { independent: false, origin: 'import' } })
    await prisma().annotation.update({
      where: { id: imported.id },
      data: { state: 'submitted', submittedAt: new Date() },
    })
    await prisma().task.update({ where: { id: half.id }, data: { state: 'consolidating' } })
    // Gold that came with the items.
    const given = await makeTask(project)
    await prisma().task.update({ where: { id: given.id }, data: { state: 'gold' } })
    // A second round, in which both changed their minds.
    await prisma().task.update({ where: { id: counted.id }, data: { round: 2 } })
    await makeAnnotation({ ...counted, round: 2 }, ada, answersWith(false), true)
    await makeAnnotation({ ...counted, round: 2 }, ben, answersWith(false), true)

    const agreement = await getAgreement(actorOf(people.manager), project.id, always)
    const [stage] = agreement.stages
    expect(stage?.tasks).toEqual({ counted: 2, singleRated: 1, withoutAnnotation: 1, discarded: 1, inProgress: 2 })
    expect(stage?.notIndependent).toBe(1)
    const label = segmentLabels(stage)
    expect(label?.all).toMatchObject({ units: 4, unitsWithTwo: 2, ratings: 6, raters: 2 })
    expect(label?.all.prevalence.map(({ value, cell }) => [value, cell.count])).toEqual([
      ['true', 6],
      ['false', 0],
    ])
    expect(agreement.raters.map(({ key }) => key)).toEqual(['a1', 'a2'])
  })

  it('tells managers and reviewers aliases and items, viewers aliases and counts; managers names once all is gold', async () => {
    const { project, people, annotated } = await scene()
    const task = await annotated([true, false])
    const seen = async (who: { id: string; name: string; isAdmin: boolean }) => {
      const { raters, stages, showsItems } = await getAgreement(actorOf(who), project.id, always)
      const cell = segmentLabels(stages[0])?.all.confusion[0]?.[1]
      return { raters, showsItems, cell, inProgress: stages[0]?.tasks.inProgress }
    }
    const aliases = [
      { key: 'a1', name: 'annotator 1', userId: null },
      { key: 'a2', name: 'annotator 2', userId: null },
    ]
    const cell = { count: 1, items: [task.position] }
    expect(await seen(people.manager)).toEqual({ raters: aliases, showsItems: true, cell, inProgress: 0 })
    expect(await seen(people.reviewer)).toEqual({ raters: aliases, showsItems: true, cell, inProgress: null })
    expect(await seen(people.viewer)).toEqual({
      ...{ raters: aliases, showsItems: false, inProgress: null },
      cell: { count: 1, items: null },
    })
    // Who learned which items were answered how has read the answers; that is remembered once.
    await seen(people.manager)
    const reads = await prisma().answerRead.findMany({ where: { taskId: task.id }, select: { userId: true } })
    expect(new Set(reads.map(({ userId }) => userId))).toEqual(new Set([people.manager.id, people.reviewer.id]))
    expect(await prisma().event.count({ where: { taskId: task.id, type: 'answers.read' } })).toBe(2)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    expect((await seen(people.manager)).raters).toEqual([
      { key: 'a1', name: `${people.ada.name} (annotator 1)`, userId: people.ada.id },
      { key: 'a2', name: `${people.ben.name} (annotator 2)`, userId: people.ben.id },
    ])
    expect((await seen(people.reviewer)).raters).toEqual(aliases)
    await annotated([true, true])
    expect((await seen(people.manager)).raters).toEqual(aliases)
  })

  it('leads from every cell to exactly the items it counts, however many there are', async () => {
    const { project, people, annotated } = await scene()
    const { ada, ben } = people
    const both = await annotated([true, false])
    // Ada kept an error type of a segment that she calls true: it rates nothing.
    const kept = await makeTask(project)
    await makeAnnotation(kept, ada, { ...answersWith(true), s2: { label: true, errorType: 'fooled' } }, true)
    await makeAnnotation(kept, ben, answersWith(true), true)
    // Work that was not independent, a second round, and a task still blind count nowhere.
    const imported = await makeTask(project)
    const seen = await makeAnnotation(imported, ada, answersWith(false))
    await prisma().annotation.update({
      where: { id: seen.id },
      data: { independent: false, state: 'submitted', submittedAt: new Date() },
    })
    await prisma().task.updateMany({ where: { id: { in: [kept.id, imported.id] } }, data: { state: 'gold' } })
    await annotated([false, false], 'open')
    const behind = (figure: Omit<FigureQuery, 'stage'>) =>
      transaction((tx) => positionsBehind(tx, project, { stage: 'segments', ...figure }))
    const label = { measure: 'label' }
    expect(await behind({ ...label, a: 'false' })).toEqual([both.position])
    expect(await behind({ ...label, a: 'true', b: 'true' })).toEqual([both.position, kept.position])
    expect(await behind({ ...label, a: 'true', b: 'false', raters: ['a1', 'a2'] })).toEqual([both.position])
    expect(await behind({ ...label, a: 'false', b: 'true', raters: ['a1', 'a2'] })).toEqual([])
    expect(await behind({ ...label, raters: ['a1', 'a2'] })).toEqual([both.position, kept.position])
    expect(await behind({ measure: 'errorType', a: 'fooled' })).toEqual([])
    expect(await behind({ measure: 'responseFactual', a: 'true', b: 'false' })).toEqual([both.position])
    await expect(behind({ measure: 'none' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('is hidden from outsiders and refused to annotators', async () => {
    const { project, people } = await scene()
    const other = await makeProject()
    const stranger = await makeMember(other, 'manager')
    await expect(getAgreement(actorOf(stranger), project.id, always)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getAgreement(actorOf(people.ada), project.id, always)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
