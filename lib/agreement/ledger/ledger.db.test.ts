import { describe, expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/server/db'
import { answersWith, type MadeTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { readClusters, readPatterns } from './read-patterns'
import { readReferences } from './read-references'
import { refreshRatings } from './refresh-ratings'

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const ada = await makeMember(project, 'annotator')
  const ben = await makeMember(project, 'annotator')
  const stageId = project.stages[0]?.id ?? ''
  const annotated = async (first: boolean, second: boolean, state: 'open' | 'consolidating' = 'consolidating') => {
    const task = await makeTask(project)
    await makeAnnotation(task, ada, answersWith(first), true)
    await makeAnnotation(task, ben, answersWith(second), true)
    if (state !== 'open') await changeState(task, state)
    return task
  }
  const label = { stageId, measure: 'label' }
  const refresh = (most?: number) =>
    transaction((tx) => refreshRatings(tx, project, most === undefined ? {} : { most }))
  const patterns = async () => {
    const rows = await transaction((tx) => readPatterns(tx, label))
    return rows.map(({ raters, codes, units }) => `${raters}: ${codes} × ${units}`)
  }
  return { project, ada, ben, label, annotated, refresh, patterns }
}

const changeState = (task: MadeTask, state: 'open' | 'consolidating' | 'gold' | 'discarded') =>
  prisma().task.update({ where: { id: task.id }, data: { state, revision: { increment: 1 } } })

describe('refreshRatings', () => {
  it('counts what annotators gave, unit by unit', async () => {
    const { annotated, refresh, patterns, label } = await scene()
    await annotated(true, false)
    await annotated(false, false)
    await annotated(false, false, 'open')
    const { awaited } = await refresh()
    expect(awaited).toEqual({ [label.stageId]: 0 })
    expect(await patterns()).toEqual(['1,2: 0,0 × 2', '1,2: 0,1 × 1', '1,2: 1,1 × 1'])
    const clusters = await transaction((tx) => readClusters(tx, label))
    expect(clusters.typeOf).toHaveLength(2)
    expect(await transaction((tx) => readReferences(tx, label))).toEqual([])
  })
})
