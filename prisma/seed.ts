/**
 * Demo data: a project with items at every stage of their way to gold, and an empty one. Everything is done by the
 * commands that people use, so the event log is as real as that of any other project.
 */

import '@/compose'
import { pool, prisma, transaction, withLongTransactions } from '@/lib/platform/server/db'
import { chooseItems } from '@/lib/quality/calibration/choose-items'
import { updateCalibration } from '@/lib/quality/calibration/update-calibration'
import { deleteProject } from '@/lib/workspace/projects/delete-project'
import { createUser } from '@/lib/workspace/users/create-user'
import { hashPassword } from '@/lib/workspace/users/password'
import { type DemoAccount, demoAccounts } from '@/prisma/demo-accounts'
import { annotate } from '@/prisma/scenarios/annotate'
import type { Cast } from '@/prisma/scenarios/cast'
import { files, PILOT, SECOND_BATCH } from '@/prisma/scenarios/files'
import {
  assign,
  openFactcheckProject,
  openMainProject,
  openSecondProject,
  recut,
} from '@/prisma/scenarios/open-project'
import { papers } from '@/prisma/scenarios/papers'
import { openPaper } from '@/prisma/scenarios/papers/open'
import { type DemoPerson, PASSWORD, type PersonKey, people } from '@/prisma/scenarios/people'
import { prefillMain } from '@/prisma/scenarios/prefill'
import { putToUse } from '@/prisma/scenarios/results'
import { review } from '@/prisma/scenarios/review'
import { openSimulatedProject } from '@/prisma/scenarios/simulated'

const SEED_LOCK = 'assay.seed'
/** Of the first start on a slow machine, where the app is built meanwhile. */
const MINUTES_OF_A_TRANSACTION = 60

/**
 * Puts the demo data in where nobody has an account yet. Whether it did or not, names the demo accounts that can sign in
 * with the published password. A seed that was cut short is begun anew.
 */
export async function seedDemo(): Promise<{ seeded: boolean; accounts: DemoAccount[] }> {
  const lock = await pool().connect()
  try {
    // Another process may take an hour for it.
    await lock.query('set lock_timeout = 0')
    await lock.query('select pg_advisory_lock(hashtext($1))', [SEED_LOCK])
    // People get their passwords last, so a demo without any is unfinished.
    const strangers = await prisma().user.count({ where: { OR: [{ demo: false }, { passwordHash: { not: null } }] } })
    if (strangers === 0) await withLongTransactions(MINUTES_OF_A_TRANSACTION, seed)
    return { seeded: strangers === 0, accounts: await demoAccounts(readUsers) }
  } finally {
    await lock.query('select pg_advisory_unlock(hashtext($1))', [SEED_LOCK])
    await lock.query('reset lock_timeout')
    lock.release()
  }
}

async function seed(): Promise<void> {
  // One hash for all, since the password is no secret; made meanwhile, since it takes its time.
  const hashed = hashPassword(PASSWORD)
  const actors = await enter()
  for (const { id, name } of await prisma().project.findMany({ where: { shadowOf: null } }))
    await deleteProject(actors.mara, id, name)
  const cast = await openMainProject(actors)
  await prefillMain(cast)
  await play(cast)
  await calibrate(cast)
  await putToUse(cast)
  await openFactcheckProject(actors)
  for (const paper of papers) await openPaper(actors, paper)
  await openSecondProject(actors)
  await openSimulatedProject(actors)
  // They have worked here for long: no tour begins by itself, and definitions are closed.
  const ids = Object.values(actors).map(({ userId }) => userId)
  await prisma().user.updateMany({ where: { id: { in: ids } }, data: { tourEndedAt: new Date() } })
  await prisma().$executeRaw`
    update memberships m set closed_definitions = array(select s.key from stages s where s.project_id = m.project_id)
    where m.user_id = any(${ids}::uuid[])`
  // The people of simulated work stay without: nobody signs in as them.
  const emails = Object.values(people).map(({ email }) => email)
  await prisma().user.updateMany({ where: { demo: true, email: { in: emails } }, data: { passwordHash: await hashed } })
}

/** Rows of accounts by SQL that this project wrote. */
const readUsers = (sql: string) =>
  prisma().$queryRawUnsafe<{ email: string; name: string; passwordHash: string }[]>(sql)

/** The people, made or found again. */
async function enter(): Promise<Cast['actors']> {
  const entries = Object.entries(people) as [PersonKey, DemoPerson][]
  const actors = await transaction(async (tx) => {
    const found: [PersonKey, Cast['actors'][PersonKey]][] = []
    for (const [key, { name, email, isAdmin = false }] of entries) {
      const account = {
        name,
        email,
        isAdmin,
        canCreateProjects: isAdmin,
        demo: true,
        passwordHash: null,
        by: 'demo',
      } as const
      const user = (await tx.user.findUnique({ where: { email } })) ?? (await createUser(tx, account))
      found.push([key, { userId: user.id, name, isAdmin, via: 'session' }])
    }
    return found
  })
  return Object.fromEntries(actors) as Cast['actors']
}

/** What happened in the project, in the order in which the queue gives out work: what was assigned comes first. */
async function play(cast: Cast): Promise<void> {
  const scenarios = files.flatMap((file) => file.scenarios)
  const pilot = scenarios.slice(PILOT.from - 1, PILOT.to)
  const assignedScenarios = scenarios.filter((scenario) => scenario.assigned)
  for (const scenario of scenarios) {
    await recut(cast, scenario)
    if (scenario.discarded && !scenario.work) await review(cast, scenario)
  }
  await assign(cast, PILOT)
  for (const scenario of assignedScenarios) {
    const position = scenarios.indexOf(scenario) + 1
    await assign(cast, { batch: '', people: ['ben'], from: position, to: position })
  }
  for (const scenario of new Set([...pilot, ...assignedScenarios, ...scenarios])) await annotate(cast, scenario)
  await Promise.all(scenarios.filter((scenario) => scenario.work).map((scenario) => review(cast, scenario)))
  await assign(cast, SECOND_BATCH)
}

/** Gold to calibrate by, and a few tasks to be served again; no gate, so that everybody has work at once. */
async function calibrate({ actors, projectId }: Cast): Promise<void> {
  const choice = { how: 'positions' as const, positions: [1, 2, 4, 7] }
  await chooseItems(actors.mara, projectId, { stage: 'segments', choice })
  await updateCalibration(actors.mara, projectId, { repeatPercent: 5 })
}
