import { describe, expect, test } from 'vitest'
import { listForeseen } from '@/lib/annotation/annotations/foresee'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { prisma } from '@/lib/platform/server/db'
import { updateStage } from '@/lib/workspace/projects/update-stage'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { registerMadeUp } from '@/tests/protocols/made-up'
import { confirmGuideline } from './confirm-guideline'
import { publishGuideline } from './publish-guideline'
import { getGuideline, guidelineToConfirm } from './queries'

registerMadeUp()

async function scene() {
  const project = await makeProject({ protocolId: 'taste' })
  const task = await makeTask(project, { record: { question: 'Which?', texts: ['a', 'b'] } })
  const user = await makeMember(project, 'annotator')
  await makeAssignment(task, user)
  return { project, task, annotator: actorOf(user) }
}

test('the first task opens once its annotator has confirmed the guidelines', async () => {
  const { project, task, annotator } = await scene()
  await expect(getWorkbench(annotator, task.id)).rejects.toMatchObject({
    code: 'rule',
    extra: { data: { guidelineVersion: 1 } },
  })
  expect(await prisma().annotation.count({ where: { taskId: task.id } })).toBe(0)
  const gate = await guidelineToConfirm(annotator, task.id)
  expect(gate).toMatchObject({ projectId: project.id, guideline: { version: 1, latest: true } })
  await confirmGuideline(annotator, project.id, { version: 1 })
  await confirmGuideline(annotator, project.id, { version: 1 })
  expect(await prisma().guidelineReading.count({ where: { projectId: project.id } })).toBe(1)
  expect(await prisma().event.count({ where: { projectId: project.id, type: 'guideline.confirmed' } })).toBe(1)
  expect(await guidelineToConfirm(annotator, task.id)).toBeNull()
  expect((await getWorkbench(annotator, task.id)).guidelineVersion).toBe(1)
})

test('who has confirmed a version is asked to confirm what later ones changed, before the next task', async () => {
  const { project, task, annotator } = await scene()
  await confirmGuideline(annotator, project.id, { version: 1 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await publishGuideline(manager, project.id, { body: 'New.', note: 'New', basedOn: 1 })
  await publishGuideline(manager, project.id, { body: 'Newer.', note: 'Newer', basedOn: 2 })
  expect(await guidelineToConfirm(annotator, task.id)).toMatchObject({
    guideline: { version: 3, body: 'Newer.' },
    changed: {
      before: { version: 1 },
      notes: [
        { version: 3, note: 'Newer' },
        { version: 2, note: 'New' },
      ],
    },
  })
  await expect(getWorkbench(annotator, task.id)).rejects.toMatchObject({
    code: 'rule',
    extra: { data: { guidelineVersion: 3, since: 1 } },
  })
  await expect(confirmGuideline(annotator, project.id, { version: 2 })).rejects.toMatchObject({ code: 'conflict' })
  await confirmGuideline(annotator, project.id, { version: 3 })
  expect((await getWorkbench(annotator, task.id)).guidelineVersion).toBe(3)
})

describe('protocols that ask for nothing before the first task', () => {
  async function working() {
    const project = await makeProject({ name: 'Lakes' })
    const manager = actorOf(await makeMember(project, 'manager'))
    const user = await makeMember(project, 'annotator')
    const tasks = [await makeTask(project), await makeTask(project), await makeTask(project)]
    for (const task of tasks) await makeAssignment(task, user)
    const [first, second, third] = tasks.map(({ id }) => id) as [string, string, string]
    return { project, manager, annotator: actorOf(user), first, second, third }
  }
  const publish = (manager: Parameters<typeof publishGuideline>[0], projectId: string, basedOn: number, body: string) =>
    publishGuideline(manager, projectId, { body, note: 'Said why', basedOn })

  test('ask nobody who has worked under no version, and those who have to confirm the difference', async () => {
    const { project, manager, annotator, first, second, third } = await working()
    const { version: one, body } = await getGuideline(manager, project.id, 'latest')
    await publish(manager, project.id, one, `${body}\n\nMore.`)
    expect(await guidelineToConfirm(annotator, first)).toBeNull()
    expect((await getWorkbench(annotator, first)).guidelineVersion).toBe(one + 1)
    // One task begun under it is enough to know it.
    expect(await guidelineToConfirm(annotator, second)).toBeNull()
    // A version that says the same asks for nothing.
    await publish(manager, project.id, one + 1, `${body}\n\nMore.`)
    expect(await guidelineToConfirm(annotator, second)).toBeNull()
    await publish(manager, project.id, one + 2, `${body}\n\nMore, and more.`)
    expect(await guidelineToConfirm(annotator, second)).toMatchObject({ changed: { before: { version: one + 1 } } })
    expect(await listForeseen(annotator, project.id, first)).toEqual({ tasks: [] })
    // What was begun goes on under its version.
    expect((await getWorkbench(annotator, first)).mode).toBe('editing')
    await confirmGuideline(annotator, project.id, { version: one + 3 })
    expect((await getWorkbench(annotator, second)).guidelineVersion).toBe(one + 3)
    expect(await guidelineToConfirm(annotator, third)).toBeNull()
  })

  test('ask nobody to confirm another order of sections, other numbers, or lines that are broken elsewhere', async () => {
    const { project, manager, annotator, first, second } = await working()
    await publish(manager, project.id, 1, '# 1. Claims\n\nOne claim\na sentence.\n\n# 2. Links\n\nAny.')
    await getWorkbench(annotator, first)
    await publish(manager, project.id, 2, '# 1. Links\n\nAny.\n\n# 2. Claims\n\nOne claim a sentence.')
    expect(await guidelineToConfirm(annotator, second)).toBeNull()
    await publish(manager, project.id, 3, '# 1. Links\n\nAny.\n\n# 2. Claims\n\nTwo claims a sentence.')
    expect(await guidelineToConfirm(annotator, second)).toMatchObject({ changed: { before: { version: 2 } } })
  })

  test('ask nobody to confirm what they wrote themselves, and somebody whose only task was a copy like everybody', async () => {
    const { project, manager, annotator, first, second } = await working()
    await makeAssignment({ id: second }, { id: manager.userId })
    await makeAssignment({ id: first }, { id: manager.userId })
    await getWorkbench(manager, first)
    const shadow = await makeProject({ name: 'Copies' })
    await prisma().calibration.create({ data: { projectId: project.id, shadowId: shadow.id } })
    const copy = await makeTask(shadow)
    await makeAssignment(copy, { id: annotator.userId })
    expect((await getWorkbench(annotator, copy.id)).guidelineVersion).toBe(1)
    await publish(manager, project.id, 1, 'Other.')
    expect(await guidelineToConfirm(manager, second)).toBeNull()
    expect(await guidelineToConfirm(annotator, first)).toMatchObject({ changed: { before: { version: 1 } } })
  })
})

describe('the switch of a stage', () => {
  const first = (manager: ReturnType<typeof actorOf>, projectId: string, stageKey: string, guidelinesFirst: boolean) =>
    updateStage(manager, { projectId, stageKey }, { guidelinesFirst })
  async function switched() {
    const project = await makeProject({ name: 'Rivers' })
    const manager = actorOf(await makeMember(project, 'manager'))
    const [one, two] = [await makeTask(project), await makeTask(project)]
    const somebody = async () => {
      const user = await makeMember(project, 'annotator')
      for (const task of [one, two]) await makeAssignment(task, user)
      return actorOf(user)
    }
    return { project, manager, one: one.id, two: two.id, begun: await somebody(), fresh: await somebody() }
  }

  test('asks those who have neither confirmed nor begun a task of the stage, and nobody once it is off again', async () => {
    const { project, manager, one, two, begun, fresh } = await switched()
    await getWorkbench(begun, one)
    expect(await guidelineToConfirm(fresh, two)).toBeNull()
    await first(manager, project.id, 'segments', true)
    expect(await guidelineToConfirm(begun, two)).toBeNull()
    expect(await guidelineToConfirm(fresh, two)).toMatchObject({ guideline: { version: 1 }, changed: null })
    await expect(getWorkbench(fresh, two)).rejects.toMatchObject({ code: 'rule' })
    expect(await listForeseen(fresh, project.id, one)).toEqual({ tasks: [] })
    await first(manager, project.id, 'segments', false)
    expect((await getWorkbench(fresh, two)).mode).toBe('editing')
    expect(
      await prisma().event.findMany({
        where: { projectId: project.id, type: 'stage.updated' },
        select: { data: true },
      }),
    ).toEqual(
      [
        [false, true],
        [true, false],
      ].map(([from, to]) => ({ data: { stage: 'segments', changes: { guidelinesFirst: { from, to } } } })),
    )
  })

  test('asks for what changed where somebody has begun under an earlier version, and for all where nobody has', async () => {
    const { project, manager, one, two, begun, fresh } = await switched()
    await getWorkbench(begun, one)
    await publishGuideline(manager, project.id, { body: 'Other.', note: 'New', basedOn: 1 })
    await first(manager, project.id, 'segments', true)
    expect(await guidelineToConfirm(begun, two)).toMatchObject({ changed: { before: { version: 1 } } })
    expect(await guidelineToConfirm(fresh, two)).toMatchObject({ guideline: { version: 2 }, changed: null })
  })

  test('asks about a copy as about any task, though its shadow was made before', async () => {
    const { project, manager, one, fresh } = await switched()
    const shadow = await makeProject({ name: 'Copies' })
    await prisma().calibration.create({ data: { projectId: project.id, shadowId: shadow.id } })
    const copy = await makeTask(shadow)
    await makeAssignment(copy, { id: fresh.userId })
    await first(manager, project.id, 'segments', true)
    for (const taskId of [copy.id, one])
      expect(await guidelineToConfirm(fresh, taskId)).toMatchObject({ projectId: project.id, changed: null })
  })

  test('is of one stage: begun elsewhere is not begun there, and a confirmation holds in all', async () => {
    const project = await makeProject({ protocolId: 'factcheck-bench' })
    const manager = actorOf(await makeMember(project, 'manager'))
    const user = await makeMember(project, 'annotator')
    const [, verify] = project.stages
    const task = await makeTask(project)
    const later = await prisma().task.create({
      data: {
        projectId: project.id,
        itemId: task.itemId,
        position: task.position,
        stageId: verify?.id ?? '',
        raters: 1,
        state: 'open',
      },
    })
    for (const each of [task, later]) await makeAssignment(each, user)
    await getWorkbench(actorOf(user), task.id)
    await first(manager, project.id, verify?.key ?? '', true)
    expect(await guidelineToConfirm(actorOf(user), later.id)).toMatchObject({ changed: null })
    await confirmGuideline(actorOf(user), project.id, { version: 1 })
    expect(await guidelineToConfirm(actorOf(user), later.id)).toBeNull()
    expect(project.stages.map(({ guidelinesFirst }) => guidelinesFirst)).toEqual([false, false, false])
  })

  test('asks nobody while the project has no guidelines', async () => {
    const { project, manager, two, fresh } = await switched()
    await prisma().guideline.deleteMany({ where: { projectId: project.id } })
    await first(manager, project.id, 'segments', true)
    expect(await guidelineToConfirm(fresh, two)).toBeNull()
  })
})

test('what is not in force any more is not confirmed', async () => {
  const { project, annotator } = await scene()
  const manager = actorOf(await makeMember(project, 'manager'))
  await publishGuideline(manager, project.id, { body: 'New.', note: 'New', basedOn: 1 })
  await expect(confirmGuideline(annotator, project.id, { version: 1 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(confirmGuideline(annotator, project.id, { version: 9 })).rejects.toMatchObject({ code: 'conflict' })
})

test('it is for members who annotate', async () => {
  const { project } = await scene()
  const viewer = actorOf(await makeMember(project, 'viewer'))
  await expect(confirmGuideline(viewer, project.id, { version: 1 })).rejects.toMatchObject({ code: 'forbidden' })
  const administrator = actorOf(await makeUser({ isAdmin: true }))
  await expect(confirmGuideline(administrator, project.id, { version: 1 })).rejects.toMatchObject({ code: 'forbidden' })
  const stranger = actorOf(await makeUser())
  await expect(confirmGuideline(stranger, project.id, { version: 1 })).rejects.toMatchObject({ code: 'not_found' })
})

test('other protocols ask for nothing', async () => {
  const project = await makeProject()
  const task = await makeTask(project)
  const user = await makeMember(project, 'annotator')
  await makeAssignment(task, user)
  expect(await guidelineToConfirm(actorOf(user), task.id)).toBeNull()
  expect((await getWorkbench(actorOf(user), task.id)).mode).toBe('editing')
})
