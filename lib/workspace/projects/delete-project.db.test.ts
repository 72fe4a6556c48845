import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { prefillScene, readRun, startVerdicts } from '@/tests/support/prefill-scene'
import { deleteProject } from './delete-project'

test('nothing that a run made, asked or searched for outlives its project', async () => {
  const scene = await prefillScene(1)
  const { id: projectId, name } = await prisma().project.findUniqueOrThrow({ where: { id: scene.project.id } })
  const run = await startVerdicts(scene, { steps: [{ key: 'verdicts', method: 'rules' }] })
  const [task] = scene.tasks
  const [unit] = task?.units ?? []
  if (!task || !unit) throw new Error('there is a task with units')
  const place = { taskId: task.id, unitId: unit.id, question: 'label', value: true, source: 'Rules', runId: run.id }
  await prisma().suggestion.create({ data: place })
  await prisma().foundEvidence.create({ data: { itemId: task.itemId, runId: run.id, entry: {} } })
  await prisma().searchRecord.create({ data: { projectId, provider: 'corpus', query: 'q', results: [] } })
  const call = { key: projectId, kind: 'chat', provider: 'p', request: {}, state: 'pending' as const, projectId }
  await prisma().providerCall.create({ data: call })
  await deleteProject(scene.manager, projectId, name)
  await expect(readRun(run.id)).rejects.toThrow()
  const left = [
    prisma().suggestion.count({ where: { runId: run.id } }),
    prisma().foundEvidence.count({ where: { runId: run.id } }),
    prisma().searchRecord.count({ where: { projectId } }),
    prisma().providerCall.count({ where: { projectId } }),
  ]
  expect(await Promise.all(left)).toEqual([0, 0, 0, 0])
})
