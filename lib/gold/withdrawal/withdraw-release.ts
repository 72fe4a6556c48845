import 'server-only'
import { stopPushes } from '@/lib/gold/releases/push/stop-pushes'
import { record } from '@/lib/platform/events/record'
import { AppError, found } from '@/lib/platform/server/errors'
import { checkWithdrawing, type Withdrawing, withdrawing, writeWithdrawal } from './begin-withdrawal'
import { type EarlierPush, readPushes } from './read-pushes'

/** What the withdrawal of a release changes. */
export interface ReleaseReport {
  project: string
  number: number
  digest: string
  /** Files that are not handed out any more. */
  files: number
  /** Has it a public page, which tells of the withdrawal from now on? */
  isPublic: boolean
  /** Where it was sent, whole or in part; what is on its way is stopped. */
  pushes: EarlierPush[]
}

/**
 * Ends the handing out of a release for good, also to other places: its files stay as they are, its page and whoever asks for them are told why. Errors: `not_found`; `forbidden` to
 * all but administrators; `invalid_request` without a reason or an erratum; `conflict` where it is withdrawn already, or not ready.
 */
export function withdrawRelease(
  { projectId, number }: { projectId: string; number: number },
  withdrawalRequest: Withdrawing,
): Promise<ReleaseReport> {
  return withdrawing(withdrawalRequest.dryRun, async (tx) => {
    const byId = await checkWithdrawing(tx, withdrawalRequest)
    await tx.$queryRaw`select 1 from releases where project_id = ${projectId}::uuid and number = ${number} for update`
    const release = found(
      await tx.release.findUnique({
        where: { projectId_number: { projectId, number } },
        include: { project: { select: { name: true } }, withdrawal: true, files: { select: { path: true } } },
      }),
      'There is no release of that number in that project: its id is in the address of its pages.',
    )
    if (release.withdrawal) throw new AppError('conflict', 'This release is withdrawn already.')
    if (release.state !== 'ready')
      throw new AppError('conflict', 'This release is not ready: a manager can remove it from its page.')
    const { reason, erratum } = withdrawalRequest
    await stopPushes(tx, release.id)
    await writeWithdrawal(tx, { projectId, releaseId: release.id, reason, erratum, byId })
    await record(tx, 'release.withdrawn', { actorId: byId, projectId }, { number, reason: reason.trim() })
    return {
      project: release.project.name,
      number,
      digest: release.digest ?? '',
      files: release.files.length,
      isPublic: release.linkHash !== null,
      pushes: await readPushes(tx, [release]),
    }
  })
}
