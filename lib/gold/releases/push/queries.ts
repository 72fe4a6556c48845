import 'server-only'
import { findRelease, loadReader, type ReleaseParams } from '@/lib/gold/releases/release/load-release'
import { nameOnCard } from '@/lib/gold/releases/release/present'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { prisma } from '@/lib/platform/server/db'
import type { PushList } from './contract'
import { presentPush, WITH_NAMES } from './present'
import { folderOf } from './rules'

/** Where a release was sent, the newest first, for whoever may download it. */
export async function listPushes(actor: Actor, params: ReleaseParams): Promise<PushList> {
  const project = await loadReader(prisma(), actor, params.projectId)
  const release = await findRelease(prisma(), params)
  const rows = await prisma().releasePush.findMany({
    where: { releaseId: release.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: WITH_NAMES,
  })
  const withdrawal = await prisma().withdrawal.findUnique({ where: { releaseId: release.id } })
  const manages = canProject('project.manage', project.subject) && !project.subject.archived
  return {
    pushes: rows.map(presentPush),
    folder: folderOf(nameOnCard(release.card), release.number),
    abilities: { push: manages && release.state === 'ready' && !withdrawal },
  }
}
