/** Access to what is told of gold as a whole: the dataset's figures, the checks, labels set by hand. */
import { ANNOTATORS, onProject, type Row, STAFF } from './row'
import type { Scene } from './scene'

const HIDDEN = { hidden: 'outsider' } as const
const EVERY_MOMENT = ['open', 'revealed', 'gold', 'discarded'] as const
const browsed = (more: Partial<Parameters<typeof onProject>[0]> = {}) =>
  onProject({ ok: `viewer ${STAFF}`, forbidden: ANNOTATORS, ...HIDDEN, ...more })

/** Reviewers and managers may, but nothing contradicts the label, or there is no gold yet. */
const overrides = (moment: Row['moment']): Row => ({
  ...onProject({ ok: '', stopped: { 422: STAFF }, forbidden: `viewer ${ANNOTATORS}`, ...HIDDEN, moment }),
  input: (scene: Scene) => ({
    params: { itemId: scene.task.itemId },
    body: { value: true, reason: 'It is.', expectedVersion: 0 },
  }),
})

export const figuresTable: Record<string, Row[]> = {
  'GET /api/projects/{projectId}/dataset': EVERY_MOMENT.map((moment) => browsed({ moment })),
  'GET /api/projects/{projectId}/checks': EVERY_MOMENT.map((moment) => browsed({ moment })),
  'GET /api/projects/{projectId}/checks/{kind}': EVERY_MOMENT.map((moment) =>
    browsed({ moment, params: { kind: 'label-rules' } }),
  ),
  'PUT /api/items/{itemId}/label': EVERY_MOMENT.map(overrides),
}
