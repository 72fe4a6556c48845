/** Access to what gold is made for: evaluation, side audits, samples, releases and their public pages. */
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { ANNOTATORS, EVERYBODY, MANAGERS, onProject, type Row, STAFF } from './row'
import type { Scene } from './scene'

type More = Partial<Parameters<typeof onProject>[0]>
const about = (ok: string, forbidden: string, more: More = {}) =>
  onProject({ ok, forbidden, hidden: 'outsider', ...more })
const browsed = (more: More = {}) => about(`viewer ${STAFF}`, ANNOTATORS, more)
const managed = (more: More = {}) => about(MANAGERS, `viewer ${ANNOTATORS} reviewer approver`, more)
/** They may, but a rule stops them. */
const stopped = (more: More = {}) => managed({ ok: '', stopped: { 422: MANAGERS }, ...more })
/** They may, but there is nothing of the kind. */
const absent = (more: More = {}) => managed({ ok: '', hidden: `outsider ${MANAGERS}`, ...more })
const absentFile = (more: More = {}) => browsed({ ok: '', hidden: `outsider viewer ${STAFF}`, ...more })

const evaluation = (row: Row): Row => ({
  ...row,
  input: (scene: Scene) => ({ ...row.input(scene), params: { evaluationId: scene.extras.evaluationId } }),
})
const byLink = (query?: Record<string, string>): Row => ({
  moment: 'released',
  input: (scene) => ({ params: { secret: scene.extras.releaseSecret }, query }),
  ok: `nobody expired ${EVERYBODY}`,
  unknown: '',
})
const byWrongLink = (query?: Record<string, string>): Row => ({
  moment: 'open',
  input: () => ({ params: { secret: 'no-such-link' }, query }),
  ok: '',
  hidden: `nobody expired ${EVERYBODY}`,
  unknown: '',
})

/** By the link of a release that holds nothing out. */
const signedIn = (query?: Record<string, string>, body?: string): Row => ({
  moment: 'released',
  input: (scene) => ({ params: { secret: scene.extras.releaseSecret }, query, body }),
  ok: '',
  hidden: EVERYBODY,
})

const MOMENTS = ['open', 'revealed', 'gold'] as const
const task = { task: 'segments' }
const file = { path: 'README.md' }
const released: More = { moment: 'released', params: { number: '1' } }
const none: More = { moment: 'gold', params: { number: '7' } }
const noPush: More = { moment: 'released', params: { number: '1', pushId: '00000000-0000-7000-8000-000000000000' } }
/** To an address that nothing is sent to. */
const push = {
  place: { kind: 's3', address: 'https://127.0.0.1', region: 'auto', bucket: 'gold', prefix: 'v1' },
  secret: { kind: 's3', accessKeyId: 'id', secretAccessKey: 'secret' },
}
const RELEASE = '/api/projects/{projectId}/releases/{number}'

export const resultsTable: Record<string, Row[]> = {
  'GET /api/projects/{projectId}/evaluations': MOMENTS.map((moment) => browsed({ moment })),
  'POST /api/projects/{projectId}/evaluations': [
    managed({
      query: { ...task, fileName: 'a.jsonl' },
      body: () => '{"system":"a","item":"#1","unit":"s1","label":true}',
    }),
  ],
  // They may, but there is no such run.
  'POST /api/projects/{projectId}/evaluations/runs': [
    absent({ body: () => ({ ...task, runId: '00000000-0000-7000-8000-000000000000' }) }),
  ],
  'GET /api/projects/{projectId}/evaluations/stream': [browsed()],
  'GET /api/projects/{projectId}/evaluations/report': MOMENTS.map((moment) => browsed({ moment, query: task })),
  // They may, but no report is ready.
  'GET /api/projects/{projectId}/evaluations/report/download': [
    browsed({ ok: '', stopped: { 422: `viewer ${STAFF}` }, query: task }),
  ],
  'GET /api/projects/{projectId}/evaluations/errors': MOMENTS.map((moment) =>
    browsed({ moment, query: { ...task, system: 'a' } }),
  ),
  'GET /api/evaluations/{evaluationId}': MOMENTS.map((moment) => evaluation(browsed({ moment }))),
  'DELETE /api/evaluations/{evaluationId}': [evaluation(managed())],
  'GET /api/projects/{projectId}/audits': MOMENTS.map((moment) => browsed({ moment })),
  // They may, but at first there is nothing to draw from.
  'POST /api/projects/{projectId}/audits': [
    stopped({ body: () => ({ kind: 'responses' }) }),
    managed({ moment: 'gold', body: () => ({ kind: 'responses', sample: 1 }) }),
  ],
  'GET /api/projects/{projectId}/sampling': [managed()],
  'POST /api/projects/{projectId}/sampling': [managed({ body: () => ({ by: 'domain', counts: { wk: 1 } }) })],
  'DELETE /api/projects/{projectId}/sampling': [managed()],
  'GET /api/projects/{projectId}/releases': [...MOMENTS, 'released' as const].map((moment) => browsed({ moment })),
  // Nothing is gold, and nothing is said of the dataset yet.
  'POST /api/projects/{projectId}/releases': [stopped({ body: () => ({}) })],
  'PUT /api/projects/{projectId}/release-card': [
    managed({ body: () => ({ text: emptyCard('Scene', ''), revision: 0 }) }),
  ],
  'POST /api/projects/{projectId}/releases/preview': MOMENTS.map((moment) => managed({ moment, body: () => ({}) })),
  [`GET ${RELEASE}`]: [browsed(released), absentFile(none)],
  [`DELETE ${RELEASE}`]: [stopped(released), absent(none)],
  [`POST ${RELEASE}/retry`]: [managed({ ...released, ok: '', stopped: { 409: MANAGERS } }), absent(none)],
  [`POST ${RELEASE}/verify`]: [managed(released), absent(none)],
  // They may, but nothing is held out.
  'POST /api/projects/{projectId}/held-out/open': [managed({ ok: '', stopped: { 409: MANAGERS } })],
  'PUT /api/projects/{projectId}/held-out/limits': [
    managed({ ok: '', stopped: { 409: MANAGERS }, body: () => ({ perPerson: 2, inAll: 20 }) }),
  ],
  // They may, but the release holds nothing out.
  [`GET ${RELEASE}/held-out`]: [absentFile(released)],
  [`POST ${RELEASE}/held-out/submissions`]: [absentFile({ ...released, query: { system: 'a' }, body: () => '{}' })],
  'GET /api/shared/releases/{secret}/held-out': [signedIn()],
  'POST /api/shared/releases/{secret}/held-out/submissions': [signedIn({ system: 'a' }, '{}')],
  [`POST ${RELEASE}/link`]: [managed(released), absent(none)],
  [`DELETE ${RELEASE}/link`]: [managed(released), absent(none)],
  [`GET ${RELEASE}/archive`]: [browsed(released), absentFile(none)],
  [`GET ${RELEASE}/file`]: [browsed({ ...released, query: file }), absentFile({ ...none, query: file })],
  [`GET ${RELEASE}/changes`]: [browsed(released), absentFile(none)],
  [`GET ${RELEASE}/changes/download`]: [browsed({ ...released, query: { since: '1' } }), absentFile(none)],
  [`GET ${RELEASE}/pushes`]: [browsed(released), absentFile(none)],
  [`POST ${RELEASE}/pushes`]: [managed({ ...released, body: () => push }), absent({ ...none, body: () => push })],
  // They may, but nothing is sent there.
  [`POST ${RELEASE}/pushes/preview`]: [
    stopped({ ...released, body: () => push }),
    absent({ ...none, body: () => push }),
  ],
  [`POST ${RELEASE}/pushes/{pushId}/cancel`]: [absent(noPush)],
  [`POST ${RELEASE}/pushes/{pushId}/retry`]: [absent({ ...noPush, body: () => ({}) })],
  'GET /api/public/releases/{secret}': [byLink(), byWrongLink()],
  // What is in the archive is meant for whoever has the link.
  'GET /api/public/releases/{secret}/archive': [byWrongLink()],
  'GET /api/public/releases/{secret}/file': [byLink(file), byWrongLink(file)],
  'PUT /api/projects/{projectId}/definitions': [
    about(`${ANNOTATORS} reviewer approver manager viewer`, 'administrator', {
      body: () => ({ stage: 'segments', open: false }),
    }),
  ],
  'POST /api/projects/{projectId}/guidelines/read': [
    about(`${ANNOTATORS} reviewer approver manager`, 'viewer administrator', { body: () => ({ version: 1 }) }),
  ],
}
