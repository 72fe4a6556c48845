/** Somebody leaves while they are given shares: no share is left with somebody who is gone. */
import { expect, test } from 'vitest'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { deactivateUser } from '@/lib/workspace/users/deactivate-user'
import { removeUser } from '@/lib/workspace/users/remove-user'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { assignTasks } from './assign-tasks'
import { assignByRule } from './by-rule/assign-by-rule'
import { byRuleBody } from './by-rule/contract'
import { previewByRule } from './by-rule/queries'
import { reassignTask } from './reassign-task'

async function setUp() {
  const project = await makeProject({ stage: { raters: 2 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const task = await makeTask(project)
  const removed = (tx: Tx) =>
    tx.membership.delete({ where: { projectId_userId: { projectId: project.id, userId: ada.id } } })
  const deactivated = (tx: Tx) => tx.user.update({ where: { id: ada.id }, data: { deactivatedAt: new Date() } })
  const assign = () => assignTasks(manager, project.id, { userIds: [ada.id], batch: '', from: 1, to: null, count: 1 })
  const reassign = async () => {
    await makeAssignment(task, ben)
    return () => reassignTask(manager, task.id, { fromUserId: ben.id, toUserId: ada.id })
  }
  const byRule = async () => {
    const body = byRuleBody.parse({ stage: 'segments', people: [{ userId: ada.id }], perTask: 1 })
    const { fingerprint } = await previewByRule(manager, project.id, body)
    return () => assignByRule(manager, project.id, { ...body, fingerprint })
  }
  const shares = () => prisma().assignment.count({ where: { userId: ada.id } })
  return { project, ada, task, removed, deactivated, assign, reassign, byRule, shares }
}

type Scene = Awaited<ReturnType<typeof setUp>>
type Giving = (of: Scene) => Promise<() => Promise<unknown>>
const WAYS: [way: string, giving: Giving][] = [
  ['in a batch', async ({ assign }) => assign],
  ['instead of somebody else', ({ reassign }) => reassign()],
]

test.each(WAYS)(
  'a share is not given %s to somebody who is taken out of the project at this moment',
  async (_, giving) => {
    const scene = await setUp()
    const give = await giving(scene)
    const given = takeInOrder({ first: holdRow('projects', 'id', scene.project.id), later: scene.removed }, give)
    await expect(given).rejects.toMatchObject({ code: 'rule' })
    expect(await scene.shares()).toBe(0)
  },
)

test.each([...WAYS, ['by a rule', ({ byRule }: Scene) => byRule()] satisfies (typeof WAYS)[number]])(
  'a share is not given %s to somebody whose account is deactivated at this moment',
  async (_, giving) => {
    const scene = await setUp()
    const give = await giving(scene)
    // Deactivating them comes to their tasks only then.
    const later = async (tx: Tx) => {
      await holdRow('tasks', 'id', scene.task.id, 'nowait')(tx)
      await scene.deactivated(tx)
    }
    const given = takeInOrder({ first: holdRow('users', 'id', scene.ada.id), later }, give)
    await expect(given).rejects.toMatchObject({ code: 'rule' })
    expect(await scene.shares()).toBe(0)
  },
)

test.each([
  ['deactivated', deactivateUser],
  ['removed', removeUser],
])('an account that is %s is held before the tasks of its shares', async (_, close) => {
  const { ada, task, shares } = await setUp()
  await makeAssignment(task, ada)
  const later = () =>
    expect(prisma().$queryRaw`select 1 from users where id = ${ada.id}::uuid for share nowait`).rejects.toThrow('55P03')
  await takeInOrder({ first: holdRow('tasks', 'id', task.id), later }, async () =>
    close(actorOf(await makeUser({ isAdmin: true })), ada.id),
  )
  expect(await shares()).toBe(1)
  expect(await prisma().assignment.findFirstOrThrow({ where: { userId: ada.id } })).toMatchObject({ state: 'released' })
})
