import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { getWorkbench, listMySubmissions } from '@/lib/annotation/annotations/queries'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { takeBackSubmission } from '@/lib/annotation/annotations/take-back-submission'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { skipAssignment } from '@/lib/annotation/assignments/skip-assignment'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/protocol'
import { getProjectHome, listProjects } from '@/lib/workspace/projects/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  type MadeTask,
  makeAnnotation,
  makeMember,
  makeProject,
  makeTask,
} from '@/tests/factories'
import { holdRow, takeInOrder, tryNamed } from '@/tests/support/take-in-order'
import { chooseItems } from './choose-items'
import { foreseeCandidates } from './chosen/queries'
import { getCalibration } from './queries'
import { getCalibrationReceipt } from './receipt/get-receipt'
import { removeItem } from './remove-item'
import { updateCalibration } from './update-calibration'
import { waiveCalibration, withdrawWaiver } from './waive-calibration'

let project: MadeProject
let manager: Actor
let annotator: Actor

/** A task of the project that is gold with these answers; nobody has read it. */
async function goldTask(answers: Answers): Promise<MadeTask> {
  const task = await makeTask(project)
  await transaction(async (tx) => {
    const loaded = await loadTask(tx, manager, task.id)
    await makeGold(tx, loaded, {
      answers,
      origin: 'consolidated',
      actorId: null,
      adjudicatorId: null,
      approverId: null,
    })
  })
  return task
}

const stageKey = () => project.stages[0]?.key ?? ''
const choose = (count: number) =>
  chooseItems(manager, project.id, { stage: stageKey(), choice: { how: 'random', count } })

/** Answers the task as the person would, and submits it. */
async function answer(
  actor: Actor,
  taskId: string,
  answers: Answers,
  { holdSeconds = 0 }: { holdSeconds?: number } = {},
): Promise<string> {
  await getWorkbench(actor, taskId)
  const annotation = await prisma().annotation.findFirstOrThrow({ where: { taskId, userId: actor.userId } })
  const units = await prisma().unit.findMany({ where: { taskId } })
  await prisma().label.createMany({
    data: Object.entries(answers).flatMap(([unit, values]) =>
      Object.entries(values).map(([question, value]) => ({
        annotationId: annotation.id,
        taskId,
        question,
        origin: 'chosen' as const,
        value: value ?? '',
        unitId: units.find(({ key }) => key === unit)?.id ?? '',
      })),
    ),
  })
  await submitAnnotation(actor, taskId, annotation.id, { holdSeconds })
  return annotation.id
}

async function next(actor: Actor): Promise<string> {
  const { taskId } = await nextTask(actor, project.id)
  if (!taskId) throw new Error('there is a next task')
  return taskId
}

const isCopy = async (taskId: string) => (await prisma().taskCopy.findUnique({ where: { taskId } })) !== null

beforeEach(async () => {
  project = await makeProject({ stage: { raters: 2 } })
  manager = actorOf(await makeMember(project, 'manager'))
  annotator = actorOf(await makeMember(project, 'annotator'))
})

describe('the gate', () => {
  it('gives calibration tasks first, then real work once the bar is reached', async () => {
    await goldTask(answersWith(true))
    await goldTask(answersWith(true))
    const real = await makeTask(project)
    expect(await choose(5)).toEqual({ added: 2, passedOver: [] })
    await updateCalibration(manager, project.id, { gateTasks: 2, gatePercent: 75 })
    for (let n = 0; n < 2; n++) {
      const taskId = await next(annotator)
      expect(await isCopy(taskId)).toBe(true)
      expect(await next(annotator)).toBe(taskId)
      await answer(annotator, taskId, answersWith(true))
    }
    expect(await next(annotator)).toBe(real.id)
    const judged = await prisma().event.findMany({ where: { projectId: project.id, type: 'calibration.judged' } })
    expect(judged).toHaveLength(1)
    expect(judged[0]?.data).toMatchObject({ userId: annotator.userId, passed: true, tasks: 2 })
  })

  it.each([1, 2])(
    'waits for a submission that can still be taken back, and serves none beside it, of %i',
    async (n) => {
      for (let made = 0; made < n; made++) await goldTask(answersWith(true))
      const real = await makeTask(project)
      await choose(n)
      await updateCalibration(manager, project.id, { gateTasks: 1, gatePercent: 100 })
      const taskId = await next(annotator)
      const annotationId = await answer(annotator, taskId, answersWith(true), { holdSeconds: 3_600 })
      const waiting = { taskId: null, reason: 'waits_for_submission' }
      expect(await nextTask(annotator, project.id)).toEqual(waiting)
      await takeBackSubmission(annotator, taskId, annotationId)
      expect(await next(annotator)).toBe(taskId)
      await submitAnnotation(annotator, taskId, annotationId)
      expect(await next(annotator)).toBe(real.id)
    },
  )

  it('stays closed below the bar, with the reason, until a manager waives it', async () => {
    await goldTask(answersWith(true))
    await makeTask(project)
    await choose(1)
    await updateCalibration(manager, project.id, { gateTasks: 1, gatePercent: 100 })
    await answer(annotator, await next(annotator), answersWith(false))
    expect(await nextTask(annotator, project.id)).toEqual({ taskId: null, reason: 'calibration_not_passed' })
    const whom = { projectId: project.id, userId: annotator.userId }
    await waiveCalibration(manager, whom, 'We went through them together.')
    expect(await isCopy(await next(annotator))).toBe(false)
    await prisma().assignment.deleteMany({ where: { userId: annotator.userId, state: 'reserved' } })
    await withdrawWaiver(manager, whom)
    expect((await nextTask(annotator, project.id)).reason).toBe('calibration_not_passed')
  })

  /** Ten pieces of gold with two segments each, of whose twenty segments two are false, and a gate over all of them. */
  async function rareFalse() {
    for (let n = 0; n < 10; n++) await goldTask(answersWith(n >= 2))
    await makeTask(project)
    await choose(10)
    await updateCalibration(manager, project.id, { gateTasks: 10 })
  }
  /** Answers the whole gate; `second`: what is said of the second segment, by what gold says of it. */
  async function answerGate(second: (gold: boolean) => boolean) {
    for (let n = 0; n < 10; n++) {
      const taskId = await next(annotator)
      const { originalId } = await prisma().taskCopy.findUniqueOrThrow({ where: { taskId } })
      const { answers } = await prisma().gold.findFirstOrThrow({ where: { taskId: originalId } })
      await answer(annotator, taskId, answersWith(second((answers as Answers).s2?.label === true)))
    }
  }

  it('stays closed to somebody who calls everything true, however many are', async () => {
    await rareFalse()
    await answerGate(() => true)
    expect(await nextTask(annotator, project.id)).toEqual({ taskId: null, reason: 'calibration_not_passed' })
    const { people } = await getCalibration(manager, project.id)
    const [label] = people.find(({ userId }) => userId === annotator.userId)?.gate.bars ?? []
    expect(label).toMatchObject({
      measure: 'label',
      units: 20,
      alike: 18,
      percent: { bar: 70, met: true },
      recall: { bar: 50, met: false, right: 0, units: 2 },
      kappa: { bar: 40, met: false, value: 0 },
    })
    const judged = await prisma().event.findFirstOrThrow({
      where: { type: 'calibration.judged', projectId: project.id },
    })
    expect(judged.data).toMatchObject({ passed: false, missed: ['segments/label recall', 'segments/label kappa'] })
  })

  it('has a receipt without names, whose program finds the bars again, for managers who are then given none of it', async () => {
    await rareFalse()
    await answerGate(() => true)
    const text = await (await getCalibrationReceipt(manager, project.id, 'json')).text()
    const people = await prisma().user.findMany({ where: { memberships: { some: { projectId: project.id } } } })
    for (const { name, id } of people) {
      expect(text).not.toContain(name)
      expect(text).not.toContain(id)
    }
    const receipt = JSON.parse(text)
    expect(receipt.ratings.filter(({ measure }: { measure: string }) => measure === 'label')).toHaveLength(20)
    expect(receipt.people.map(({ gate }: { gate: string }) => gate)).toContain('not_passed')
    const { status, stdout } = spawnSync(process.execPath, ['public/receipts/recompute-calibration.mjs'], {
      input: text,
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/figures of \d+ rows, 0 different/)
    expect(status).toBe(0)
    const reader = { userId: manager.userId, task: { projectId: project.id } }
    expect(await prisma().answerRead.count({ where: reader })).toBe(10)
    expect(await isCopy(await next(manager))).toBe(false)
    const download = { projectId: project.id, type: 'export.downloaded', actorId: manager.userId } as const
    expect(await prisma().event.count({ where: download })).toBe(1)
    await expect(getCalibrationReceipt(annotator, project.id, 'json')).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('opens to somebody who finds what is false', async () => {
    await rareFalse()
    await answerGate((gold) => gold)
    expect(await isCopy(await next(annotator))).toBe(false)
  })

  it('holds a question to nothing that was reached on another', async () => {
    await rareFalse()
    // "Keep or remove" is answered as gold says ten times; its percentage lifts no other question's.
    await updateCalibration(manager, project.id, {
      gateBars: { 'segments/label': { percent: 95, recall: null, kappa: null } },
    })
    await answerGate(() => true)
    expect((await nextTask(annotator, project.id)).reason).toBe('calibration_not_passed')
    await updateCalibration(manager, project.id, {
      gateBars: { 'segments/label': { percent: 90, recall: null, kappa: null } },
    })
    expect(await isCopy(await next(annotator))).toBe(false)
  })

  it('keeps the bars of other questions that were set meanwhile', async () => {
    const [bar, other] = [
      { percent: 50, recall: null, kappa: null },
      { percent: null, recall: 20, kappa: null },
    ]
    await updateCalibration(manager, project.id, { gateBars: { 'segments/label': bar } })
    const { questions } = await getCalibration(manager, project.id)
    const second = questions.map(({ stage, measure }) => `${stage}/${measure}`).find((key) => key !== 'segments/label')
    await updateCalibration(manager, project.id, { gateBars: { [second ?? '']: other } })
    expect((await getCalibration(manager, project.id)).settings.gateBars).toEqual({
      'segments/label': bar,
      [second ?? '']: other,
    })
  })

  it('tells managers of a gate from before until they save its bars, and refuses bars of what is not asked', async () => {
    await updateCalibration(manager, project.id, { gateTasks: 1 })
    await prisma().calibration.update({ where: { projectId: project.id }, data: { barsCarriedOver: true } })
    expect(await getCalibration(manager, project.id)).toMatchObject({
      carriedOver: true,
      settings: { gatePercent: 70 },
    })
    const bar = { percent: 50, recall: null, kappa: null }
    await expect(
      updateCalibration(manager, project.id, { gateBars: { 'segments/colour': bar } }),
    ).rejects.toMatchObject({ code: 'rule', message: expect.stringContaining('segments/label') })
    await updateCalibration(manager, project.id, { gateBars: {} })
    expect((await getCalibration(manager, project.id)).carriedOver).toBe(false)
  })

  it('has its items drawn by label, so that the rare value comes up', async () => {
    for (let n = 0; n < 12; n++) await goldTask(answersWith(n >= 2))
    const choice = { how: 'labels', measure: 'label', count: 4 } as const
    expect(await chooseItems(manager, project.id, { stage: stageKey(), choice })).toEqual({ added: 4, passedOver: [] })
    const { questions } = await getCalibration(manager, project.id)
    expect(questions.find(({ measure }) => measure === 'label')?.values.map(({ units }) => units)).toEqual([6, 2])
    await expect(
      chooseItems(manager, project.id, { stage: stageKey(), choice: { ...choice, measure: 'colour' } }),
    ).rejects.toMatchObject({ code: 'rule' })
  })

  it('holds what it copies before it makes a copy, as a second adjudication does', async () => {
    const [copied, next] = [await goldTask(answersWith(true)), await goldTask(answersWith(true))]
    const choosePosition = ({ position }: MadeTask) =>
      chooseItems(manager, project.id, { stage: stageKey(), choice: { how: 'positions', positions: [position] } })
    await choosePosition(copied)
    const { shadowId } = await prisma().calibration.findUniqueOrThrow({ where: { projectId: project.id } })
    const order = { first: holdRow('tasks', 'id', next.id), later: tryNamed(`copies ${shadowId}`) }
    expect(await takeInOrder(order, () => choosePosition(next))).toMatchObject({ added: 1 })
  })

  it('takes what was selected in the list, and tells before and after what is left out', async () => {
    const [gold, chosen] = [await goldTask(answersWith(true)), await goldTask(answersWith(false))]
    const positions = { how: 'positions' as const, positions: [chosen.position] }
    await chooseItems(manager, project.id, { stage: stageKey(), choice: positions })
    const open = await makeTask(project, { domain: 'rivers' })
    const selection = { ids: [gold.itemId, chosen.itemId, open.itemId] }
    const left = [
      { reason: 'chosen', items: 1 },
      { reason: 'not_gold', items: 1 },
    ]
    expect(await foreseeCandidates(manager, project.id, selection)).toMatchObject([
      { stage: stageKey(), could: 1, left },
    ])
    const choice = { how: 'selection', selection } as const
    expect(await chooseItems(manager, project.id, { stage: stageKey(), choice })).toEqual({
      added: 1,
      passedOver: [],
      left,
    })
    expect(await chooseItems(manager, project.id, { stage: stageKey(), choice })).toMatchObject({ added: 0 })
    const filtered = { filter: { domain: 'rivers' }, expected: 2 }
    await expect(
      chooseItems(manager, project.id, { stage: stageKey(), choice: { how: 'selection', selection: filtered } }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await expect(foreseeCandidates(annotator, project.id, selection)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('gives nobody an item that they annotated or read, and then asks no more of them than there is', async () => {
    const gold = await goldTask(answersWith(true))
    const other = await goldTask(answersWith(true))
    await prisma().answerRead.create({ data: { taskId: gold.id, userId: annotator.userId } })
    await prisma().annotation.create({ data: { taskId: other.id, userId: annotator.userId, round: 1 } })
    const real = await makeTask(project)
    await choose(2)
    await updateCalibration(manager, project.id, { gateTasks: 2 })
    expect(await next(annotator)).toBe(real.id)
  })

  it('is not opened by skipping: what was given back comes again', async () => {
    await goldTask(answersWith(true))
    await makeTask(project)
    await choose(1)
    await updateCalibration(manager, project.id, { gateTasks: 1 })
    const taskId = await next(annotator)
    await skipAssignment(annotator, taskId, 'Too long for now')
    expect(await next(annotator)).toBe(taskId)
  })

  it('lets begun work be finished, and holds what is only assigned back', async () => {
    await goldTask(answersWith(true))
    const [begun, assigned] = [await makeTask(project), await makeTask(project)]
    await makeAnnotation(begun, { id: annotator.userId }, {})
    await prisma().assignment.create({
      data: { taskId: assigned.id, userId: annotator.userId, state: 'assigned', origin: 'manager' },
    })
    await choose(1)
    await updateCalibration(manager, project.id, { gateTasks: 1 })
    expect(await next(annotator)).toBe(begun.id)
    await prisma().assignment.update({
      where: { taskId_userId: { taskId: begun.id, userId: annotator.userId } },
      data: { state: 'released' },
    })
    expect(await isCopy(await next(annotator))).toBe(true)
  })

  it('never asks for what the copy of a later stage has shown the gold of', async () => {
    project = await makeProject({ protocolId: 'factcheck-bench' })
    manager = actorOf(await makeMember(project, 'manager'))
    annotator = actorOf(await makeMember(project, 'annotator'))
    const [first, second] = project.stages
    const { id: originalId, item } = await makeTask(project)
    await prisma().task.update({ where: { id: originalId }, data: { state: 'gold' } })
    const later = { projectId: project.id, itemId: item.id, position: item.position, stageId: second?.id ?? '' }
    await prisma().task.create({ data: { ...later, state: 'gold', raters: 1 } })
    for (const stage of [first, second])
      await chooseItems(manager, project.id, { stage: stage?.key ?? '', choice: { how: 'random', count: 1 } })
    await updateCalibration(manager, project.id, { gateTasks: 2, gatePercent: 0 })
    const original = { stageId: second?.id ?? '' }
    const seen = await prisma().taskCopy.findFirstOrThrow({ where: { original } })
    await prisma().annotation.create({ data: { taskId: seen.taskId, userId: annotator.userId, round: 1 } })
    await prisma().assignment.create({
      data: { taskId: seen.taskId, userId: annotator.userId, state: 'submitted', origin: 'queue' },
    })
    expect((await nextTask(annotator, project.id)).taskId).toBeNull()
  })

  it('serves a removed calibration task no more', async () => {
    const gold = await goldTask(answersWith(true))
    const real = await makeTask(project)
    await choose(1)
    await updateCalibration(manager, project.id, { gateTasks: 1 })
    const taskId = await next(annotator)
    // A manager annotates too: nothing they read names a copy.
    const view = await getCalibration(manager, project.id)
    expect(view.items.map((item) => item.taskId)).toEqual([gold.id])
    expect(JSON.stringify(view)).not.toContain(taskId)
    await expect(removeItem(manager, project.id, taskId)).rejects.toMatchObject({ code: 'not_found' })
    await removeItem(manager, project.id, gold.id)
    await removeItem(manager, project.id, gold.id)
    expect(await next(annotator)).toBe(real.id)
    expect((await getCalibration(manager, project.id)).items).toEqual([])
  })
})

describe('a copy', () => {
  it('looks like any other task of the project, and is neither revealed nor gold when submitted', async () => {
    const gold = await goldTask(answersWith(true))
    await makeTask(project)
    await choose(1)
    await updateCalibration(manager, project.id, { gateTasks: 1 })
    const taskId = await next(annotator)
    const workbench = await getWorkbench(annotator, taskId)
    expect(workbench).toMatchObject({ projectId: project.id, projectName: project.name, guidelineVersion: 1 })
    expect(workbench.item.content).toEqual(gold.item.content)
    expect(workbench.units.map(({ key }) => key)).toEqual(gold.units.map(({ key }) => key))
    expect(workbench.item.position).not.toBe(gold.position)
    await answer(annotator, taskId, answersWith(true))
    expect(await prisma().task.findUniqueOrThrow({ where: { id: taskId } })).toMatchObject({ state: 'open' })
    expect(await prisma().gold.count({ where: { taskId } })).toBe(0)
    expect((await listMySubmissions(annotator, project.id)).submissions.map((row) => row.taskId)).toEqual([taskId])
    expect((await getProjectHome(annotator, project.id)).work?.submitted).toBe(1)
    expect((await listProjects(annotator)).map(({ id, mine }) => ({ id, mine }))).toEqual([
      { id: project.id, mine: { open: 0, submitted: 1 } },
    ])
  })

  it('is known to nobody but whom it was given to', async () => {
    await goldTask(answersWith(true))
    await choose(1)
    await updateCalibration(manager, project.id, { gateTasks: 1 })
    const taskId = await next(annotator)
    const others = [
      manager,
      actorOf(await makeMember(project, 'reviewer')),
      { ...manager, userId: crypto.randomUUID(), isAdmin: true },
    ]
    for (const other of others) await expect(getWorkbench(other, taskId)).rejects.toMatchObject({ code: 'not_found' })
    const { shadowId } = await prisma().calibration.findUniqueOrThrow({ where: { projectId: project.id } })
    for (const other of [...others, annotator]) {
      await expect(nextTask(other, shadowId)).rejects.toMatchObject({ code: 'not_found' })
      expect((await listProjects(other)).some(({ id }) => id === shadowId)).toBe(false)
    }
  })
})

describe('repetitions', () => {
  /** Submits the task as the annotator, so many days ago. */
  async function submitted(task: MadeTask, answers: Answers, days: number) {
    const annotation = await makeAnnotation(task, { id: annotator.userId }, answers)
    await prisma().assignment.update({
      where: { taskId_userId: { taskId: task.id, userId: annotator.userId } },
      data: { state: 'submitted' },
    })
    const submittedAt = new Date(Date.now() - days * 86_400_000)
    await prisma().annotation.update({ where: { id: annotation.id }, data: { state: 'submitted', submittedAt } })
  }

  it('come when they are due, to the same person, and never two in a row', async () => {
    const [first, second, young] = [await makeTask(project), await makeTask(project), await makeTask(project)]
    await submitted(first, answersWith(true), 9)
    await submitted(second, answersWith(true), 8)
    await submitted(young, answersWith(true), 1)
    const real = await makeTask(project)
    await updateCalibration(manager, project.id, { repeatPercent: 100, repeatAfterDays: 7 })
    const taskId = await next(annotator)
    expect(await prisma().taskCopy.findUnique({ where: { taskId } })).toMatchObject({
      originalId: first.id,
      purpose: 'repeat',
      userId: annotator.userId,
    })
    await answer(annotator, taskId, answersWith(false))
    expect(await next(annotator)).toBe(real.id)
    await answer(annotator, real.id, answersWith(true))
    const again = await next(annotator)
    expect(await prisma().taskCopy.findUnique({ where: { taskId: again } })).toMatchObject({ originalId: second.id })
    await answer(annotator, again, answersWith(true))
    expect(await nextTask(annotator, project.id)).toEqual({ taskId: null, reason: 'nothing_left' })
    const { people } = await getCalibration(manager, project.id)
    const own = people.find(({ userId }) => userId === annotator.userId)
    expect(own?.repeats).toMatchObject({ chosen: 2, done: 2, afterReading: 0 })
    // Two segments a task; of the first repetition's, one was answered otherwise.
    const labels = own?.repeats?.measures.find(({ figures }) => figures.units === 4)
    expect(labels?.figures).toMatchObject({ alike: 3, responses: 2, percent: { value: null, reason: 'too-few-units' } })
  })

  it('are told to no manager of their own work', async () => {
    const second = actorOf(await makeMember(project, 'manager'))
    await updateCalibration(manager, project.id, { repeatPercent: 100, repeatAfterDays: 7 })
    const repeatsOf = async (reader: Actor) => {
      const { people } = await getCalibration(reader, project.id)
      return people.map(({ userId, repeats }) => [userId, repeats !== null] as const)
    }
    expect(new Map(await repeatsOf(second)).get(second.userId)).toBe(false)
    expect((await repeatsOf(second)).filter(([userId]) => userId !== second.userId).every(([, told]) => told)).toBe(
      true,
    )
    expect(new Map(await repeatsOf(manager)).get(second.userId)).toBe(true)
  })

  it('never come of an item that was discarded once it was gold', async () => {
    const task = await makeTask(project)
    await submitted(task, answersWith(true), 9)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    await updateCalibration(manager, project.id, { repeatPercent: 100, repeatAfterDays: 7 })
    const discarded = { discardedAt: new Date(), discardReason: 'other', discardedById: manager.userId }
    await prisma().item.update({ where: { id: task.item.id }, data: discarded })
    expect((await nextTask(annotator, project.id)).taskId).toBeNull()
    const restored = { discardedAt: null, discardReason: null, discardedById: null }
    await prisma().item.update({ where: { id: task.item.id }, data: restored })
    expect(await isCopy(await next(annotator))).toBe(true)
  })

  it('have no number under which the person knows another item', async () => {
    const tasks = await Promise.all(Array.from({ length: 4 }, () => makeTask(project)))
    for (const [index, task] of tasks.entries()) {
      const data = { position: index + 1 }
      await prisma().item.update({ where: { id: task.item.id }, data })
      await prisma().task.update({ where: { id: task.id }, data })
      await submitted(task, answersWith(true), 9)
    }
    await updateCalibration(manager, project.id, { repeatPercent: 100, repeatAfterDays: 7 })
    const { item } = await getWorkbench(annotator, await next(annotator))
    expect(item.position).toBeGreaterThan(tasks.length)
  })

  it('are chosen by the task and the person alone', async () => {
    const tasks = await Promise.all(Array.from({ length: 12 }, () => makeTask(project)))
    for (const task of tasks) await submitted(task, answersWith(true), 2)
    await updateCalibration(manager, project.id, { repeatPercent: 40, repeatAfterDays: 1 })
    const isChosen = ({ id }: { id: string }) => {
      const hash = createHash('md5').update(`${id}${annotator.userId}`).digest('hex')
      return Number.parseInt(hash.slice(0, 7), 16) % 100 < 40
    }
    const { people } = await getCalibration(manager, project.id)
    const own = people.find(({ userId }) => userId === annotator.userId)
    expect(own?.repeats?.chosen).toBe(tasks.filter(isChosen).length)
  })
})

it('is for managers, and for nobody else', async () => {
  const roles = ['annotator', 'reviewer', 'viewer'] as const
  for (const role of roles) {
    const actor = actorOf(await makeMember(project, role))
    await expect(getCalibration(actor, project.id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(updateCalibration(actor, project.id, { gateTasks: 1 })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      chooseItems(actor, project.id, { stage: stageKey(), choice: { how: 'random', count: 1 } }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  }
})
