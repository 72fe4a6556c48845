import { describe, expect, it } from 'vitest'
import { protocols } from '.'
import { evaluationTasks } from './evaluations'
import { pipelineOf } from './steps'

const listed = await Promise.all(
  protocols.map(async ({ id }) =>
    (await evaluationTasks(id))
      .filter(({ fromProposals, fromSteps }) => fromProposals || fromSteps)
      .map((task) => ({ id, task, title: `${id}: ${task.key}` })),
  ),
)
const scoring = listed.flat()
const measured = (
  await Promise.all(
    protocols.map(async ({ id, stages }) =>
      (
        await evaluationTasks(id)
      ).flatMap(({ key, stage, measure }) =>
        measure === undefined
          ? []
          : [{ measure, title: `${id}: ${key}`, of: stages.find((each) => each.key === stage) }],
      ),
    ),
  )
).flat()

describe('tasks that score what steps propose', () => {
  it('are there', () => expect(scoring.length).toBeGreaterThan(0))
  it.each(scoring)('$title name steps of their own stage, which leave its units alone', async ({ id, task }) => {
    expect(task.fromProposals).toBeDefined()
    const steps = (await pipelineOf(id))?.steps.filter(({ key }) => task.fromSteps?.includes(key)) ?? []
    expect(steps.map(({ key }) => key)).toEqual(task.fromSteps)
    expect(steps.every(({ stage, resegments }) => stage === task.stage && !resegments)).toBe(true)
  })
})

describe('tasks whose results are broken down by how far annotators agreed', () => {
  it('are there', () => expect(measured.length).toBeGreaterThan(5))
  it.each(measured)('$title names a measure of its own stage', ({ measure, of }) => {
    expect(of?.measures.map(({ key }) => key)).toContain(measure)
  })
})
