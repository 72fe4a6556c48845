import { handle, type Route } from '@/lib/platform/server/handle'
import {
  discardTaskEndpoint,
  keepStaleTaskEndpoint,
  openTaskEndpoint,
  reopenTaskEndpoint,
  restoreTaskEndpoint,
  takeOverTaskEndpoint,
} from '@/lib/workspace/tasks/contract'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { keepStaleTask } from '@/lib/workspace/tasks/keep-stale-task'
import { openTask } from '@/lib/workspace/tasks/open-task'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { restoreTask } from '@/lib/workspace/tasks/restore-task'
import { takeOverTask } from '@/lib/workspace/tasks/take-over-task'

export const routes: readonly Route[] = [
  handle(discardTaskEndpoint, ({ actor, params, body }) => discardTask(actor, params.taskId, body)),
  handle(keepStaleTaskEndpoint, ({ actor, params, body }) => keepStaleTask(actor, params.taskId, body)),
  handle(openTaskEndpoint, ({ actor, params }) => openTask(actor, params.taskId)),
  handle(reopenTaskEndpoint, ({ actor, params, body }) => reopenTask(actor, params.taskId, body)),
  handle(restoreTaskEndpoint, ({ actor, params }) => restoreTask(actor, params.taskId)),
  handle(takeOverTaskEndpoint, ({ actor, params }) => takeOverTask(actor, params.taskId)),
]
