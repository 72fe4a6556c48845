/** Access to projects: their pages' data, people, items, imports and exports. */

import { sentenceFile } from '@/tests/support/protocol-file'
import { ANNOTATORS, EVERYBODY, MANAGERS, MEMBERS, onProject, type Row, STAFF } from './row'
import type { Scene } from './scene'

const HIDDEN = { hidden: 'outsider' } as const
const readers = (ok: string, forbidden: string, more: Parameters<typeof onProject>[0] | object = {}) =>
  onProject({ ok, forbidden, ...HIDDEN, ...more })
const managed = (more: object = {}) => readers(MANAGERS, `viewer ${ANNOTATORS} reviewer approver`, more)
const noVersions = (more: object = {}) =>
  managed({ params: { version: '1' }, ok: '', hidden: `outsider ${MANAGERS}`, ...more })
const staffed = (more: object = {}) => readers(STAFF, `viewer ${ANNOTATORS}`, more)
const browsed = (more: object = {}) => readers(`viewer ${STAFF}`, ANNOTATORS, more)
const shared = (more: object = {}) => readers(MEMBERS, '', more)

const byId = (row: Row, params: (scene: Scene) => Record<string, string>): Row => ({
  ...row,
  input: (scene) => ({ ...row.input(scene), params: params(scene) }),
})
const item = (row: Row) => byId(row, (scene) => ({ itemId: scene.task.itemId }))
const file = (row: Row) => byId(row, (scene) => ({ importId: scene.extras.importId }))
const member = (row: Row) => byId(row, (scene) => ({ projectId: scene.project.id, userId: scene.people.unassigned.id }))

/** Moments that make a difference to what may be read. */
const EVERY_MOMENT = ['open', 'listing', 'revealed', 'gold', 'discarded'] as const

const NO_MAKERS = 'outsider viewer assigned unassigned partner reviewer approver'

/** For those who may create projects: the manager's account has the right. */
const forMakers = (body: unknown): Row => ({
  moment: 'open',
  input: () => ({ body }),
  ok: MANAGERS,
  forbidden: NO_MAKERS,
})

/** Of a protocol file that the manager has published. */
const versionRow: Row = {
  moment: 'open',
  input: ({ extras: { protocol } }) => ({ params: { id: protocol.id, version: String(protocol.version) } }),
  ok: MANAGERS,
  hidden: NO_MAKERS,
}
const unknownVersion = () => ({ params: { id: 'no-such-file', version: '1' } })

/** Everybody has an inbox, of their own; what stands in it at each moment is searched for what others chose and wrote. */
const inboxRows: Row[] = (['open', 'revealed', 'gold'] as const).map((moment) => ({
  moment,
  input: () => ({}),
  ok: EVERYBODY,
}))

const handOver = (scene: Scene) => ({ fromUserId: scene.people.assigned.id })
const byRule = (scene: Scene) => ({ stage: 'segments', people: [{ userId: scene.people.unassigned.id }] })

export const projectTable: Record<string, Row[]> = {
  'GET /api/projects': [{ moment: 'open', input: () => ({}), ok: EVERYBODY }],
  'GET /api/inbox': inboxRows,
  'GET /api/inbox/stream': inboxRows,
  'GET /api/protocols': [{ moment: 'open', input: () => ({}), ok: EVERYBODY }],
  'POST /api/protocols': [forMakers({ source: sentenceFile('published-here'), files: [] })],
  'GET /api/protocol-examples': [{ moment: 'open', input: () => ({}), ok: EVERYBODY }],
  'GET /api/protocol-examples/{name}': [
    { moment: 'open', input: () => ({ params: { name: 'my-labels' } }), ok: EVERYBODY },
  ],
  'GET /api/protocol-examples/{name}/{file}': [
    { moment: 'open', input: () => ({ params: { name: 'my-labels', file: 'my-labels.jsonl' } }), ok: EVERYBODY },
    {
      moment: 'open',
      input: () => ({ params: { name: 'my-labels', file: '../../../package.json' } }),
      ok: '',
      hidden: EVERYBODY,
    },
  ],
  'POST /api/protocol-checks': [forMakers({ source: 'assay: protocol/1', files: [] })],
  'GET /api/protocols/{id}/{version}': [
    versionRow,
    { ...versionRow, input: unknownVersion, ok: '', hidden: EVERYBODY },
  ],
  'DELETE /api/protocols/{id}/{version}': [versionRow],
  'GET /api/projects/{projectId}/protocol-versions': [managed()],
  // The protocol of the project is built in: it has no versions.
  'GET /api/projects/{projectId}/protocol-versions/{version}': [noVersions()],
  'POST /api/projects/{projectId}/protocol-versions/{version}': [noVersions({ body: () => ({ from: 1 }) })],
  'POST /api/projects': [
    // The manager's account has the right to create projects; the outsider manages a project without it.
    {
      moment: 'open',
      input: () => ({ body: { name: 'New', protocolId: 'felm' } }),
      ok: MANAGERS,
      forbidden: 'outsider viewer assigned unassigned partner reviewer approver',
    },
    // Only managers of a project may copy it.
    {
      moment: 'open',
      input: ({ project }) => ({ body: { name: 'New', protocolId: 'felm', template: { projectId: project.id } } }),
      ok: MANAGERS,
      forbidden: 'outsider viewer assigned unassigned partner reviewer approver',
    },
  ],
  'POST /api/file-samples': [
    {
      moment: 'open',
      input: () => ({ query: { byteSize: '31' }, body: '{"prompt":"p","response":"r"}' }),
      ok: MANAGERS,
      forbidden: 'outsider viewer assigned unassigned partner reviewer approver',
    },
  ],
  'GET /api/projects/{projectId}': [shared()],
  'PATCH /api/projects/{projectId}': [managed({ body: () => ({ description: 'x' }) })],
  'DELETE /api/projects/{projectId}': [managed({ body: () => ({ name: 'Scene' }) })],
  'POST /api/projects/{projectId}/archive': [managed()],
  'DELETE /api/projects/{projectId}/archive': [managed()],
  'GET /api/projects/{projectId}/home': [shared(), shared({ moment: 'revealed' })],
  'PATCH /api/projects/{projectId}/stages/{stageKey}': [
    managed({ params: { stageKey: 'segments' }, body: () => ({ queue: false }) }),
  ],
  'GET /api/projects/{projectId}/hours': [managed()],
  'GET /api/projects/{projectId}/hours/download': [managed()],
  'PUT /api/projects/{projectId}/hours/rates': [
    managed({ body: () => ({ currency: 'EUR', rate: 1500, people: {}, expectedRevision: 0 }) }),
  ],
  'GET /api/projects/{projectId}/audit-log': [
    ...EVERY_MOMENT.map((moment) => managed({ moment })),
    ...EVERY_MOMENT.map((moment) => managed({ moment, query: { kind: 'answers' } })),
  ],
  'GET /api/projects/{projectId}/audit-log/download': [managed(), managed({ query: { format: 'jsonl' } })],
  'GET /api/projects/{projectId}/guidelines': [shared()],
  'POST /api/projects/{projectId}/guidelines': [
    managed({ body: () => ({ body: 'Read well.', note: 'shorter', basedOn: 1 }) }),
  ],
  'GET /api/projects/{projectId}/guidelines/{version}': [shared({ params: { version: 'latest' } })],
  'GET /api/projects/{projectId}/guidelines/touched': [managed()],
  'POST /api/projects/{projectId}/guidelines/ask-again': [
    managed({ body: (scene: Scene) => ({ version: 1, taskIds: [scene.task.id], comment: 'Look again.' }) }),
  ],
  'GET /api/projects/{projectId}/members': [staffed()],
  'POST /api/projects/{projectId}/members': [
    managed({ body: (scene: Scene) => ({ email: scene.extras.bystander.email, role: 'viewer' }) }),
  ],
  'PATCH /api/projects/{projectId}/members': [
    managed({
      body: (scene: Scene) => ({
        people: [
          {
            userId: scene.people.unassigned.id,
            seen: { quota: null, domains: [], tags: [], languages: [] },
          },
        ],
        change: { languages: [] },
      }),
    }),
  ],
  'PATCH /api/projects/{projectId}/members/{userId}': [member(managed({ body: () => ({ quota: 3 }) }))],
  'DELETE /api/projects/{projectId}/members/{userId}': [member(managed())],
  'POST /api/projects/{projectId}/next-task': [
    onProject({ ok: `${ANNOTATORS} reviewer approver manager`, forbidden: 'viewer administrator', ...HIDDEN }),
  ],
  'POST /api/projects/{projectId}/next-task/annotation': [
    onProject({ ok: `${ANNOTATORS} reviewer approver manager`, forbidden: 'viewer administrator', ...HIDDEN }),
  ],
  'GET /api/projects/{projectId}/foreseen': [
    onProject({
      ok: `${ANNOTATORS} reviewer approver manager`,
      forbidden: 'viewer administrator',
      ...HIDDEN,
      query: { after: '0193a0a0-0000-7000-8000-000000000001' },
    }),
  ],
  'GET /api/projects/{projectId}/submissions': [shared(), shared({ moment: 'gold' })],
  'GET /api/projects/{projectId}/outcomes': [shared(), shared({ moment: 'gold', query: { only: 'overruled' } })],
  'GET /api/projects/{projectId}/inquiries': [managed(), managed({ query: { state: 'answered' } })],
  'POST /api/projects/{projectId}/inquiries/{inquiryId}/answer': [
    byId(managed({ body: () => ({ answer: 'Yes, it is.' }) }), ({ project, extras }) => ({
      projectId: project.id,
      inquiryId: extras.inquiryId,
    })),
  ],
  'GET /api/projects/{projectId}/assignments': [managed()],
  'POST /api/projects/{projectId}/assignments': [
    managed({ body: (scene: Scene) => ({ userIds: [scene.people.unassigned.id], count: 1 }) }),
  ],
  'GET /api/projects/{projectId}/teams': [managed()],
  // They may; there is no such team.
  'POST /api/projects/{projectId}/teams': [
    managed({
      body: (scene: Scene) => ({ teamId: scene.task.id, role: 'annotator' }),
      ok: '',
      hidden: `outsider ${MANAGERS}`,
    }),
  ],
  'DELETE /api/projects/{projectId}/teams/{teamId}': [
    byId(managed({ ok: '', hidden: `outsider ${MANAGERS}` }), ({ project, task }) => ({
      projectId: project.id,
      teamId: task.id,
    })),
  ],
  'POST /api/projects/{projectId}/teams/{teamId}/changes': [
    byId(
      managed({ body: () => ({ fingerprint: 'none' }), ok: '', hidden: `outsider ${MANAGERS}` }),
      ({ project, task }) => ({ projectId: project.id, teamId: task.id }),
    ),
  ],
  'POST /api/projects/{projectId}/assignments/by-rule/preview': [managed({ body: byRule })],
  'POST /api/projects/{projectId}/assignments/hand-over/preview': [managed({ body: handOver })],
  'POST /api/projects/{projectId}/assignments/hand-over': [
    managed({
      body: (scene: Scene) => ({ ...handOver(scene), fingerprint: 'none' }),
      ok: '',
      stopped: { 409: MANAGERS },
    }),
  ],
  // They may; the fingerprint is that of no preview.
  'POST /api/projects/{projectId}/assignments/by-rule': [
    managed({
      body: (scene: Scene) => ({ ...byRule(scene), fingerprint: 'none' }),
      ok: '',
      stopped: { 409: MANAGERS },
    }),
  ],
  'GET /api/projects/{projectId}/items': [
    browsed(),
    browsed({ query: { question: 'label' } }),
    browsed({ query: { columns: 'state,tags,priority,imported,changed,/prompt', sort: 'state' } }),
    ...EVERY_MOMENT.flatMap((moment) => [
      staffed({ moment, query: { columns: 'assignees,agreement,model,/labels,/comment' } }),
      browsed({ moment, query: { columns: '/labels,/type,/comment' } }),
      browsed({ moment, query: { gold: 'e' } }),
    ]),
    browsed({ query: { panel: 'sizes', row: 'all', column: '0' } }),
    browsed({ moment: 'revealed' }),
    browsed({ moment: 'discarded' }),
    // Filters by ratings: for those who may read answers, and only of revealed tasks.
    ...(['open', 'revealed', 'discarded'] as const).flatMap((moment) =>
      [{ a: 'false' }, { a: 'true', b: 'false' }, { raters: 'a1' }, { a: 'false', raters: 'a1,a2' }].map((figure) =>
        staffed({ moment, query: { stage: 'segments', measure: 'label', ...figure } }),
      ),
    ),
    // There is no filter by people's ids, and ratings need to say of what.
    onProject({
      moment: 'revealed',
      ok: '',
      stopped: { 400: STAFF },
      forbidden: `viewer ${ANNOTATORS}`,
      ...HIDDEN,
      query: { question: 'label', a: 'false' },
    }),
  ],
  'GET /api/projects/{projectId}/items/facets': [browsed()],
  'POST /api/projects/{projectId}/items/open': [staffed({ moment: 'preparing' })],
  'GET /api/projects/{projectId}/items/download': [
    browsed({ query: { format: 'csv' } }),
    browsed({ query: { format: 'jsonl', columns: 'state,tags,priority,/prompt', sort: '-changed' } }),
    ...(['open', 'revealed', 'gold', 'discarded'] as const).flatMap((moment) => [
      staffed({ moment, query: { format: 'jsonl', columns: 'assignees,agreement,model,/labels,/comment' } }),
      browsed({ moment, query: { format: 'csv', columns: '/labels,/comment,/index' } }),
      staffed({ moment, query: { format: 'csv', stage: 'segments', measure: 'label', a: 'false' } }),
    ]),
  ],
  'GET /api/projects/{projectId}/items/views': [browsed()],
  'POST /api/projects/{projectId}/items/views': [
    browsed({ body: () => ({ name: 'Mine', query: { sort: 'title' } }) }),
    managed({ body: () => ({ name: 'Ours', query: { sort: 'title' }, shared: true }) }),
    staffed({ body: () => ({ name: 'Mine', query: { columns: 'assignees' } }) }),
    staffed({ body: () => ({ name: 'Mine', query: { stage: 'segments', measure: 'label', a: 'false' } }) }),
  ],
  // The shared one is the manager's; their own is hidden from everybody else.
  'PATCH /api/projects/{projectId}/items/views/{viewId}': [
    byId(managed({ body: () => ({ name: 'Other' }) }), ({ project, extras }) => ({
      projectId: project.id,
      viewId: extras.sharedViewId,
    })),
    byId(
      onProject({
        ok: 'manager',
        forbidden: ANNOTATORS,
        hidden: 'outsider viewer reviewer approver administrator',
        body: () => ({ name: 'Other' }),
      }),
      ({ project, extras }) => ({ projectId: project.id, viewId: extras.ownViewId }),
    ),
  ],
  'DELETE /api/projects/{projectId}/items/views/{viewId}': [
    byId(managed(), ({ project, extras }) => ({ projectId: project.id, viewId: extras.sharedViewId })),
  ],
  'GET /api/projects/{projectId}/items/edits': [managed()],
  'POST /api/projects/{projectId}/items/edits': [
    managed({
      body: ({ task }: Scene) => ({ selection: { ids: [task.itemId] }, change: { act: 'set', priority: 2 } }),
    }),
    managed({ body: () => ({ selection: { filter: {}, expected: 1 }, change: { act: 'set', addTags: ['long'] } }) }),
    // By what was answered as by anything else; and not where the number that it finds is another.
    managed({
      moment: 'revealed',
      ok: '',
      stopped: { 409: MANAGERS },
      body: () => ({
        selection: { filter: { stage: 'segments', measure: 'label', a: 'false' }, expected: 9 },
        change: { act: 'set', priority: 2 },
      }),
    }),
    managed({
      body: ({ task }: Scene) => ({
        selection: { ids: [task.itemId] },
        change: { act: 'discard', reason: 'riddle', note: '' },
      }),
    }),
  ],
  'POST /api/projects/{projectId}/items/edits/{editId}/undo': [
    byId(managed(), ({ project, extras }) => ({ projectId: project.id, editId: extras.editId })),
  ],
  'GET /api/items/{itemId}': EVERY_MOMENT.map((moment) => item(browsed({ moment }))),
  'GET /api/items/{itemId}/distributions': EVERY_MOMENT.map((moment) => item(staffed({ moment }))),
  'GET /api/items/{itemId}/history': EVERY_MOMENT.map((moment) => item(browsed({ moment }))),
  'PATCH /api/items/{itemId}/facts': [item(managed({ body: () => ({ domain: 'rivers', tags: ['long'] }) }))],
  'PUT /api/items/{itemId}/segments': [
    item(
      staffed({
        moment: 'preparing',
        body: (scene: Scene) => ({
          stage: 'segments',
          segments: scene.task.units.filter((unit) => unit.kind === 'segment').map((unit) => unit.text),
          expectedRevision: 1,
        }),
      }),
    ),
  ],
  // They may, but there is nothing to put back.
  'DELETE /api/items/{itemId}/segments': [
    item(
      onProject({
        moment: 'preparing',
        ok: '',
        stopped: { 422: STAFF },
        forbidden: `viewer ${ANNOTATORS}`,
        ...HIDDEN,
        body: () => ({ stage: 'segments', expectedRevision: 1 }),
      }),
    ),
  ],
  'POST /api/projects/{projectId}/imports': [
    managed({ query: { fileName: 'a.jsonl' }, body: () => '{"prompt":"p","response":"r"}' }),
  ],
  'GET /api/projects/{projectId}/imports': [managed()],
  // Without a file; with one, who may would wait for the worker.
  'POST /api/projects/{projectId}/imports/file': [
    managed({ query: { fileName: 'a.jsonl' }, ok: '', stopped: { 400: MANAGERS } }),
  ],
  'GET /api/imports/{importId}': [file(managed())],
  // The scene's file has neither problems nor columns.
  'GET /api/imports/{importId}/rejected': [file(managed({ ok: '', stopped: { 422: MANAGERS } }))],
  'POST /api/imports/{importId}/apply': [file(managed({ body: () => ({}) }))],
  'POST /api/imports/{importId}/mapping': [
    file(managed({ body: () => ({ mapping: null }), ok: '', stopped: { 422: MANAGERS } })),
  ],
  // Nor was its upload begun in parts.
  'PUT /api/imports/{importId}/parts': [
    file(managed({ query: { offset: '0' }, body: () => 'x', ok: '', stopped: { 422: MANAGERS } })),
  ],
  'POST /api/imports/{importId}/cancel': [file(managed())],
  'GET /api/projects/{projectId}/exports': [browsed(), browsed({ moment: 'gold' })],
  // Gold is for viewers too; what single annotators answered is not.
  'GET /api/projects/{projectId}/exports/{format}': EVERY_MOMENT.flatMap((moment) => [
    ...[moment === 'listing' ? 'benchmark' : 'felm', 'native'].map((format) => browsed({ moment, params: { format } })),
    ...['annotations', 'ratings', 'ratings-json', 'distributions'].map((format) =>
      staffed({ moment, params: { format } }),
    ),
  ]),
  'GET /api/projects/{projectId}/review': [
    shared(),
    shared({ moment: 'revealed' }),
    // A lead's tags are for who browses the items: annotators learn nothing of them by what is under discussion.
    staffed({ moment: 'revealed', query: { tag: 'long', domain: 'wk' } }),
  ],
}
