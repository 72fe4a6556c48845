import { describe, expect, it } from 'vitest'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { reassignTask } from '@/lib/annotation/assignments/reassign-task'
import { skipAssignment } from '@/lib/annotation/assignments/skip-assignment'
import { runWorker } from '@/lib/platform/jobs/run-worker'
import { pool, prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { listOwnShares } from '@/lib/workspace/tasks/own-shares'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { until } from '@/tests/support/wait'
import { listForeseen } from './foresee'
import { freezeOverdue, freezeSubmission, freezeSubmissionHandler } from './freeze-submissions'
import { getWorkbench, listMySubmissions } from './queries'
import { saveAnswer } from './save-answers'
import { type Submitting, submitAnnotation } from './submit-annotation'
import { takeBackSubmission } from './take-back-submission'

/** Longer than any test takes: nothing is frozen before a test says that the time is over. */
const HOLD = { holdSeconds: 3_600 }

async function twoAnnotators() {
  const project = await makeProject()
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
  const task = await makeTask(project)
  const mine = await makeAnnotation(task, people[0], answersWith(false))
  const partners = await makeAnnotation(task, people[1], answersWith(true))
  const [own, partner] = [
    { actor: actorOf(people[0]), annotationId: mine.id },
    { actor: actorOf(people[1]), annotationId: partners.id },
  ]
  const submit = ({ actor, annotationId }: typeof own, how: Submitting = HOLD) =>
    submitAnnotation(actor, task.id, annotationId, how)
  const takeBack = () => takeBackSubmission(own.actor, task.id, own.annotationId)
  return { project, task, own, partner, submit, takeBack }
}

/** The time in which it can be taken back is over. */
const letTimePass = (annotationId: string) =>
  pool().query(`update annotations set held_until = now() - interval '1 second' where id = $1`, [annotationId])

const annotationOf = (id: string) => prisma().annotation.findUniqueOrThrow({ where: { id } })
const taskOf = (id: string) => prisma().task.findUniqueOrThrow({ where: { id } })
const submissionsOf = (taskId: string) => prisma().event.count({ where: { taskId, type: 'annotation.submitted' } })
const jobsOf = async (annotationId: string) =>
  (
    await pool().query<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [
      `freeze_submission/${annotationId}`,
    ])
  ).rows.map((row) => row.run_at)
const saving = (annotationId: string) => ({
  annotationId,
  unit: 's2',
  question: 'reason',
  value: 'Said otherwise.',
  expectedRevision: 1,
  origin: 'typed' as const,
})

describe('a submission that can be taken back', () => {
  it('stays a draft in the database, without an event, and a job is there to freeze it', async () => {
    const { task, own, submit } = await twoAnnotators()
    const events = await prisma().event.count()
    const { submittedAt, held } = await submit(own)
    expect(submittedAt).toBeNull()
    const annotation = await annotationOf(own.annotationId)
    expect([annotation.state, annotation.submittedAt]).toEqual(['draft', null])
    expect(annotation.heldUntil?.toISOString()).toBe(held?.until)
    expect(await jobsOf(own.annotationId)).toEqual([annotation.heldUntil])
    expect(await prisma().event.count()).toBe(events)
    expect((await taskOf(task.id)).submittedCount).toBe(0)
  })

  it('is read, not answered, by its owner, who gets another task', async () => {
    const { project, task, own, submit } = await twoAnnotators()
    await submit(own)
    const bench = await getWorkbench(own.actor, task.id)
    expect(bench).toMatchObject({ mode: 'reading', submittedAt: null, abilities: { annotate: false } })
    expect(bench.held?.seconds).toBeGreaterThan(3_000)
    await expect(saveAnswer(own.actor, task.id, saving(own.annotationId))).rejects.toThrow(/not yours/)
    await expect(skipAssignment(own.actor, task.id, 'not my field')).rejects.toMatchObject({ code: 'forbidden' })
    expect((await nextTask(own.actor, project.id)).reason).toBe('nothing_left')
    const other = await makeTask(project)
    expect((await listForeseen(own.actor, project.id, other.id)).tasks).toEqual([])
    expect((await nextTask(own.actor, project.id)).taskId).toBe(other.id)
    const asked = { userId: own.actor.userId, projectIds: [project.id], limit: 9 }
    const { shares } = await listOwnShares(prisma(), asked, 'oldest')
    expect(shares.map(({ taskId }) => taskId)).toEqual([other.id])
    const { held, submissions } = await listMySubmissions(own.actor, project.id)
    expect(held).toMatchObject([{ taskId: task.id, annotationId: own.annotationId, round: 1 }])
    expect(submissions).toEqual([])
  })

  it('hears the same when it is sent again, and is frozen at once for whoever asks for that', async () => {
    const { task, own, submit } = await twoAnnotators()
    const before = (await annotationOf(own.annotationId)).activeSeconds
    const first = await submit(own, { ...HOLD, activeSeconds: 40 })
    const again = await submit(own)
    expect([again.submittedAt, again.held?.until]).toEqual([null, first.held?.until])
    // With its time in use once more: the answer to the first got lost.
    const frozen = await submit(own, { holdSeconds: 0, activeSeconds: 40 })
    expect(frozen.held).toBeNull()
    expect((await annotationOf(own.annotationId)).activeSeconds).toBe(before + 40)
    expect((await annotationOf(own.annotationId)).submittedAt?.toISOString()).toBe(frozen.submittedAt)
    expect(await submit(own)).toEqual(frozen)
    expect(await submissionsOf(task.id)).toBe(1)
  })

  it('keeps its place where the reservation lapses before a worker runs', async () => {
    const { project, task, own, submit } = await twoAnnotators()
    await prisma().assignment.updateMany({ where: { userId: own.actor.userId }, data: { state: 'reserved' } })
    await submit(own)
    const share = { taskId_userId: { taskId: task.id, userId: own.actor.userId } }
    const { expiresAt } = await prisma().assignment.findUniqueOrThrow({ where: share })
    expect(expiresAt?.getTime()).toBeGreaterThan(Date.now())
    await prisma().assignment.update({ where: share, data: { expiresAt: new Date(0) } })
    expect((await nextTask(actorOf(await makeMember(project, 'annotator')), project.id)).taskId).toBeNull()
    await letTimePass(own.annotationId)
    await freezeSubmission(own.annotationId)
    expect((await annotationOf(own.annotationId)).state).toBe('submitted')
  })
})

describe('taking a submission back', () => {
  it('opens the task as it was; submitted again, it waits anew and is frozen once', async () => {
    const { task, own, submit, takeBack } = await twoAnnotators()
    const before = await getWorkbench(own.actor, task.id)
    await submit(own)
    await takeBack()
    expect(await getWorkbench(own.actor, task.id)).toEqual(before)
    await takeBack()
    await saveAnswer(own.actor, task.id, saving(own.annotationId))
    await submit(own)
    // The job of the first time, should it run now.
    await freezeSubmission(own.annotationId)
    expect((await annotationOf(own.annotationId)).state).toBe('draft')
    expect(await jobsOf(own.annotationId)).toHaveLength(1)
    await letTimePass(own.annotationId)
    for (let times = 0; times < 2; times++) await freezeSubmission(own.annotationId)
    expect((await annotationOf(own.annotationId)).state).toBe('submitted')
    expect(await submissionsOf(task.id)).toBe(1)
  })

  it('comes too late for what is frozen, and is nobody else’s to do', async () => {
    const { task, own, partner, submit, takeBack } = await twoAnnotators()
    await submit(own)
    const asPartner = takeBackSubmission(partner.actor, task.id, own.annotationId)
    await expect(asPartner).rejects.toMatchObject({ code: 'forbidden' })
    await letTimePass(own.annotationId)
    await freezeSubmission(own.annotationId)
    await expect(takeBack()).rejects.toMatchObject({ code: 'conflict' })
    expect((await annotationOf(own.annotationId)).state).toBe('submitted')
  })

  it('at the very moment at which it is frozen has one winner, and nothing is lost', async () => {
    for (let attempt = 0; attempt < 8; attempt++) {
      const { task, own, submit, takeBack } = await twoAnnotators()
      await submit(own)
      await letTimePass(own.annotationId)
      const freeze = () => freezeSubmission(own.annotationId)
      const acts = attempt % 2 === 0 ? [freeze(), takeBack()] : [takeBack(), freeze()]
      const isBack = (await Promise.allSettled(acts)).every(({ status }) => status === 'fulfilled')
      const annotation = await annotationOf(own.annotationId)
      expect([annotation.state, annotation.heldUntil]).toEqual([isBack ? 'draft' : 'submitted', null])
      expect(await submissionsOf(task.id)).toBe(isBack ? 0 : 1)
      expect((await getWorkbench(own.actor, task.id)).answers).toHaveLength(5)
    }
  })

  it('saves what another tab sends at the same moment, or refuses it: no answer changes in what is held', async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      const { task, own, submit } = await twoAnnotators()
      const save = saveAnswer(own.actor, task.id, saving(own.annotationId))
      const [saved] = await Promise.allSettled([save, submit(own)])
      const kept = await prisma().label.findFirstOrThrow({
        where: { annotationId: own.annotationId, question: 'reason' },
      })
      expect(kept.value === 'Said otherwise.').toBe(saved?.status === 'fulfilled')
      expect((await annotationOf(own.annotationId)).heldUntil).not.toBeNull()
    }
  })
})

describe('freezing what can no longer be taken back', () => {
  it('reveals once where partners submitted in the same second', async () => {
    const { task, own, partner, submit } = await twoAnnotators()
    await Promise.all([own, partner].map((who) => submit(who)))
    expect((await taskOf(task.id)).state).toBe('open')
    for (const { annotationId } of [own, partner]) await letTimePass(annotationId)
    await Promise.all([own, partner].map(({ annotationId }) => freezeSubmission(annotationId)))
    expect((await taskOf(task.id)).state).toBe('consolidating')
    expect(await submissionsOf(task.id)).toBe(2)
    expect(await prisma().event.count({ where: { taskId: task.id, type: 'task.revealed' } })).toBe(1)
  })

  it('leaves a draft with its owner where the share was taken away, or the project was archived, meanwhile', async () => {
    const { project, task, own, submit } = await twoAnnotators()
    const manager = actorOf(await makeMember(project, 'manager'))
    await submit(own)
    await reassignTask(manager, task.id, { fromUserId: own.actor.userId, toUserId: null })
    await letTimePass(own.annotationId)
    await freezeSubmission(own.annotationId)
    expect(await annotationOf(own.annotationId)).toMatchObject({ state: 'draft', heldUntil: null })
    const other = await twoAnnotators()
    await other.submit(other.own)
    await letTimePass(other.own.annotationId)
    await prisma().project.update({ where: { id: other.project.id }, data: { archivedAt: new Date() } })
    await freezeSubmission(other.own.annotationId)
    await prisma().project.update({ where: { id: other.project.id }, data: { archivedAt: null } })
    expect(await getWorkbench(other.own.actor, other.task.id)).toMatchObject({ mode: 'editing' })
    expect(await submissionsOf(other.task.id)).toBe(0)
  })

  it('leaves a draft where the protocol asks for more by then', async () => {
    const { task, own, submit } = await twoAnnotators()
    await submit(own)
    await prisma().label.deleteMany({ where: { annotationId: own.annotationId, question: 'action' } })
    await letTimePass(own.annotationId)
    await freezeSubmission(own.annotationId)
    expect(await getWorkbench(own.actor, task.id)).toMatchObject({
      mode: 'editing',
      protocolId: protocolById('felm').id,
    })
  })

  it('happens when the server that was down starts, and finds what no job stands for', async () => {
    const { task, own, partner, submit } = await twoAnnotators()
    await submit(own)
    await submit(partner)
    // As after a backup was restored: the queue is not a part of it.
    await pool().query('delete from graphile_worker._private_jobs')
    const held = `update annotations set held_until = now() - interval '1 hour' where task_id = $1`
    await pool().query(held, [task.id])
    await freezeOverdue()
    await freezeOverdue()
    expect(await jobsOf(own.annotationId)).toHaveLength(1)
    const worker = await runWorker(pool(), [freezeSubmissionHandler])
    await until(async () => (await taskOf(task.id)).state === 'consolidating')
    await worker.stop()
    expect(await submissionsOf(task.id)).toBe(2)
  })

  it('is given up for its owner to submit again where it fails again and again', async () => {
    const { own, submit } = await twoAnnotators()
    await submit(own)
    await freezeSubmissionHandler.giveUp?.({ annotationId: own.annotationId }, 'used up')
    expect(await annotationOf(own.annotationId)).toMatchObject({ state: 'draft', heldUntil: null })
  })
})
