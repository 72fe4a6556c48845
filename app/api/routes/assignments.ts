import { assignTasks } from '@/lib/annotation/assignments/assign-tasks'
import { assignByRule } from '@/lib/annotation/assignments/by-rule/assign-by-rule'
import { assignByRuleEndpoint, previewByRuleEndpoint } from '@/lib/annotation/assignments/by-rule/contract'
import { previewByRule } from '@/lib/annotation/assignments/by-rule/queries'
import {
  assignTasksEndpoint,
  listAssignmentsEndpoint,
  nextTaskEndpoint,
  reassignTaskEndpoint,
  renewAssignmentEndpoint,
  skipAssignmentEndpoint,
} from '@/lib/annotation/assignments/contract'
import { handOverEndpoint, previewHandOverEndpoint } from '@/lib/annotation/assignments/hand-over/contract'
import { handOverWork } from '@/lib/annotation/assignments/hand-over/hand-over-work'
import { previewHandOver } from '@/lib/annotation/assignments/hand-over/queries'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { reassignTask } from '@/lib/annotation/assignments/reassign-task'
import { renewAssignment } from '@/lib/annotation/assignments/renew-assignment'
import { skipAssignment } from '@/lib/annotation/assignments/skip-assignment'
import { answerInquiry } from '@/lib/annotation/inquiries/answer-inquiry'
import { askManager } from '@/lib/annotation/inquiries/ask-manager'
import {
  answerInquiryEndpoint,
  askManagerEndpoint,
  listInquiriesEndpoint,
  withdrawInquiryEndpoint,
} from '@/lib/annotation/inquiries/contract'
import { listInquiries } from '@/lib/annotation/inquiries/queries'
import { withdrawInquiry } from '@/lib/annotation/inquiries/withdraw-inquiry'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(listAssignmentsEndpoint, ({ actor, params, query }) => listAssignments(actor, params.projectId, query)),
  handle(assignTasksEndpoint, ({ actor, params, body }) => assignTasks(actor, params.projectId, body)),
  handle(assignByRuleEndpoint, ({ actor, params, body }) => assignByRule(actor, params.projectId, body)),
  handle(previewByRuleEndpoint, ({ actor, params, body }) => previewByRule(actor, params.projectId, body)),
  handle(handOverEndpoint, ({ actor, params, body }) => handOverWork(actor, params.projectId, body)),
  handle(previewHandOverEndpoint, ({ actor, params, body }) => previewHandOver(actor, params.projectId, body)),
  handle(listInquiriesEndpoint, ({ actor, params, query }) => listInquiries(actor, params.projectId, query)),
  handle(answerInquiryEndpoint, ({ actor, params, body }) =>
    answerInquiry(actor, params.projectId, params.inquiryId, body.answer),
  ),
  handle(nextTaskEndpoint, ({ actor, params }) => nextTask(actor, params.projectId)),
  handle(renewAssignmentEndpoint, ({ actor, params, body }) =>
    renewAssignment(actor, params.taskId, body.activeSeconds),
  ),
  handle(askManagerEndpoint, ({ actor, params, body }) => askManager(actor, params.taskId, body)),
  handle(withdrawInquiryEndpoint, ({ actor, params }) => withdrawInquiry(actor, params.taskId, params.inquiryId)),
  handle(reassignTaskEndpoint, ({ actor, params, body }) => reassignTask(actor, params.taskId, body)),
  handle(skipAssignmentEndpoint, ({ actor, params, body }) => skipAssignment(actor, params.taskId, body.reason)),
]
