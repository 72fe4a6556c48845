import { describe, expect, it } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeProject, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { listOutcomes } from './queries'

async function scene() {
  const project = await makeProject()
  const [first, second] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const approver = actorOf(await makeMember(project, 'reviewer'))
  return { project, people: [first, second] as const, reviewer, approver }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** A task on whose second segment the two differ: true says the first, false the second. */
async function differing({ project, people, reviewer }: Scene) {
  const task = await makeTask(project as MadeProject)
  await makeAnnotation(task, people[0], answersWith(true), true)
  await makeAnnotation(task, people[1], answersWith(false), true)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
  return task
}

/** A reviewer takes what the first annotator said. */
async function settleAsFirst({ reviewer, approver }: Pick<Scene, 'reviewer' | 'approver'>, taskId: string) {
  const view = await getConsolidation(reviewer, taskId)
  const lane = view.lanes.find(({ answers }) => answers.s2?.label === true)?.id ?? ''
  const at = { unit: 's2', question: 'label', expectedRevision: view.revision }
  const { revision } = await resolveQuestion(reviewer, taskId, { ...at, choice: { lane }, reason: 'It says so.' })
  const settled = await adjudicateTask(reviewer, taskId, { expectedRevision: revision })
  if (settled.state === 'approving') await approveTask(approver, taskId, { expectedRevision: settled.revision })
}

const outcomesOf = async (actor: Actor, projectId: string, only?: 'overruled') =>
  (await listOutcomes(actor, projectId, { only })).submissions.map(({ outcome }) => outcome)

describe('what became of a submission', () => {
  it('is told once it is gold: what stands, and what does not, with the words of both values', async () => {
    const made = await scene()
    const { project, people } = made
    const task = await differing(made)
    const [first, second] = people.map((person) => actorOf(person)) as [Actor, Actor]
    expect(await outcomesOf(second, project.id)).toEqual([{ kind: 'waiting' }])
    await settleAsFirst(made, task.id)
    expect(await outcomesOf(first, project.id)).toEqual([{ kind: 'settled', stood: expect.any(Number), overruled: [] }])
    const [overruled] = await outcomesOf(second, project.id)
    expect(overruled).toMatchObject({ kind: 'settled', overruled: [{ question: 'Label', own: 'False', gold: 'True' }] })
    expect(await outcomesOf(first, project.id, 'overruled')).toEqual([])
    expect(await outcomesOf(second, project.id, 'overruled')).toEqual([overruled])
  })

  it('is nobody else’s to read, and holds no name and no reason of another', async () => {
    const made = await scene()
    const task = await differing(made)
    await settleAsFirst(made, task.id)
    const bystander = actorOf(await makeMember(made.project, 'annotator'))
    expect(await outcomesOf(bystander, made.project.id)).toEqual([])
    const text = JSON.stringify(await listOutcomes(actorOf(made.people[1]), made.project.id, {}))
    for (const { id, name } of made.people.slice(0, 1)) expect(text).not.toMatch(new RegExp(`${id}|${name}"`))
  })

  it('says what changed three times or more as something to learn from', async () => {
    const made = await scene()
    const second = actorOf(made.people[1])
    for (const _ of [1, 2]) await settleAsFirst(made, (await differing(made)).id)
    expect((await listOutcomes(second, made.project.id, {})).lessons).toEqual([])
    await settleAsFirst(made, (await differing(made)).id)
    const { lessons } = await listOutcomes(second, made.project.id, {})
    expect(lessons).toEqual([expect.objectContaining({ question: 'Label', own: 'False', gold: 'True', count: 3 })])
    expect((await listOutcomes(actorOf(made.people[0]), made.project.id, {})).lessons).toEqual([])
  })

  it('is worked out anew for new gold, and left open by another round', async () => {
    const made = await scene()
    const { project, people } = made
    const task = await differing(made)
    await settleAsFirst(made, task.id)
    const second = actorOf(people[1])
    await outcomesOf(second, project.id)
    const manager = actorOf(await makeMember(project, 'manager'))
    await reopenTask(manager, task.id, { comment: 'A source was found to be wrong.' })
    expect(await outcomesOf(second, project.id)).toEqual([{ kind: 'asked_again' }])
  })
})
