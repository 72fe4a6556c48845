/** A project is deleted while people and runs are at work in it: what work holds first is waited for first. */
import { expect, test } from 'vitest'
import { Prisma } from '@/generated/prisma/client'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { makeAnnotation } from '@/tests/factories'
import { prefillScene, startVerdicts } from '@/tests/support/prefill-scene'
import { takeInOrder } from '@/tests/support/take-in-order'
import { deleteProject } from './delete-project'

async function setUp() {
  const scene = await prefillScene(2)
  const { id: projectId, name } = await prisma().project.findUniqueOrThrow({ where: { id: scene.project.id } })
  const run = await startVerdicts(scene, { steps: [{ key: 'verdicts', method: 'rules' }] })
  const call = { key: projectId, kind: 'chat', provider: 'p', request: {}, state: 'pending' as const, projectId }
  await prisma().providerCall.create({ data: call })
  const [task] = scene.tasks
  if (!task) throw new Error('there is a task')
  await makeAnnotation(task, { id: scene.manager.userId }, {})
  return { projectId, runId: run.id, remove: () => deleteProject(scene.manager, projectId, name) }
}

type Scene = Awaited<ReturnType<typeof setUp>>
const rows = (which: Prisma.Sql) => (tx: Tx) => tx.$queryRaw<unknown[]>`${which} nowait`

/** What is held in this order, and the lock that work takes. */
const HELD: [what: string, lock: (of: Scene) => (tx: Tx) => Promise<unknown>][] = [
  [
    'adding of items',
    ({ projectId }) =>
      (tx) =>
        lockPositions(tx, projectId),
  ],
  [
    'call',
    ({ projectId }) => rows(Prisma.sql`select 1 from provider_calls where project_id = ${projectId}::uuid for update`),
  ],
  [
    'settings',
    ({ projectId }) =>
      rows(Prisma.sql`select 1 from prefill_settings where project_id = ${projectId}::uuid for no key update`),
  ],
  ['run', ({ runId }) => rows(Prisma.sql`select 1 from runs where id = ${runId}::uuid for no key update`)],
  ['item of a run', ({ runId }) => rows(Prisma.sql`select 1 from run_items where run_id = ${runId}::uuid for update`)],
  ['task', ({ projectId }) => rows(Prisma.sql`select 1 from tasks where project_id = ${projectId}::uuid for update`)],
  [
    'annotation',
    ({ projectId }) =>
      rows(Prisma.sql`
    select 1 from annotations n join tasks t on t.id = n.task_id where t.project_id = ${projectId}::uuid for update of n`),
  ],
  [
    'reference to the project',
    ({ projectId }) => rows(Prisma.sql`select 1 from projects where id = ${projectId}::uuid for key share`),
  ],
]

test.each(HELD.slice(0, -1).map(([what, lock], place) => ({ what, lock, later: HELD.slice(place + 1) })))(
  'who holds a $what can take all that comes behind it',
  async ({ lock, later }) => {
    const scene = await setUp()
    const takeLater = async (tx: Tx) => {
      for (const [, take] of later) await take(scene)(tx)
    }
    await takeInOrder({ first: lock(scene), later: takeLater }, scene.remove)
    expect(await prisma().project.count({ where: { id: scene.projectId } })).toBe(0)
  },
)
