import { expect, it } from 'vitest'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { makeDifference } from '@/tests/settle-task'
import { listAdjudicators } from './queries'

it('shows a manager which lane a reviewer takes, and nobody else', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
  expect((await listAdjudicators(manager, project.id)).adjudicators).toEqual([])
  for (let n = 0; n < 8; n++) {
    const task = await makeDifference(project, people, reviewer)
    const { revision } = await getConsolidation(reviewer, task.id)
    const at = { unit: 's2', question: 'label', expectedRevision: revision }
    await resolveQuestion(reviewer, task.id, { ...at, choice: { lane: 'A' }, reason: '' })
  }
  const { adjudicators } = await listAdjudicators(manager, project.id)
  expect(adjudicators).toMatchObject([{ userId: reviewer.userId, decisions: 8, tasks: 8, edited: 0, shared: 0 }])
  expect(adjudicators[0]?.lanes).toMatchObject([
    { key: 'A', taken: 8, decisions: 8, expected: 0.5, verdict: 'more' },
    { key: 'B', taken: 0, decisions: 8, expected: 0.5, verdict: 'less' },
  ])
  // While something is being settled, annotators are told by their aliases.
  expect(adjudicators[0]?.people.map(({ name }) => name)).toEqual(['annotator 1', 'annotator 2'])
  for (const actor of [reviewer, actorOf(people[0])])
    await expect(listAdjudicators(actor, project.id)).rejects.toMatchObject({ code: 'forbidden' })
})
