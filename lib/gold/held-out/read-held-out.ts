import 'server-only'
import { loadReader } from '@/lib/gold/releases/release/load-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { prisma } from '@/lib/platform/server/db'
import type { HeldOut, NamedSubmission } from './contract'
import { countUsed, limitsOf, loadHeldOut, type ReleaseAt, splitOf } from './load-held-out'
import { presentSubmission } from './present'
import { scoringTold } from './submission'

/** Submissions of all people that a manager sees; where a project has more, the newest. */
const MOST_LISTED = 500

/** The held-out split of a release, as people who may submit see it: their own submissions, and of others how many there are; managers see these too. */
export async function getHeldOut(actor: Actor, releaseLocator: ReleaseAt): Promise<HeldOut> {
  const { release, heldOut, task } = await loadHeldOut(actor, releaseLocator)
  const { projectId } = release
  const split = await splitOf(prisma(), projectId)
  const { title = '', description = '' } = scoringTold(task) ?? {}
  const submissions = await prisma().heldOutSubmission.findMany({
    where: { projectId, userId: actor.userId },
    orderBy: [{ submittedAt: 'desc' }, { id: 'desc' }],
    include: { release: { select: { number: true } } },
  })
  return {
    release: release.number,
    split: heldOut.split,
    items: heldOut.items,
    units: heldOut.units,
    task: {
      key: task.key,
      title: task.title,
      fields: task.fields.map(({ name, required, text }) => ({ name, required, text })),
      example: [...task.example],
    },
    scoring: { title, description },
    limits: limitsOf(split, heldOut.units),
    chosenLimits: { perPerson: split.perPerson, inAll: split.inAll },
    used: await countUsed(prisma(), actor, projectId),
    openedAt: split.openedAt?.toISOString() ?? null,
    submissions: submissions.map(presentSubmission),
    allSubmissions: await submissionsOfAll(actor, releaseLocator),
  }
}

async function submissionsOfAll(actor: Actor, releaseLocator: ReleaseAt): Promise<HeldOut['allSubmissions']> {
  if ('secret' in releaseLocator) return null
  const { projectId } = releaseLocator
  const { subject } = await loadReader(prisma(), actor, projectId)
  if (!canProject('project.manage', subject)) return null
  const rows = await prisma().heldOutSubmission.findMany({
    where: { projectId },
    orderBy: [{ submittedAt: 'desc' }, { id: 'desc' }],
    take: MOST_LISTED,
    include: { release: { select: { number: true } }, user: { select: { name: true } } },
  })
  return rows.map((row) => {
    const submission: NamedSubmission = Object.assign(presentSubmission(row), { person: row.user.name })
    return submission
  })
}
