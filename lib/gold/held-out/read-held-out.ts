import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { HeldOut } from './contract'
import { countUsed, limitsOf, loadHeldOut, type ReleaseAt, splitOf } from './load-held-out'
import { presentSubmission } from './present'
import { scoringTold } from './submission'

/** The held-out split of a release, as whoever may submit sees it: their own submissions, and of others how many there are. */
export async function getHeldOut(actor: Actor, at: ReleaseAt): Promise<HeldOut> {
  const { release, heldOut, task } = await loadHeldOut(actor, at)
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
      fields: task.fields.map((field) => ({ ...field })),
      example: [...task.example],
    },
    scoring: { title, description },
    limits: limitsOf(split, heldOut.units),
    chosenLimits: { perPerson: split.perPerson, inAll: split.inAll },
    used: await countUsed(prisma(), actor, projectId),
    openedAt: split.openedAt?.toISOString() ?? null,
    submissions: submissions.map(presentSubmission),
  }
}
