import 'server-only'
import { recordMany } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { checkWithdrawing, type Withdrawing, withdrawing, writeWithdrawal } from './begin-withdrawal'
import { dropPredictions, stopPredictions } from './drop-predictions'
import { type EarlierPush, readPushes } from './read-pushes'
import { allTextsOf, type Reach } from './read-reach'
import { type RemadeRelease, remakeReleases } from './remake-releases'
import { replaceTexts, type TableChange } from './replace-texts'
import { dropImportFiles, holdReach, takeOut } from './take-out'

/** What the withdrawal of an item changes. */
export interface ItemReport {
  project: string
  position: number
  title: string
  /** Copies of it, which are withdrawn with it. */
  copies: number
  /** How many of its texts are looked for everywhere. */
  texts: number
  /** Items that keep a text of it because it is theirs too. */
  sharing: Reach['sharing']
  changes: TableChange[]
  /** Files of predictions that were removed as a whole, by name. */
  predictions: string[]
  /** Releases that have it, made again. */
  releases: RemadeRelease[]
  /** Where these were sent before, as they were. */
  pushes: EarlierPush[]
}

/**
 * Takes an item's texts out of the installation for good; a dry run does the same and leaves nothing of it. All or nothing. Errors:
 * `not_found`; `forbidden` to all but administrators; `invalid_request` without a reason or an erratum; `rule` of a copy, which goes with what it is
 * a copy of; `conflict` where it is withdrawn already, while a release is built or sent, and while a run works on it.
 */
export function withdrawItem(itemId: string, withdrawalRequest: Withdrawing): Promise<ItemReport> {
  return withdrawing(withdrawalRequest.dryRun, async (tx) => {
    const byId = await checkWithdrawing(tx, withdrawalRequest)
    const item = found(
      await tx.item.findUnique({
        where: { id: itemId },
        include: { project: { select: { name: true } }, withdrawal: { select: { id: true } } },
      }),
      'There is no item of this id: it is the last part of the address of the item’s page.',
    )
    if (item.withdrawal) throw new AppError('conflict', 'This item is withdrawn already.')
    await refuseCopy(tx, itemId)
    const reach = await holdReach(tx, itemId)
    const places = await tx.item.findMany({
      where: { id: { in: reach.items } },
      select: { id: true, projectId: true, tasks: { select: { id: true }, orderBy: { stage: { position: 'asc' } } } },
    })
    const { reason, erratum } = withdrawalRequest
    const allTexts = await allTextsOf(tx, reach.items)
    for (const { id, projectId } of places) await writeWithdrawal(tx, { projectId, itemId: id, reason, erratum, byId })
    const changes = [
      ...(await dropImportFiles(tx, reach)),
      await stopPredictions(tx, reach),
      ...(await replaceTexts(tx, reach)),
    ]
    const predictions = await dropPredictions(tx, reach)
    changes.push(predictions.change)
    const withdrawn = { reason: reason.trim(), erratum: erratum.trim(), at: new Date().toISOString() }
    const releases = await remakeReleases(tx, reach, allTexts, withdrawn)
    await takeOut(tx, reach, reason.trim(), byId)
    const events = places.map(({ id, projectId, tasks }) => ({
      scope: { actorId: byId, projectId, itemId: id, taskId: tasks[0]?.id ?? null },
      data: { reason: reason.trim() },
    }))
    await recordMany(tx, 'item.withdrawn', events)
    const { position, title } = item
    return {
      project: item.project.name,
      position,
      title,
      copies: reach.items.length - 1,
      texts: reach.texts.length,
      sharing: reach.sharing,
      changes: changes.filter(({ rows }) => rows > 0),
      predictions: predictions.removed,
      releases,
      pushes: await readPushes(tx, releases),
    }
  })
}

async function refuseCopy(tx: Tx, itemId: string): Promise<void> {
  const copy = await tx.task.findFirst({
    where: { itemId, OR: [{ copyOf: { isNot: null } }, { secondOf: { isNot: null } }] },
    select: { id: true },
  })
  if (copy) throw new AppError('rule', 'This is a copy for calibration: withdraw the item that it is a copy of.')
}
