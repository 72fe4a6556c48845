import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { inquiryTables, recordInquiryReads, visibleInquiries } from '@/lib/workspace/tasks/inquiry-sql'
import { lockAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'

/**
 * Answers a question: the task is among its annotator's own again, with question and answer on it, and does not lapse. To a
 * manager who annotates the task themselves the question does not exist.
 */
export async function answerInquiry(actor: Actor, projectId: string, inquiryId: string, answer: string): Promise<void> {
  await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Questions of annotators are answered by managers.')
    refuseArchived(project)
    await lockAnswerReads(tx, actor.userId)
    const rows = await tx.$queryRaw<{ taskId: string; itemId: string; userId: string }[]>`
      select t.id "taskId", t.item_id "itemId", a.user_id "userId" ${inquiryTables}
      where q.id = ${inquiryId}::uuid and ${visibleInquiries(actor, projectId)}`
    const { taskId, itemId, userId } = found(rows[0])
    // The task before its shares, in this order everywhere.
    await tx.$queryRaw`select 1 from tasks where id = ${taskId}::uuid for update`
    const answered = await tx.inquiry.updateMany({
      where: { id: inquiryId, answeredAt: null, closedAt: null },
      data: { answer, answeredAt: new Date(), answeredById: actor.userId },
    })
    if (answered.count === 0)
      throw new AppError('conflict', 'This question is answered, withdrawn, or over with the share it was asked in.')
    await recordInquiryReads(tx, actor, [taskId])
    await record(
      tx,
      'assignment.question_answered',
      { actorId: actor.userId, projectId, itemId, taskId },
      { userId, answer },
    )
  })
}
