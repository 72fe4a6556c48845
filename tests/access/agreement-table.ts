/** Access to agreement in all its parts, to progress, people, calibration, and to figures of one's own ratings. */
import { ANNOTATORS, EVERYBODY, MANAGERS, onProject, type Row, STAFF } from './row'
import type { Scene } from './scene'

type More = Partial<Parameters<typeof onProject>[0]>
const about = (ok: string, forbidden: string, more: More = {}) =>
  onProject({ ok, forbidden, hidden: 'outsider', ...more })
const browsed = (more: More = {}) => about(`viewer ${STAFF}`, ANNOTATORS, more)
const managed = (more: More = {}) => about(MANAGERS, `viewer ${ANNOTATORS} reviewer approver`, more)
/** Who answered what is for managers and reviewers. */
const staffed = (more: More = {}) => about(STAFF, `viewer ${ANNOTATORS}`, more)
/** They may, but there is nothing of the kind. */
const absent = (more: More = {}) => managed({ ok: '', hidden: `outsider ${MANAGERS}`, ...more })

/** Members who may annotate. */
const TAKING = `${ANNOTATORS} reviewer approver manager`
/** They and administrators, who look at what is practised. */
const PRACTISING = `${TAKING} administrator`

const EVERY_MOMENT = ['open', 'listing', 'revealed', 'gold', 'discarded'] as const
/** Those at which the scene has segments. */
const SEGMENTED = ['open', 'revealed', 'gold', 'discarded'] as const
const MOMENTS = ['open', 'revealed', 'gold'] as const

const stage = { stage: 'segments' }
const measure = { ...stage, measure: 'label' }
const practiceItem = { ...stage, key: 'pancakes' }
const withUser = (row: Row): Row => ({
  ...row,
  input: (scene: Scene) => ({
    ...row.input(scene),
    params: { projectId: scene.project.id, userId: scene.people.unassigned.id },
  }),
})
/** With the number of the scene's item. */
const ofTask = (row: Row, more: (position: number) => Partial<ReturnType<Row['input']>>): Row => ({
  ...row,
  input: (scene: Scene) => ({ ...row.input(scene), ...more(scene.task.position) }),
})
const nowhere = { taskId: '00000000-0000-7000-8000-000000000000' }
const WAIVER = '/api/projects/{projectId}/calibration/waivers/{userId}'
const PRACTICE_WAIVER = '/api/projects/{projectId}/practice-waivers/{userId}'

export const agreementTable: Record<string, Row[]> = {
  'GET /api/projects/{projectId}/agreement': EVERY_MOMENT.map((moment) => browsed({ moment })),
  'GET /api/projects/{projectId}/agreement/stream': [browsed()],
  'GET /api/projects/{projectId}/agreement/{stage}/{measure}': SEGMENTED.map((moment) =>
    browsed({ moment, params: measure }),
  ),
  'GET /api/projects/{projectId}/agreement/{stage}/{measure}/slices': MOMENTS.flatMap((moment) =>
    [
      browsed({ moment, params: measure, query: { by: 'domain' } }),
      // Of a single item, viewers would learn how it was answered.
      staffed({ moment, params: measure, query: { by: 'tag' } }),
    ].flat(),
  ),
  'GET /api/projects/{projectId}/disagreements/{stage}/difficulty': MOMENTS.flatMap((moment) => [
    browsed({ moment, params: stage }),
    // Of a single item, viewers would learn how it was answered.
    staffed({ moment, params: stage, query: { tag: 'long' } }),
  ]),
  'GET /api/projects/{projectId}/disagreements/{stage}/causes': MOMENTS.map((moment) =>
    browsed({ moment, params: stage }),
  ),
  'GET /api/projects/{projectId}/disagreements/{stage}/discussion': MOMENTS.map((moment) =>
    browsed({ moment, params: stage }),
  ),
  'GET /api/projects/{projectId}/receipts/{stage}/{measure}': MOMENTS.flatMap((moment) => [
    staffed({ moment, params: measure }),
    staffed({ moment, params: measure, query: { form: 'csv' } }),
    staffed({ moment, params: measure, query: { form: 'script' } }),
  ]),
  'GET /api/projects/{projectId}/distributions/{stage}/{measure}': MOMENTS.map((moment) =>
    staffed({ moment, params: measure }),
  ),
  'GET /api/projects/{projectId}/methods': MOMENTS.map((moment) => browsed({ moment })),
  'GET /api/projects/{projectId}/plan/{stage}/{measure}': MOMENTS.map((moment) =>
    browsed({ moment, params: measure, query: { width: '0.2' } }),
  ),
  'GET /api/projects/{projectId}/pictures/{picture}': MOMENTS.map((moment) =>
    browsed({ moment, params: { picture: 'questions' } }),
  ),
  'GET /api/projects/{projectId}/plan': MOMENTS.map((moment) => browsed({ moment })),
  'GET /api/projects/{projectId}/progress': MOMENTS.map((moment) => browsed({ moment })),
  'GET /api/projects/{projectId}/people': MOMENTS.map((moment) => managed({ moment })),
  'GET /api/projects/{projectId}/people/me': MOMENTS.map((moment) => about(TAKING, 'viewer administrator', { moment })),
  'GET /api/projects/{projectId}/people/me/course': MOMENTS.map((moment) =>
    about(TAKING, 'viewer administrator', { moment }),
  ),
  'GET /api/projects/{projectId}/adjudicators': MOMENTS.map((moment) => managed({ moment })),
  'GET /api/projects/{projectId}/adjudicators/receipt': MOMENTS.flatMap((moment) => [
    managed({ moment }),
    managed({ moment, query: { form: 'script' } }),
  ]),
  'GET /api/projects/{projectId}/second-adjudications': MOMENTS.map((moment) => managed({ moment })),
  'PATCH /api/projects/{projectId}/second-adjudications': [managed({ moment: 'gold', body: () => ({ percent: 100 }) })],
  'GET /api/projects/{projectId}/calibration': [managed()],
  'GET /api/projects/{projectId}/calibration/receipt': [managed(), managed({ query: { form: 'script' } })],
  'PATCH /api/projects/{projectId}/calibration': [managed({ body: () => ({ repeatPercent: 5 }) })],
  'POST /api/projects/{projectId}/calibration/items': [
    managed({ moment: 'gold', body: () => ({ ...stage, choice: { how: 'random', count: 1 } }) }),
  ],
  'DELETE /api/projects/{projectId}/calibration/items/{taskId}': [absent({ params: nowhere })],
  [`PUT ${WAIVER}`]: [withUser(managed({ body: () => ({ reason: 'Trained elsewhere.' }) }))],
  [`DELETE ${WAIVER}`]: [withUser(managed())],
  'GET /api/projects/{projectId}/practice': [about(PRACTISING, 'viewer')],
  'PATCH /api/projects/{projectId}/practice': [managed({ body: () => ({ required: true }) })],
  'GET /api/projects/{projectId}/practice/{stage}/{key}': [about(PRACTISING, 'viewer', { params: practiceItem })],
  'POST /api/projects/{projectId}/practice/{stage}/{key}': [
    about(PRACTISING, 'viewer', {
      params: practiceItem,
      body: () => ({ answers: { item: { action: 'remove', removeReason: 'procedure' } } }),
    }),
  ],
  // Nobody has answered it, so that there is nothing to read.
  'GET /api/projects/{projectId}/practice/{stage}/{key}/result': [
    about('', 'viewer', { params: practiceItem, hidden: `outsider ${PRACTISING}` }),
  ],
  'GET /api/projects/{projectId}/practice-people': [managed()],
  [`PUT ${PRACTICE_WAIVER}`]: [withUser(managed({ body: () => ({ reason: 'Trained elsewhere.' }) }))],
  [`DELETE ${PRACTICE_WAIVER}`]: [withUser(managed())],
  'GET /api/projects/{projectId}/practice-items': [managed(), managed({ moment: 'gold' })],
  'GET /api/projects/{projectId}/practice-items/candidate': [
    ofTask(managed({ moment: 'gold' }), (position) => ({ query: { ...stage, position: String(position) } })),
    about('', `viewer ${ANNOTATORS} reviewer approver`, {
      query: { ...stage, position: '1' },
      stopped: { 422: MANAGERS },
    }),
  ],
  'POST /api/projects/{projectId}/practice-items': [
    ofTask(managed({ moment: 'gold' }), (position) => ({
      body: { ...stage, position, version: 1, reasons: { s1: { label: 'It is so.' } } },
    })),
  ],
  'DELETE /api/projects/{projectId}/practice-items/{itemId}': [
    absent({ params: { itemId: '00000000-0000-7000-8000-000000000000' } }),
  ],
  'POST /api/plan': [
    { moment: 'open', input: () => ({ body: { width: 0.9, expected: 0.9, units: 1 } }), ok: EVERYBODY },
  ],
  'POST /api/agreement': [{ moment: 'open', input: () => ({ body: 'unit,a,b\n1,x,x\n2,y,x\n' }), ok: EVERYBODY }],
}
