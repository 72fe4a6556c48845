import { describe, expect, it } from 'vitest'
import { protocols } from '.'
import { evaluationTasks } from './evaluations'
import { pipelineOf } from './steps'

const scoring = protocols.flatMap(({ id }) =>
  evaluationTasks(id)
    .filter(({ fromProposals, fromSteps }) => fromProposals || fromSteps)
    .map((task) => ({ id, task, title: `${id}: ${task.key}` })),
)

describe('tasks that score what steps propose', () => {
  it('are there', () => expect(scoring.length).toBeGreaterThan(0))
  it.each(scoring)('$title name steps of their own stage, which leave its units alone', ({ id, task }) => {
    expect(task.fromProposals).toBeDefined()
    const steps = pipelineOf(id)?.steps.filter(({ key }) => task.fromSteps?.includes(key)) ?? []
    expect(steps.map(({ key }) => key)).toEqual(task.fromSteps)
    expect(steps.every(({ stage, resegments }) => stage === task.stage && !resegments)).toBe(true)
  })
})
