/** Access to tasks: annotation, consolidation, the life of a task. Each endpoint with the moments that make a difference. */
import { randomUUID } from 'node:crypto'
import { ANNOTATORS, onTask, type Row, STAFF } from './row'
import type { Scene } from './scene'

/** Those to whom the scene's task does not exist. */
const STRANGERS = 'outsider unassigned'
const others = (...names: string[]) =>
  'viewer assigned partner reviewer approver manager administrator'
    .split(' ')
    .filter((name) => !names.includes(name))
    .join(' ')

const answer = { unit: 's1', question: 'label', value: true, expectedRevision: 1, origin: 'chosen' }
const saving = (scene: Scene) => ({ annotationId: scene.draftId, ...answer })
const asking = () => ({ inquiryId: randomUUID(), question: 'Is the title part of it?' })
const draft = (scene: Scene) => ({ annotationId: scene.draftId })
const savingAll = (scene: Scene) => ({ annotationId: scene.draftId, answers: [answer] })
const seen =
  (body: object = {}) =>
  () => ({ expectedRevision: 2, ...body })
const seenOnce =
  (body: object = {}) =>
  () => ({ expectedRevision: 1, ...body })

/** May do it at `moment`: `ok`; everybody else who knows the task is refused. */
const only = (moment: Row['moment'], ok: string, body?: (scene: Scene) => unknown): Row =>
  onTask({ moment, ok, forbidden: others(...ok.split(' ')), hidden: STRANGERS, body })

export const workTable: Record<string, Row[]> = {
  'POST /api/tasks/{taskId}/annotation': [
    onTask({ moment: 'listing', ok: 'assigned partner', forbidden: `viewer ${STAFF}`, hidden: STRANGERS }),
    onTask({ moment: 'open', ok: 'assigned partner', forbidden: `viewer ${STAFF}`, hidden: STRANGERS }),
    onTask({ moment: 'revealed', ok: 'assigned partner', forbidden: `viewer ${STAFF}`, hidden: STRANGERS }),
  ],
  'GET /api/tasks/{taskId}/annotation/steps': [
    only('open', 'assigned'),
    only('listing', 'assigned'),
    only('revealed', ''),
  ],
  'GET /api/tasks/{taskId}/timeline': [
    only('open', 'assigned partner'),
    only('listing', 'assigned partner'),
    only('revealed', `assigned partner ${STAFF}`),
    only('gold', `assigned partner ${STAFF}`),
    only('discarded', 'assigned partner'),
  ],
  // Those who have not submitted it are told nothing.
  'GET /api/tasks/{taskId}/reveal': (['open', 'discussing', 'gold'] as const).map((moment) =>
    onTask({ moment, ok: `viewer assigned partner ${STAFF}`, hidden: STRANGERS }),
  ),
  'PATCH /api/tasks/{taskId}/answers': [only('open', 'assigned', saving), only('revealed', '', saving)],
  'POST /api/tasks/{taskId}/answers': [only('open', 'assigned', savingAll), only('gold', '', savingAll)],
  // Who submits again what is submitted hears when that was.
  'POST /api/tasks/{taskId}/submit': [only('open', 'assigned', draft), only('revealed', 'assigned', draft)],
  // What is a draft is one still.
  'POST /api/tasks/{taskId}/take-back': [only('open', 'assigned', draft)],
  'POST /api/tasks/{taskId}/heartbeat': [only('open', 'assigned', () => ({ activeSeconds: 1 }))],
  'POST /api/tasks/{taskId}/desk-time': [
    // The task's annotators talk at the desk; who settles does so, and managers and reviewers alike.
    only('revealed', 'assigned partner', () => ({ work: 'discussion', activeSeconds: 1 })),
    only('revealed', STAFF, () => ({ work: 'adjudication', activeSeconds: 1 })),
    only('open', '', () => ({ work: 'adjudication', activeSeconds: 1 })),
  ],
  'POST /api/tasks/{taskId}/skip': [
    only('open', 'assigned', () => ({ reason: 'not my field' })),
    only('revealed', '', () => ({ reason: 'too late' })),
  ],
  // In the open scene a question waits already.
  'POST /api/tasks/{taskId}/inquiries': [
    onTask({
      moment: 'open',
      ok: '',
      stopped: { 409: 'assigned' },
      forbidden: others('assigned'),
      hidden: STRANGERS,
      body: asking,
    }),
    only('listing', 'assigned', asking),
    only('revealed', '', asking),
  ],
  'POST /api/tasks/{taskId}/inquiries/{inquiryId}/withdraw': [
    {
      ...only('open', 'assigned'),
      input: ({ task, extras }) => ({ params: { taskId: task.id, inquiryId: extras.inquiryId } }),
    },
  ],
  'POST /api/tasks/{taskId}/reassign': [
    {
      ...only('open', 'manager administrator'),
      input: (scene) => ({
        params: { taskId: scene.task.id },
        body: { fromUserId: scene.people.assigned.id, toUserId: scene.people.unassigned.id },
      }),
    },
  ],
  'POST /api/tasks/{taskId}/open': [
    onTask({ moment: 'preparing', ok: STAFF, forbidden: 'viewer', hidden: `outsider ${ANNOTATORS}` }),
    only('open', ''),
  ],
  'POST /api/tasks/{taskId}/reopen': [
    only('open', '', () => ({ comment: 'Look again.' })),
    only('revealed', STAFF, () => ({ comment: 'Look again.' })),
  ],
  'POST /api/tasks/{taskId}/discard': [
    only('revealed', STAFF, () => ({ reason: 'riddle' })),
    only('gold', '', () => ({ reason: 'riddle' })),
  ],
  'POST /api/tasks/{taskId}/restore': [
    onTask({
      moment: 'open',
      ok: '',
      stopped: { 409: 'manager administrator' },
      forbidden: 'viewer assigned partner reviewer approver',
      hidden: STRANGERS,
    }),
  ],
  'GET /api/tasks/{taskId}/comments': [
    only('open', `assigned partner ${STAFF}`),
    only('revealed', `assigned partner ${STAFF}`),
  ],
  'POST /api/tasks/{taskId}/comments': [
    only('open', `assigned partner ${STAFF}`, () => ({ body: 'A thought.' })),
    only('revealed', `assigned partner ${STAFF}`, () => ({ body: 'A thought.' })),
  ],
  'GET /api/tasks/{taskId}/consolidation': [
    only('open', ''),
    only('listing', ''),
    only('discussing', `assigned partner ${STAFF}`),
    only('revealed', `assigned partner ${STAFF}`),
    only('approving', `assigned partner ${STAFF}`),
    only('gold', `assigned partner ${STAFF}`),
  ],
  'PUT /api/tasks/{taskId}/resolutions': [
    only('discussing', '', seen({ unit: 's1', question: 'importance', choice: { value: 'no' } })),
    only('open', '', seenOnce({ unit: 's1', question: 'label', choice: { value: true }, reason: 'Checked.' })),
    only('revealed', STAFF, seen({ unit: 's1', question: 'label', choice: { value: true }, reason: 'Checked.' })),
    only('approving', '', seen({ unit: 's1', question: 'label', choice: { value: true }, reason: 'Checked.' })),
  ],
  'POST /api/tasks/{taskId}/resolutions': [
    only('revealed', STAFF, seen({ unit: 's1', lane: 'A' })),
    only('open', '', seenOnce({ unit: 's1', lane: 'A' })),
  ],
  'DELETE /api/tasks/{taskId}/resolutions': [
    onTask({
      moment: 'revealed',
      ok: '',
      stopped: { 409: STAFF },
      forbidden: 'viewer assigned partner',
      hidden: STRANGERS,
      body: seen({ unit: 's1', question: 'label' }),
    }),
  ],
  'PUT /api/tasks/{taskId}/disagreements/cause': [
    only('revealed', STAFF, seen({ unit: 's1', question: 'label', cause: 'slip' })),
  ],
  'PUT /api/tasks/{taskId}/disagreements/proposal': [
    only('revealed', STAFF, seen({ unit: 's1', question: 'label', value: true })),
  ],
  'POST /api/tasks/{taskId}/disagreements/proposal': [
    onTask({
      moment: 'revealed',
      ok: '',
      stopped: { 409: 'assigned partner' },
      forbidden: `viewer ${STAFF}`,
      hidden: STRANGERS,
      body: () => ({ unit: 's1', question: 'label', value: true, reply: 'accept' }),
    }),
  ],
  'POST /api/tasks/{taskId}/adjudicate': [
    onTask({
      moment: 'revealed',
      ok: '',
      stopped: { 422: STAFF },
      forbidden: 'viewer assigned partner',
      hidden: STRANGERS,
      body: seen(),
    }),
    only('open', '', seenOnce()),
  ],
  'POST /api/tasks/{taskId}/approve': [
    only('approving', 'approver manager administrator', seen()),
    only('revealed', '', seen()),
  ],
  'POST /api/tasks/{taskId}/refuse': [
    only('approving', 'approver manager administrator', seen({ comment: 'See the atlas.' })),
  ],
}
