import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { taskStates } from '@/lib/workspace/tasks/contract'
import { roleSchema } from '@/lib/workspace/users/members/contract'

const projectParams = z.object({ projectId: z.uuid() })
const taskParams = z.object({ taskId: z.uuid() })

/** Why there is no next task. */
export const noTaskReasons = [
  'nothing_left',
  'quota_reached',
  'queue_closed',
  'practice_first',
  'calibration_not_passed',
  'waits_for_answer',
  'waits_for_submission',
] as const
export const NO_TASK_TEXT: Record<(typeof noTaskReasons)[number], string> = {
  nothing_left: 'There is nothing left for you to annotate here right now.',
  quota_reached: 'You have reached your quota in this project.',
  queue_closed: 'This project gives out tasks by assignment only; you have none open.',
  practice_first:
    'Practice comes before your first task here, and is not done yet: an item is not answered, or answers differ from what is expected more often than the project allows. The page “Practice” shows which. Then ask for a task again.',
  calibration_not_passed:
    'Your first tasks in this project were checked, and differ from the agreed answers more than the project allows. Read the guidelines again and ask a manager of the project, who can go through them with you and let you continue.',
  waits_for_answer: 'The tasks that come first here wait for a manager’s answer to your question.',
  waits_for_submission:
    'What comes next depends on your last submission, which can be taken back for some seconds more. Ask again then.',
}

export const nextTaskSchema = z.object({
  taskId: z.uuid().nullable(),
  /** Set when there is no task. */
  reason: z.enum(noTaskReasons).nullable(),
})
export type NextTask = z.infer<typeof nextTaskSchema>

export const nextTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/next-task',
  summary: 'Continue your open task, or take the next one from the queue',
  tag: 'assignments',
  auth: 'actor',
  params: projectParams,
  response: nextTaskSchema,
})

export const skipAssignmentEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/skip',
  summary: 'Skip a task, with a reason',
  tag: 'assignments',
  auth: 'actor',
  params: taskParams,
  body: z.object({ reason: z.string().trim().min(3, 'Say why, in a few words.').max(500) }),
  response: 'empty',
})

export const renewAssignmentEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/heartbeat',
  summary: 'Keep a reserved task, and count active time',
  tag: 'assignments',
  auth: 'actor',
  params: taskParams,
  body: z.object({
    /** Seconds of use since the last call; at most ten minutes count. */
    activeSeconds: z.number().int().min(0).max(600),
  }),
  response: z.object({ expiresAt: z.iso.datetime().nullable() }),
})

export const assignTasksBody = z.object({
  /** Who gets each of the tasks: one person, or a fixed pair or team. */
  userIds: z.array(z.uuid()).min(1).max(20),
  /** A name for the group of tasks, shown in lists. */
  batch: z.string().trim().max(80).default(''),
  /** Which items: the first `count` with room for all of them, within the given positions. */
  from: z.int32().min(1).default(1),
  to: z.int32().min(1).nullable().default(null),
  count: z.number().int().min(1).max(10_000),
})
export type AssignTasks = z.infer<typeof assignTasksBody>

export const assignTasksEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/assignments',
  summary: 'Assign open tasks to a person or a fixed pair, as a batch',
  tag: 'assignments',
  auth: 'actor',
  params: projectParams,
  body: assignTasksBody,
  response: z.object({
    assigned: z.number().int(),
    /** Items in range that were passed over, by reason. */
    passedOver: z.array(z.object({ position: z.number().int(), reason: z.string() })),
  }),
})

export const assignmentStates = ['reserved', 'assigned', 'submitted', 'skipped', 'released'] as const

export const taskAssignmentsSchema = z.object({
  taskId: z.uuid(),
  position: z.number().int(),
  title: z.string(),
  state: z.enum(taskStates),
  /** Are the task's answers counted instead of settled? */
  votes: z.boolean(),
  batch: z.string().nullable(),
  raters: z.number().int(),
  people: z.array(
    z.object({
      userId: z.uuid(),
      name: z.string(),
      state: z.enum(assignmentStates),
      /** Is it a reservation that was not used in time? Until when others hold would say when they last saved. */
      lapsed: z.boolean(),
      skipReason: z.string().nullable(),
    }),
  ),
})

export const workloadSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  role: roleSchema,
  quota: z.number().int().nullable(),
  open: z.number().int(),
  submitted: z.number().int(),
  skipped: z.number().int(),
})

export const listAssignmentsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/assignments',
  summary: 'Who works on what',
  tag: 'assignments',
  auth: 'actor',
  params: projectParams,
  query: z.object({
    filter: z.enum(['all', 'in_progress', 'unassigned', 'skipped']).default('all'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  response: z.object({
    people: z.array(workloadSchema),
    tasks: z.array(taskAssignmentsSchema),
    total: z.number().int(),
    pageSize: z.number().int(),
  }),
})
export type Assignments = z.infer<typeof listAssignmentsEndpoint.response>
export type TaskAssignments = z.infer<typeof taskAssignmentsSchema>

export const reassignTaskEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/reassign',
  summary: 'Take an unfinished share from one person and, if wanted, give it to another',
  tag: 'assignments',
  auth: 'actor',
  params: taskParams,
  body: z.object({ fromUserId: z.uuid(), toUserId: z.uuid().nullable() }),
  response: 'empty',
})
