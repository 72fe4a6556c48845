/** Access to what comes with several stages: discussions, third raters, stale tasks, checks, the dataset. */
import { ANNOTATORS, onProject, onTask, type Row, STAFF } from './row'

const STRANGERS = 'outsider unassigned'
const KNOWING = `viewer assigned partner ${STAFF}`.split(' ')
const without = (...names: string[]) => KNOWING.filter((name) => !names.includes(name)).join(' ')

/** May do it at `moment`: `ok`; whoever the rule stops: `stopped`; everybody else who knows the task is refused. */
const only = (moment: Row['moment'], ok: string, body: object, stopped: NonNullable<Row['stopped']> = {}): Row =>
  onTask({
    moment,
    ok,
    stopped,
    forbidden: without(...[ok, ...Object.values(stopped)].flatMap((names) => names.split(' '))),
    hidden: STRANGERS,
    body: () => body,
  })

const browsed = (more: object = {}) =>
  onProject({ ok: `viewer ${STAFF}`, forbidden: ANNOTATORS, hidden: 'outsider', ...more })
const importance = { unit: 's1', question: 'importance' }
const said = { ...importance, choice: { value: 'intermediate' }, reason: 'Between the two.' }
const PARTNERS = 'assigned partner'
const TALKING = `${PARTNERS} ${STAFF}`
const MOMENTS = ['listing', 'discussing', 'open', 'revealed', 'gold', 'discarded'] as const

const labelRow = (row: Row): Row => ({
  ...row,
  input: (scene) => ({
    params: { itemId: scene.task.itemId },
    body: { value: true, reason: 'Checked.', expectedVersion: 0 },
  }),
})

export const stagesTable: Record<string, Row[]> = {
  'PUT /api/tasks/{taskId}/discussion': [
    // Whoever has submitted hears that there is nothing to discuss, the others that it is not for them.
    only('listing', '', said, { 409: 'partner' }),
    only('discussing', PARTNERS, said),
    only('called', TALKING, said),
    only('revealed', '', { unit: 's1', question: 'label', choice: { value: true } }),
  ],
  'POST /api/tasks/{taskId}/discussion': [
    only('discussing', PARTNERS, { unit: 's1', lane: 'A' }),
    only('called', TALKING, { unit: 's1', lane: 'A' }),
    only('revealed', '', { unit: 's1', lane: 'A' }),
  ],
  'DELETE /api/tasks/{taskId}/discussion': [
    only('discussing', '', importance, { 409: PARTNERS }),
    only('called', '', importance, { 409: TALKING }),
  ],
  'POST /api/tasks/{taskId}/discussion/objections': [
    only('discussing', PARTNERS, { ...importance, value: 'yes', comment: 'It answers the question.' }),
    only('called', TALKING, { ...importance, value: 'yes', comment: 'It answers the question.' }),
    only('revealed', '', { unit: 's1', question: 'label', value: true, comment: 'No.' }),
  ],
  'POST /api/tasks/{taskId}/third-rater': [
    only('listing', '', { reason: 'Stuck.' }),
    only('discussing', `${PARTNERS} manager administrator`, { reason: 'Stuck.' }),
    only('called', '', { reason: 'Stuck.' }, { 409: PARTNERS }),
    only('revealed', '', { reason: 'Stuck.' }),
  ],
  'POST /api/tasks/{taskId}/keep': [
    only('stale', STAFF, { reason: 'The change is in the spelling only.' }),
    only('revealed', '', { reason: 'It is not stale.' }, { 409: STAFF }),
  ],
  'POST /api/tasks/{taskId}/take-over': [only('stale', STAFF, {}), only('revealed', '', {}, { 409: STAFF })],
  'GET /api/projects/{projectId}/dataset': MOMENTS.map((moment) => browsed({ moment })),
  'GET /api/projects/{projectId}/checks': MOMENTS.map((moment) => browsed({ moment })),
  'GET /api/projects/{projectId}/checks/{kind}': MOMENTS.map((moment) =>
    browsed({ moment, params: { kind: 'label-rules' } }),
  ),
  // They may, but there is no label yet, or nothing contradicts it.
  'PUT /api/items/{itemId}/label': (['open', 'revealed', 'gold', 'discarded'] as const).map((moment) =>
    labelRow(
      onProject({ moment, ok: '', stopped: { 422: STAFF }, forbidden: `viewer ${ANNOTATORS}`, hidden: 'outsider' }),
    ),
  ),
}
