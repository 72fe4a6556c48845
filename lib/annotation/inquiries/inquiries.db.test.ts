import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getTimeline } from '@/lib/adjudication/timeline/queries'
import { listForeseen } from '@/lib/annotation/annotations/foresee'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { reassignTask } from '@/lib/annotation/assignments/reassign-task'
import { skipAssignment } from '@/lib/annotation/assignments/skip-assignment'
import { prisma, transaction } from '@/lib/platform/server/db'
import { copyTask } from '@/lib/quality/calibration/copy-task'
import { openShadow } from '@/lib/quality/calibration/shadow'
import { listProjectAudit } from '@/lib/workspace/audit-log/queries'
import { getProjectHome } from '@/lib/workspace/projects/queries'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { answerInquiry } from './answer-inquiry'
import { askManager } from './ask-manager'
import { listInquiries } from './queries'
import { withdrawInquiry } from './withdraw-inquiry'

const QUESTION = 'Does the title count as a claim?'
const WAITING = { state: 'waiting', page: 1 } as const

async function scene({ raters = 2, tasks: count = 2 } = {}) {
  const project = await makeProject({ stage: { raters } })
  const manager = await makeMember(project, 'manager')
  const ada = await makeMember(project, 'annotator')
  const ben = await makeMember(project, 'annotator')
  const tasks = []
  for (let n = 0; n < count; n++) tasks.push(await makeTask(project))
  const [first, second] = tasks
  if (!first) throw new Error('there is a task')
  const ask = async (who: Parameters<typeof actorOf>[0], taskId = first.id, question = QUESTION) => {
    const inquiryId = randomUUID()
    await askManager(actorOf(who), taskId, { inquiryId, question })
    return inquiryId
  }
  return { project, manager, ada, ben, first, second, ask }
}

const shareOf = (task: { id: string }, user: { id: string }) =>
  prisma().assignment.findUniqueOrThrow({ where: { taskId_userId: { taskId: task.id, userId: user.id } } })

describe('setting a task aside with a question', () => {
  it('frees the annotator, keeps their place, and lets it not lapse', async () => {
    const { project, ada, ben, first, second, ask } = await scene({ raters: 1 })
    expect((await nextTask(actorOf(ada), project.id)).taskId).toBe(first.id)
    await ask(ada)
    expect(await shareOf(first, ada)).toMatchObject({ state: 'assigned', origin: 'queue', expiresAt: null })
    expect((await nextTask(actorOf(ada), project.id)).taskId).toBe(second?.id)
    const { tasks: foreseen } = await listForeseen(actorOf(ada), project.id, second?.id ?? '')
    expect(foreseen.map(({ workbench }) => workbench.taskId)).not.toContain(first.id)
    // The only place of the task is taken.
    expect((await nextTask(actorOf(ben), project.id)).reason).toBe('nothing_left')
  })

  it('stands among what waits on the annotator’s home and among the managers’ questions, and nowhere for others', async () => {
    const { project, manager, ada, ben, first, ask } = await scene()
    await makeAssignment(first, ada)
    await makeAssignment(first, ben)
    const before = await getProjectHome(actorOf(ben), project.id)
    const [benches, people] = [
      await getWorkbench(actorOf(ben), first.id),
      await listAssignments(actorOf(manager), project.id, { filter: 'all', page: 1 }),
    ]
    await ask(ada)
    expect((await getProjectHome(actorOf(ada), project.id)).work).toMatchObject({
      setAside: [{ taskId: first.id, inquiry: { question: QUESTION, answer: null } }],
      drafts: [],
      assigned: [],
    })
    expect((await getProjectHome(actorOf(manager), project.id)).management?.inquiries).toBe(1)
    const { inquiries, counts } = await listInquiries(actorOf(manager), project.id, WAITING)
    expect(counts).toEqual({ waiting: 1, answered: 0 })
    expect(inquiries).toMatchObject([{ question: QUESTION, by: ada.name, itemId: first.itemId, answer: null }])
    // A partner and the page of shares tell nothing of it.
    const { work } = await getProjectHome(actorOf(ben), project.id)
    expect({ ...work, drafts: [], assigned: [] }).toEqual({ ...before.work, drafts: [], assigned: [] })
    expect(JSON.stringify(work)).not.toContain(QUESTION)
    expect(await getWorkbench(actorOf(ben), first.id)).toEqual(benches)
    expect((await listAssignments(actorOf(manager), project.id, { filter: 'all', page: 1 })).tasks).toEqual(
      people.tasks,
    )
    await expect(listInquiries(actorOf(ben), project.id, WAITING)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is one question at a time, the same one when it is sent again, and only of one’s own open task', async () => {
    const { ada, ben, first, ask } = await scene()
    await makeAssignment(first, ada)
    const inquiryId = await ask(ada)
    await askManager(actorOf(ada), first.id, { inquiryId, question: QUESTION })
    expect(await prisma().inquiry.count({ where: { assignment: { taskId: first.id } } })).toBe(1)
    await expect(ask(ada)).rejects.toMatchObject({ code: 'conflict' })
    await makeAssignment(first, ben)
    await expect(askManager(actorOf(ben), first.id, { inquiryId, question: QUESTION })).rejects.toMatchObject({
      code: 'conflict',
    })
    const outsider = await makeMember(await makeProject(), 'annotator')
    await expect(ask(outsider)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('asked twice at once, waits once', async () => {
    const { ada, first, ask } = await scene()
    await makeAssignment(first, ada)
    const outcomes = await Promise.allSettled([ask(ada), ask(ada)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await prisma().inquiry.count({ where: { assignment: { taskId: first.id } } })).toBe(1)
  })
})

describe('the answer', () => {
  it('gives the task back before anything that is not begun, with question and answer on it', async () => {
    const { project, manager, ada, first, second, ask } = await scene()
    await makeAssignment(first, ada, 'reserved')
    const inquiryId = await ask(ada)
    if (second) await makeAssignment(second, ada)
    await answerInquiry(actorOf(manager), project.id, inquiryId, 'No, only the text.')
    const inquiry = { question: QUESTION, answer: 'No, only the text.' }
    expect((await getProjectHome(actorOf(ada), project.id)).work).toMatchObject({
      answered: [{ taskId: first.id, inquiry }],
      setAside: [],
    })
    expect((await nextTask(actorOf(ada), project.id)).taskId).toBe(first.id)
    expect((await getWorkbench(actorOf(ada), first.id)).inquiries).toMatchObject([inquiry])
    const { inquiries } = await listInquiries(actorOf(manager), project.id, { state: 'answered', page: 1 })
    expect(inquiries).toMatchObject([{ ...inquiry, answeredBy: manager.name }])
    // Their time line tells both, in their words.
    const { entries } = await getTimeline(actorOf(ada), first.id, { after: 0 })
    const told = entries.map((entry) => ('text' in entry ? [entry.text, entry.remark] : []))
    expect(told).toContainEqual(['Asked a manager; the task is set aside', QUESTION])
    expect(told).toContainEqual(['A manager answered the question', 'No, only the text.'])
    const { events } = await listProjectAudit(actorOf(manager), project.id, { kind: 'work' })
    expect(events.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        `${ada.name} asked a manager; the task is set aside`,
        `A question of ${ada.name} was answered`,
      ]),
    )
  })

  it('comes once, however many answer together, and never to a question that was withdrawn', async () => {
    const { project, manager, ada, first, ask } = await scene()
    const other = await makeMember(project, 'manager')
    await makeAssignment(first, ada)
    const inquiryId = await ask(ada)
    const outcomes = await Promise.allSettled(
      [manager, other].map((who) => answerInquiry(actorOf(who), project.id, inquiryId, `By ${who.name}`)),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const again = await ask(ada)
    await withdrawInquiry(actorOf(ada), first.id, again)
    await expect(answerInquiry(actorOf(manager), project.id, again, 'Too late')).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(withdrawInquiry(actorOf(ada), first.id, inquiryId)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is not for a manager who annotates the task, and keeps those who read the question from annotating it', async () => {
    const { project, manager, ada, first, ask } = await scene()
    const partner = await makeMember(project, 'manager')
    await makeAssignment(first, ada)
    await makeAssignment(first, partner)
    const inquiryId = await ask(ada)
    expect(await listInquiries(actorOf(partner), project.id, WAITING)).toMatchObject({
      inquiries: [],
      counts: { waiting: 0 },
    })
    expect((await getProjectHome(actorOf(partner), project.id)).management?.inquiries).toBe(0)
    await expect(answerInquiry(actorOf(partner), project.id, inquiryId, 'Yes')).rejects.toMatchObject({
      code: 'not_found',
    })
    const { events } = await listProjectAudit(actorOf(partner), project.id, {})
    expect(JSON.stringify(events)).not.toContain('question to a manager')
    await listInquiries(actorOf(manager), project.id, WAITING)
    await skipAssignment(actorOf(partner), first.id, 'not my field')
    const given = reassignTask(actorOf(manager), first.id, { fromUserId: ada.id, toUserId: manager.id })
    await expect(given).rejects.toMatchObject({ code: 'rule' })
    expect((await nextTask(actorOf(manager), project.id)).taskId).not.toBe(first.id)
  })
})

it('is counted for a manager who could still annotate its task, and the count does not fall when they take one', async () => {
  const { project, manager, ada, first, second, ask } = await scene()
  await makeAssignment(first, ada)
  await ask(ada)
  const counted = async () => (await getProjectHome(actorOf(manager), project.id)).management?.inquiries
  expect(await counted()).toBe(1)
  expect((await nextTask(actorOf(manager), project.id)).taskId).toBe(second?.id)
  expect(await counted()).toBe(1)
})

describe('a question ends', () => {
  it('when it is withdrawn: what came from the queue is a reservation again', async () => {
    const { project, ada, first, ask } = await scene()
    await nextTask(actorOf(ada), project.id)
    const inquiryId = await ask(ada)
    await withdrawInquiry(actorOf(ada), first.id, inquiryId)
    const share = await shareOf(first, ada)
    expect(share.state).toBe('reserved')
    expect(share.expiresAt?.getTime()).toBeGreaterThan(Date.now())
    expect((await nextTask(actorOf(ada), project.id)).taskId).toBe(first.id)
    expect((await getWorkbench(actorOf(ada), first.id)).inquiries).toBeUndefined()
  })

  it.each([
    [
      'is submitted',
      async ({ first, ada }: Awaited<ReturnType<typeof scene>>) => submitAnnotation(actorOf(ada), first.id),
    ],
    [
      'is skipped',
      async ({ first, ada }: Awaited<ReturnType<typeof scene>>) => skipAssignment(actorOf(ada), first.id, 'after all'),
    ],
    [
      'is taken away',
      async ({ first, ada, manager }: Awaited<ReturnType<typeof scene>>) =>
        reassignTask(actorOf(manager), first.id, { fromUserId: ada.id, toUserId: null }),
    ],
  ])('with the share, when it %s', async (_, end) => {
    const all = await scene()
    const { project, manager, ada, first, ask } = all
    await makeAnnotation(first, ada, answersWith(true))
    await ask(ada)
    await end(all)
    expect((await listInquiries(actorOf(manager), project.id, WAITING)).counts).toEqual({ waiting: 0, answered: 0 })
  })
})

it('is not shown about a repetition of a task that the manager still annotates', async () => {
  const { project, manager, ada, first, ask } = await scene()
  const copyId = await transaction(async (tx) =>
    copyTask(tx, await openShadow(tx, project.id), {
      originalId: first.id,
      userId: ada.id,
      actorId: ada.id,
      purpose: 'repeat',
    }),
  )
  await makeAssignment({ id: copyId }, ada)
  const inquiryId = await ask(ada, copyId)
  expect((await listInquiries(actorOf(manager), project.id, WAITING)).counts.waiting).toBe(1)

  const partner = await makeMember(project, 'manager')
  await makeAssignment(first, partner)
  const seen = await listInquiries(actorOf(partner), project.id, WAITING)
  expect(seen).toMatchObject({ inquiries: [], counts: { waiting: 0 } })
  expect((await getProjectHome(actorOf(partner), project.id)).management?.inquiries).toBe(0)
  await expect(answerInquiry(actorOf(partner), project.id, inquiryId, 'Yes.')).rejects.toMatchObject({
    code: 'not_found',
  })
})
