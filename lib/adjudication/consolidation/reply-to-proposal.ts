import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { authorizeTask, listMadeUnits, listUnits, loadTask } from '@/lib/workspace/tasks/load-task'
import { findDisagreement } from './change-consolidation'
import type { ConsolidationView, ReplyToProposal } from './contract'
import { readConsolidation } from './queries'
import { writeComment } from './write-comment'

/**
 * An annotator's word on a proposed value. It names the value, so that nobody accepts what has changed meanwhile
 * (`conflict`); work on other questions of the item does not get in its way.
 */
export function replyToProposal(actor: Actor, taskId: string, body: ReplyToProposal): Promise<ConsolidationView> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    authorizeTask(actor, 'task.reply', task)
    const disagreement = await findDisagreement(
      tx,
      { task, units: [...(await listUnits(tx, task)), ...(await listMadeUnits(tx, taskId))] },
      body,
    )
    const proposal = disagreement.proposal as Json
    if (proposal === null || !sameValue(proposal, body.value))
      throw new AppError('conflict', 'The proposal has changed or was taken back. Look at it again.')
    await writeComment(tx, actor, task, { body: body.comment, reply: body.reply, disagreement })
    return readConsolidation(tx, actor, taskId)
  })
}
