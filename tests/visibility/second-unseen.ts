/**
 * Everything that everybody may read, before a task that is gold is drawn for a second adjudication and once the second person
 * is at work on it: no difference to anybody but managers, and to the second person a task to settle like any other
 * (docs/decisions/054-second-adjudication.md).
 */
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { prisma, transaction } from '@/lib/platform/server/db'
import { drawSecond } from '@/lib/quality/second-adjudication/draw-second'
import { updateSeconds } from '@/lib/quality/second-adjudication/update-seconds'
import { forgetThrottle } from '@/tests/access/scene'
import { actorOf } from '@/tests/actors'
import { differencesBetween } from './differences'
import { type Read, readAll } from './read-all'
import { CALM, type Item, MANAGER, type World } from './world'
import type { Written } from './written'

/** The reviewer who had no part in it. */
export const OTHER = 4

const item: Item = { moment: 'gold', shares: [], labelled: false, copyFor: null }

/** A world of one project with one item that a reviewer has settled. */
export function withDecision(): World {
  const share = { state: 'submitted', note: true, search: true } as const
  const shares = [1, 2].map((person) => ({ person, ...share }))
  const [project] = CALM.projects
  if (!project) throw new Error('a world has a project')
  const roles = project.roles.map((role, person) => (person === OTHER ? 'reviewer' : role))
  return { ...CALM, projects: [{ ...project, roles, rolesThen: roles, items: [{ ...item, shares }] }] }
}

/** What managers are told. */
const TOLD = [/\/second-adjudications$/, /\/audit-log\b/]
/** Where a task to settle appears to whoever may settle it. */
const QUEUES = ['GET /api/projects/{projectId}/review', 'GET /api/projects/{projectId}/home'].concat(
  'GET /api/inbox',
  'GET /api/inbox/stream',
)

/** Differences that nobody may see, in sentences; `queues`: the addresses at which the second person found the task. */
export async function checkSecondUnseen(
  world: World,
  written: Written,
  readers: readonly (number | null)[],
): Promise<{ wrong: string[]; queues: string[] }> {
  const [projectId = ''] = written.addresses.projectId ?? []
  const manager = written.users[MANAGER]
  const other = written.users[OTHER]
  if (!manager || !other) throw new Error('a world has a manager and another reviewer')
  // The share is set from the start, and the draw held back: what is compared is the draw.
  await updateSeconds(actorOf(manager), projectId, { percent: 100 })
  const readEverything = async () => {
    await forgetThrottle()
    return Promise.all(readers.map((person) => readAll(world, written, { figures: true, person })))
  }
  const before = await readEverything()
  const queuesBefore = await readQueues(world, written)
  await transaction((tx) => drawSecond(tx, { projectId }))
  const { copyId } = await prisma().secondAdjudication.findFirstOrThrow({ where: { projectId } })
  const queues = differencesBetween(queuesBefore, await readQueues(world, written)).map(({ address }) => address)
  const { revision } = await getConsolidation(actorOf(other), copyId)
  const choice = { choice: { value: false }, reason: 'It is not.', expectedRevision: revision }
  await resolveQuestion(actorOf(other), copyId, { unit: 's1', question: 'label', ...choice })
  const after = await readEverything()
  const wrong = readers.flatMap((person, at) => {
    const isTold = (address: string) => person === MANAGER && TOLD.some((told) => told.test(address))
    return differencesBetween(before[at] ?? [], after[at] ?? [])
      .filter(({ address }) => !isTold(address))
      .map(({ address, place }) => `person ${person} reads another ${place} at ${address}`)
  })
  return { wrong, queues: [...new Set(queues)] }
}

/** Where tasks to settle are listed and counted: reading these reads no answer. */
async function readQueues(world: World, written: Written): Promise<Read[]> {
  await forgetThrottle()
  return readAll(world, written, { figures: false, person: OTHER, only: (address) => QUEUES.includes(address) })
}
