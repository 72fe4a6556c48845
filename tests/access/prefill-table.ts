/** Access to pre-fill: runs, settings, the corpus, searches at a task, what annotators see of suggestions, and its effect. */
import { ANNOTATORS, MANAGERS, MEMBERS, onProject, onTask, type Row, STAFF } from './row'
import type { Moment, Scene } from './scene'

const NOT_MANAGING = `viewer ${ANNOTATORS} reviewer approver`
const BROWSING = `viewer ${STAFF}`

type More = Partial<Omit<Row, 'input'>> & {
  body?: (scene: Scene) => unknown
  query?: Record<string, string>
  params?: (scene: Scene) => Record<string, string>
}

/** A row about the project, with addresses that only the scene knows. */
function about({ params, ...more }: More & Pick<Row, 'ok'>): Row {
  const row = onProject({ hidden: 'outsider', ...more })
  return {
    ...row,
    input: (scene) => ({ ...row.input(scene), params: { projectId: scene.project.id, ...params?.(scene) } }),
  }
}

const managed = (more: More = {}) => about({ ok: MANAGERS, forbidden: NOT_MANAGING, ...more })
/** They may, but a rule stops them here. */
const stopped = (more: More = {}) => managed({ ok: '', stopped: { 422: MANAGERS }, ...more })
const browsed = (more: More = {}) => about({ ok: BROWSING, forbidden: ANNOTATORS, ...more })

const staffed = (more: More = {}) => about({ ok: STAFF, forbidden: `viewer ${ANNOTATORS}`, ...more })

const run = ({ extras }: Scene) => ({ runId: extras.runId })
const ended = ({ extras }: Scene) => ({ runId: extras.endedRunId })
const document = ({ extras }: Scene) => ({ documentId: extras.documentId })

const steps = [{ key: 'segments', method: 'rules' }]
const rules = { name: 'By rules', stage: 'segments', steps }
const generation = {
  name: 'Answers',
  prompts: [{ prompt: 'Which is the longest river?', externalId: null }],
  models: ['m'],
}
const policy = { stage: 'segments', unitKind: 'segment', question: 'label', policy: 'hidden' }

/** A row about one of the searches at the task: that of the partner, who knows what it was for. */
function atSearch(
  moment: Moment,
  ok: string,
  more: Partial<Row> & { rest?: Record<string, string>; body?: unknown },
): Row {
  const { rest, body, ...row } = more
  return {
    ...onTask({ moment, ok, ...row }),
    input: ({ task, extras }) => ({ params: { taskId: task.id, searchId: extras.searchId, ...rest }, body }),
  }
}

const searching = { query: 'Where does the Danube rise?', unit: 's1' }
const readers = `partner assigned ${STAFF}`

export const prefillTable: Record<string, Row[]> = {
  'GET /api/projects/{projectId}/prefill': [browsed()],
  'PATCH /api/projects/{projectId}/prefill': [managed({ body: () => ({ concurrency: 4 }) })],
  'POST /api/projects/{projectId}/prefill/trials': [
    managed({ body: ({ task }) => ({ itemId: task.itemId, stage: 'segments', steps }) }),
  ],
  'GET /api/projects/{projectId}/runs': [browsed()],
  'POST /api/projects/{projectId}/runs': [
    managed({ moment: 'preparing', body: () => rules }),
    // Somebody has submitted: nothing is left to propose for.
    stopped({ moment: 'revealed', body: () => rules }),
  ],
  'GET /api/projects/{projectId}/runs/{runId}': [
    browsed({ params: run }),
    browsed({ params: run, moment: 'revealed' }),
  ],
  'GET /api/projects/{projectId}/runs/{runId}/items': [browsed({ params: run })],
  'GET /api/projects/{projectId}/runs/{runId}/stream': [browsed({ params: run })],
  'POST /api/projects/{projectId}/runs/{runId}/acts': [managed({ params: run, body: () => ({ act: 'pause' }) })],
  'GET /api/projects/{projectId}/runs/{runId}/triage': [stopped({ params: ended })],
  'POST /api/projects/{projectId}/runs/{runId}/triage': [stopped({ params: ended, body: () => ({ bounds: {} }) })],
  // Nobody can be asked here.
  'POST /api/projects/{projectId}/generations': [stopped({ body: () => generation })],
  'GET /api/projects/{projectId}/outputs': [managed()],
  'POST /api/projects/{projectId}/outputs': [managed({ query: { fileName: 'x.jsonl' }, body: () => '{"a":1}\n' })],
  'GET /api/projects/{projectId}/corpus': [browsed()],
  'POST /api/projects/{projectId}/corpus': [
    managed({ query: { fileName: 'x.jsonl' }, body: () => '{"title":"Rivers","text":"The Danube is long."}\n' }),
  ],
  'DELETE /api/projects/{projectId}/corpus': [managed()],
  // The protocol here takes no documents.
  'POST /api/projects/{projectId}/corpus/items': [stopped()],
  'GET /api/projects/{projectId}/corpus/search': [browsed({ query: { query: 'Danube' } })],
  'GET /api/projects/{projectId}/corpus/{documentId}': [about({ ok: MEMBERS, params: document })],
  'DELETE /api/projects/{projectId}/corpus/{documentId}': [managed({ params: document })],
  'GET /api/projects/{projectId}/suggestion-policies': [browsed()],
  'PUT /api/projects/{projectId}/suggestion-policies': [managed({ body: () => ({ policies: [policy] }) })],
  'GET /api/projects/{projectId}/anchoring': [browsed(), browsed({ moment: 'revealed' }), browsed({ moment: 'gold' })],
  'GET /api/projects/{projectId}/anchoring/receipt': [
    staffed(),
    staffed({ moment: 'revealed' }),
    staffed({ moment: 'gold', query: { form: 'script' } }),
  ],
  'POST /api/tasks/{taskId}/suggestions': [
    onTask({
      moment: 'open',
      ok: 'assigned',
      forbidden: `viewer partner ${STAFF}`,
      hidden: 'outsider unassigned',
      body: ({ draftId }) => ({ annotationId: draftId, places: [{ unit: 's1', question: 'label' }] }),
    }),
  ],
  'GET /api/tasks/{taskId}/searches': (['open', 'revealed', 'gold'] as const).map((moment) =>
    onTask({ moment, ok: `viewer ${readers}`, hidden: 'outsider unassigned' }),
  ),
  'POST /api/tasks/{taskId}/searches': [
    onTask({
      moment: 'open',
      ok: 'assigned',
      forbidden: `viewer partner ${STAFF}`,
      hidden: 'outsider unassigned',
      body: () => searching,
    }),
  ],
  'POST /api/tasks/{taskId}/searches/{searchId}/opened': [
    // It is the partner's, and nobody hears of it before the reveal.
    atSearch('open', '', {
      forbidden: `viewer partner ${STAFF}`,
      hidden: 'outsider unassigned assigned',
      body: { rank: 1 },
    }),
  ],
  'POST /api/tasks/{taskId}/searches/{searchId}/quoted': [
    atSearch('open', '', {
      forbidden: `viewer partner ${STAFF}`,
      hidden: 'outsider unassigned assigned',
      body: { rank: 1, sha256: 'a'.repeat(64), start: 0, end: 5 },
    }),
  ],
  'GET /api/tasks/{taskId}/searches/{searchId}/pages/{sha256}': [
    // Nobody has opened a page of it.
    atSearch('open', '', {
      hidden: `outsider unassigned viewer ${readers}`,
      rest: { sha256: 'a'.repeat(64) },
    }),
  ],
}
