import { describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import type { AppError } from '@/lib/platform/server/errors'
import type { Answers } from '@/lib/protocols/protocol'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { getWorkbench, listMySubmissions } from './queries'
import { saveAnswer } from './save-answers'
import { submitAnnotation } from './submit-annotation'

async function twoAnnotators(answers: [Answers, Answers] = [answersWith(true), answersWith(false)]) {
  const project = await makeProject()
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
  const task = await makeTask(project)
  const annotations = [
    await makeAnnotation(task, people[0], answers[0]),
    await makeAnnotation(task, people[1], answers[1]),
  ]
  const ids = annotations.map((annotation) => annotation.id)
  return { project, task, people, actors: [actorOf(people[0]), actorOf(people[1])] as const, ids }
}

const stateOf = async (taskId: string) => (await prisma().task.findUniqueOrThrow({ where: { id: taskId } })).state
const eventsOf = (taskId: string, type: string) => prisma().event.count({ where: { taskId, type } })
const failure = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => {
      throw new Error('should have failed')
    },
    (error: AppError) => error,
  )

describe('submitAnnotation', () => {
  it('freezes the answers; the task stays blind until the last one', async () => {
    const { task, actors, ids } = await twoAnnotators()
    await submitAnnotation(actors[0], task.id)
    expect(await stateOf(task.id)).toBe('open')
    const error = await failure(
      saveAnswer(actors[0], task.id, {
        annotationId: ids[0] ?? '',
        unit: 's1',
        question: 'label',
        value: false,
        expectedRevision: 1,
        origin: 'chosen',
      }),
    )
    expect(error.code).toBe('forbidden')
    const labels = prisma().label.updateMany({ where: { annotationId: ids[0] }, data: { revision: 9 } })
    await expect(labels).rejects.toThrow(/frozen/)
    expect((await failure(submitAnnotation(actors[0], task.id))).code).toBe('forbidden')
    expect(await eventsOf(task.id, 'annotation.submitted')).toBe(1)
  })

  it('says of a submission whose answer got lost when it was, and does nothing twice', async () => {
    const { task, actors, ids } = await twoAnnotators()
    const [own, partners] = ids
    const first = await submitAnnotation(actors[0], task.id, own, { activeSeconds: 30 })
    expect(await submitAnnotation(actors[0], task.id, own, { activeSeconds: 30 })).toEqual(first)
    expect((await failure(submitAnnotation(actors[0], task.id, partners))).code).toBe('forbidden')
    await submitAnnotation(actors[1], task.id, partners)
    const both = await Promise.all([0, 1].map(() => submitAnnotation(actors[0], task.id, own)))
    expect(both).toEqual([first, first])
    expect(await eventsOf(task.id, 'annotation.submitted')).toBe(2)
    expect(await eventsOf(task.id, 'task.revealed')).toBe(1)
    const annotation = await prisma().annotation.findUniqueOrThrow({ where: { id: own } })
    expect([annotation.submittedAt?.toISOString(), annotation.activeSeconds]).toEqual([first.submittedAt, 30])
  })

  it('submits once what is sent twice at the same moment', async () => {
    const { task, actors, ids } = await twoAnnotators()
    const [first, second] = await Promise.all([0, 1].map(() => submitAnnotation(actors[0], task.id, ids[0])))
    expect(first).toEqual(second)
    expect(await eventsOf(task.id, 'annotation.submitted')).toBe(1)
  })

  it('does not take the round before for the one that was sent back', async () => {
    const { project, task, actors, ids } = await twoAnnotators()
    for (const actor of actors) await submitAnnotation(actor, task.id)
    await reopenTask(actorOf(await makeMember(project, 'reviewer')), task.id, { comment: 'Look again.' })
    expect((await failure(submitAnnotation(actors[0], task.id, ids[0]))).code).toBe('conflict')
  })

  it('refuses a page that still shows an earlier round', async () => {
    const { task, actors, ids } = await twoAnnotators()
    const error = await failure(submitAnnotation(actors[0], task.id, ids[1]))
    expect(error.code).toBe('conflict')
    expect(await eventsOf(task.id, 'annotation.submitted')).toBe(0)
    await submitAnnotation(actors[0], task.id, ids[0])
    expect(await eventsOf(task.id, 'annotation.submitted')).toBe(1)
  })

  it('names everything that is missing, and changes nothing', async () => {
    const { task, actors, ids } = await twoAnnotators([{ s2: { label: false, reason: '   ' } }, answersWith(true)])
    const error = await failure(submitAnnotation(actors[0], task.id))
    expect([error.code, error.status]).toEqual(['rule', 422])
    expect(error.extra.issues?.map((issue) => issue.path)).toEqual([
      'item.action',
      's1.label',
      's2.errorType',
      's2.reason',
    ])
    const annotation = await prisma().annotation.findUniqueOrThrow({ where: { id: ids[0] } })
    expect([annotation.state, annotation.submittedAt]).toEqual(['draft', null])
    expect(await eventsOf(task.id, 'annotation.submitted')).toBe(0)
  })

  it('reveals once when the last two submit at the same moment', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { task, actors } = await twoAnnotators()
      await Promise.all(actors.map((actor) => submitAnnotation(actor, task.id)))
      expect(await stateOf(task.id)).toBe('consolidating')
      expect(await eventsOf(task.id, 'task.revealed')).toBe(1)
      expect(await prisma().disagreement.count({ where: { taskId: task.id } })).toBe(1)
    }
  })

  it('freezes texts without the blanks around them', async () => {
    const answers = answersWith(false)
    const { task, actors, ids } = await twoAnnotators([
      { ...answers, s2: { ...answers.s2, reason: '  The Pacific is larger. \n' } },
      answersWith(true),
    ])
    await submitAnnotation(actors[0], task.id)
    const reason = await prisma().label.findFirstOrThrow({ where: { annotationId: ids[0], question: 'reason' } })
    expect([reason.value, reason.revision]).toEqual(['The Pacific is larger.', 2])
    const told = await prisma().event.findMany({ where: { annotationId: ids[0], type: 'answer.saved' } })
    expect(told.map(({ actorId, data }) => [actorId, data])).toEqual([
      [
        actors[0].userId,
        {
          unit: 's2',
          question: 'reason',
          from: '  The Pacific is larger. \n',
          to: 'The Pacific is larger.',
          origin: 'chosen',
          revision: 2,
        },
      ],
    ])
  })
})

describe('getWorkbench', () => {
  it('begins one annotation for two tabs that open it at once', async () => {
    const { task, people, project } = await twoAnnotators()
    const third = await makeTask(project)
    await prisma().assignment.create({
      data: { taskId: third.id, userId: people[0].id, state: 'assigned', origin: 'manager' },
    })
    const tabs = await Promise.all([1, 2, 3].map(() => getWorkbench(actorOf(people[0]), third.id)))
    expect(new Set(tabs.map((tab) => tab.annotationId)).size).toBe(1)
    expect(await eventsOf(third.id, 'annotation.started')).toBe(1)
    expect(tabs[0]).toMatchObject({ mode: 'editing', round: 1, guidelineVersion: 1, protocolId: 'felm', answers: [] })
    expect(tabs[0]?.units.map((unit) => unit.key)).toEqual(['item', 's1', 's2'])
    expect(task.id).not.toBe(third.id)
  })

  it('never holds a partner’s answers, before or after submission', async () => {
    const { task, actors } = await twoAnnotators()
    for (const expected of ['editing', 'reading'] as const) {
      const workbench = await getWorkbench(actors[0], task.id)
      expect(workbench.mode).toBe(expected)
      const s2 = workbench.answers.filter((answer) => answer.unit === 's2')
      expect(s2.map(({ question, value }) => [question, value])).toEqual([['label', true]])
      if (expected === 'editing') for (const actor of actors) await submitAnnotation(actor, task.id)
    }
  })

  it('is closed to people without a share: 403 for those who see the task, 404 for the others', async () => {
    const { task, project } = await twoAnnotators()
    const codes = []
    for (const role of ['manager', 'reviewer', 'viewer', 'annotator'] as const)
      codes.push((await failure(getWorkbench(actorOf(await makeMember(project, role)), task.id))).code)
    expect(codes).toEqual(['forbidden', 'forbidden', 'forbidden', 'not_found'])
    const elsewhere = await makeMember(await makeProject(), 'manager')
    expect((await failure(getWorkbench(actorOf(elsewhere), task.id))).code).toBe('not_found')
  })

  it('shows a draft read-only once the share was given back', async () => {
    const { task, actors } = await twoAnnotators()
    const where = { taskId_userId: { taskId: task.id, userId: actors[0].userId } }
    await prisma().assignment.update({ where, data: { state: 'released' } })
    expect(await getWorkbench(actors[0], task.id)).toMatchObject({ mode: 'reading', submittedAt: null })
  })

  it('opens a sent-back task again from one’s own old answers, with the comment', async () => {
    const { task, actors, project } = await twoAnnotators()
    for (const actor of actors) await submitAnnotation(actor, task.id)
    const reviewer = await makeMember(project, 'reviewer')
    await reopenTask(actorOf(reviewer), task.id, { userIds: [actors[1].userId], comment: 'Look at the oceans again.' })
    const again = await getWorkbench(actors[1], task.id)
    expect(again).toMatchObject({ mode: 'editing', round: 2, sentBack: { comment: 'Look at the oceans again.' } })
    expect(again.answers.find((answer) => answer.question === 'errorType')).toMatchObject({
      value: 'knowledge_error',
      revision: 1,
      origin: 'carried',
    })
    expect((await getWorkbench(actors[0], task.id)).mode).toBe('reading')
  })
})

describe('listMySubmissions', () => {
  it('lists one’s own, latest first, page by page', async () => {
    const project = await makeProject({ stage: { raters: 1 } })
    const annotator = await makeMember(project, 'annotator')
    const taskIds: string[] = []
    for (let count = 0; count < 52; count++) {
      const task = await makeTask(project)
      const annotation = await makeAnnotation(task, annotator, answersWith(true))
      const submittedAt = new Date(Date.UTC(2030, 0, 1, 0, count))
      await prisma().annotation.update({ where: { id: annotation.id }, data: { state: 'submitted', submittedAt } })
      taskIds.unshift(task.id)
    }
    const first = await listMySubmissions(actorOf(annotator), project.id)
    expect(first.submissions.map((row) => row.taskId)).toEqual(taskIds.slice(0, 50))
    const second = await listMySubmissions(actorOf(annotator), project.id, first.next ?? '')
    expect(second.submissions.map((row) => row.taskId)).toEqual(taskIds.slice(50))
    expect(second.next).toBeNull()
    const partner = await makeMember(project, 'annotator')
    expect((await listMySubmissions(actorOf(partner), project.id)).submissions).toEqual([])
  })
})
