/** Who sees which page: one row for each address and moment. */
import { SYSTEM } from '@/tests/access/results-scene'
import { ANNOTATORS, EVERYBODY, MANAGERS, MEMBERS, STAFF } from '@/tests/access/row'
import { type ActorName, actors, type Moment, type Scene } from '@/tests/access/scene'

/** What a reader meets: the page, a way elsewhere, or one of the two pages that say no. */
export type Outcome = 'shown' | 'sign-in' | 'refused' | 'hidden' | `to ${string}`

export interface PageRow {
  moment: Moment
  /** The address in the scene; the row's key by default. */
  path?: (scene: Scene) => string
  expected: Map<ActorName, Outcome>
}

/** An expired token is no way to open a page, so it counts as nobody. */
export const readers = actors.filter((name) => name !== 'expired')

function row(groups: Partial<Record<Outcome, string>>, more: Partial<PageRow> = {}): PageRow {
  const expected = new Map<ActorName, Outcome>()
  for (const [outcome, names] of Object.entries(groups) as [Outcome, string][])
    for (const name of names.split(' ').filter(Boolean) as ActorName[]) {
      if (expected.has(name)) throw new Error(`the row says “${name}” twice`)
      expected.set(name, outcome)
    }
  const forgotten = readers.filter((name) => !expected.has(name))
  if (forgotten.length > 0) throw new Error(`the row forgets ${forgotten.join(', ')}`)
  return { moment: 'open', ...more, expected }
}

const ALL = `nobody ${EVERYBODY}`
const others = (known: string, names: string) => {
  const shown = names.split(' ')
  return known
    .split(' ')
    .filter((name) => !shown.includes(name))
    .join(' ')
}
const signedIn = (shown = EVERYBODY, moment: Moment = 'open') =>
  row({ 'sign-in': 'nobody', shown, refused: others(EVERYBODY, shown) }, { moment })
const project = (page: string, shown = MEMBERS, more: Partial<PageRow> = {}) =>
  row(
    { 'sign-in': 'nobody', hidden: 'outsider', shown, refused: others(MEMBERS, shown) },
    { path: (scene) => `/projects/${scene.project.id}${page}`, ...more },
  )
const task = (page: string, moment: Moment, shown: string) =>
  row(
    {
      'sign-in': 'nobody',
      hidden: 'outsider unassigned',
      shown,
      refused: others(others(MEMBERS, 'unassigned'), shown),
    },
    { moment, path: ({ project: { id }, task: { id: taskId } }) => `/projects/${id}/tasks/${taskId}/${page}` },
  )
const triagePath = ({ project: { id }, extras }: Scene) => `/projects/${id}/prefill/runs/${extras.endedRunId}/triage`
const none = '00000000-0000-7000-8000-000000000000'

/** By the address of the page's folder in `app`, groups left out. */
export const pageTable: Record<string, PageRow[]> = {
  '/': [row({ 'sign-in': 'nobody', 'to /projects': 'administrator', 'to /inbox': others(EVERYBODY, 'administrator') })],
  '/inbox': [signedIn(), signedIn(EVERYBODY, 'revealed')],
  '/sign-in': [row({ shown: 'nobody', 'to /': EVERYBODY })],
  '/setup': [row({ 'to /sign-in': ALL })],
  '/invitations/[token]': [row({ shown: ALL }, { path: () => '/invitations/no-such-link' })],
  '/resets/[token]': [row({ shown: ALL }, { path: () => '/resets/no-such-link' })],
  '/unsubscribe/[token]': [row({ shown: ALL }, { path: () => '/unsubscribe/no-such-link' })],
  '/r/[secret]': [
    row({ shown: ALL }, { moment: 'released', path: ({ extras }) => `/r/${extras.releaseSecret}` }),
    row({ hidden: ALL }, { path: () => '/r/no-such-link' }),
  ],
  '/docs/api': [row({ shown: ALL })],
  '/docs/api/[tag]': [
    row({ shown: ALL }, { path: () => '/docs/api/imports' }),
    row({ hidden: ALL }, { path: () => '/docs/api/no-such-tag' }),
  ],
  '/projects': [signedIn()],
  '/projects/new': [signedIn()],
  '/account': [signedIn()],
  '/account/hours': [signedIn()],
  '/add-evidence': [signedIn()],
  '/ratings': [signedIn()],
  '/protocols': [signedIn()],
  // Who may not create projects is told so.
  '/protocols/new': [signedIn()],
  '/protocols/[id]/[version]': [
    row(
      { 'sign-in': 'nobody', shown: MANAGERS, hidden: others(EVERYBODY, MANAGERS) },
      { path: ({ extras: { protocol } }) => `/protocols/${protocol.id}/${protocol.version}` },
    ),
    row({ 'sign-in': 'nobody', hidden: EVERYBODY }, { path: () => '/protocols/no-such-file/1' }),
  ],
  // The outsider manages a project elsewhere.
  '/teams': [signedIn(`outsider ${MANAGERS}`)],
  '/admin/groups': [signedIn('administrator')],
  '/admin/users': [signedIn('administrator')],
  '/admin/audit-log': [signedIn('administrator')],
  '/admin/keys': [signedIn('administrator')],
  '/admin/mail': [signedIn('administrator')],
  '/projects/[projectId]': [
    project(''),
    project('', MEMBERS, { moment: 'revealed' }),
    row({ 'sign-in': 'nobody', hidden: EVERYBODY }, { path: () => `/projects/${none}` }),
    row({ 'sign-in': 'nobody', hidden: EVERYBODY }, { path: () => '/projects/no-id' }),
  ],
  '/projects/[projectId]/guidelines': [project('/guidelines')],
  '/projects/[projectId]/submissions': [project('/submissions')],
  '/projects/[projectId]/practice': [project('/practice', others(MEMBERS, 'viewer'))],
  '/projects/[projectId]/practice/[stage]/[key]': [
    project('/practice/segments/spiders', others(MEMBERS, 'viewer')),
    row(
      { 'sign-in': 'nobody', refused: 'viewer', hidden: others(EVERYBODY, 'viewer') },
      { path: ({ project: { id } }) => `/projects/${id}/practice/segments/nothing` },
    ),
  ],
  '/projects/[projectId]/review': [project('/review')],
  '/projects/[projectId]/prefill': [project('/prefill', `viewer ${STAFF}`)],
  '/projects/[projectId]/prefill/new': [project('/prefill/new', MANAGERS)],
  '/projects/[projectId]/prefill/generate': [project('/prefill/generate', MANAGERS)],
  '/projects/[projectId]/prefill/settings': [project('/prefill/settings', MANAGERS)],
  '/projects/[projectId]/prefill/outputs': [project('/prefill/outputs', MANAGERS)],
  '/projects/[projectId]/prefill/policies': [project('/prefill/policies', `viewer ${STAFF}`)],
  '/projects/[projectId]/prefill/anchoring': [project('/prefill/anchoring', `viewer ${STAFF}`)],
  '/projects/[projectId]/prefill/corpus': [project('/prefill/corpus', `viewer ${STAFF}`)],
  '/projects/[projectId]/prefill/corpus/[documentId]': [
    project('', MEMBERS, {
      path: ({ project: { id }, extras }) => `/projects/${id}/prefill/corpus/${extras.documentId}`,
    }),
  ],
  '/projects/[projectId]/prefill/runs/[runId]': [
    project('', `viewer ${STAFF}`, {
      path: ({ project: { id }, extras }) => `/projects/${id}/prefill/runs/${extras.runId}`,
    }),
  ],
  '/projects/[projectId]/prefill/runs/[runId]/triage': [
    project('', MANAGERS, { moment: 'discussing', path: triagePath }),
    // FELM has no numbers to choose by, and so no such page.
    row(
      { 'sign-in': 'nobody', hidden: `outsider ${MANAGERS}`, refused: others(MEMBERS, MANAGERS) },
      { path: triagePath },
    ),
  ],
  '/projects/[projectId]/items': [project('/items', `viewer ${STAFF}`)],
  '/projects/[projectId]/items/[itemId]': [
    project('', `viewer ${STAFF}`, {
      path: ({ project: { id }, task: { itemId } }) => `/projects/${id}/items/${itemId}`,
    }),
    row({ 'sign-in': 'nobody', hidden: EVERYBODY }, { path: ({ project: { id } }) => `/projects/${id}/items/${none}` }),
  ],
  '/projects/[projectId]/agreement': [project('/agreement', `viewer ${STAFF}`)],
  '/projects/[projectId]/agreement/[stage]/[measure]': [
    project('', `viewer ${STAFF}`, { path: ({ project: { id } }) => `/projects/${id}/agreement/segments/label` }),
    project('', `viewer ${STAFF}`, {
      moment: 'revealed',
      path: ({ project: { id } }) => `/projects/${id}/agreement/segments/label`,
    }),
  ],
  '/projects/[projectId]/agreement/[stage]/[measure]/distributions': [
    project('', STAFF, { path: ({ project: { id } }) => `/projects/${id}/agreement/segments/label/distributions` }),
    project('', STAFF, {
      moment: 'revealed',
      path: ({ project: { id } }) => `/projects/${id}/agreement/segments/label/distributions`,
    }),
  ],
  '/projects/[projectId]/agreement/disagreements': [
    project('/agreement/disagreements', `viewer ${STAFF}`),
    project('/agreement/disagreements', `viewer ${STAFF}`, { moment: 'revealed' }),
  ],
  '/projects/[projectId]/agreement/plan': [project('/agreement/plan', `viewer ${STAFF}`)],
  '/projects/[projectId]/agreement/methods': [project('/agreement/methods', `viewer ${STAFF}`)],
  '/projects/[projectId]/progress': [project('/progress', `viewer ${STAFF}`)],
  '/projects/[projectId]/people': [project('/people', others(MEMBERS, 'viewer'))],
  '/projects/[projectId]/people/me': [
    project('/people/me', others(MEMBERS, 'viewer administrator')),
    project('/people/me', others(MEMBERS, 'viewer administrator'), { moment: 'revealed' }),
  ],
  '/projects/[projectId]/people/[userId]': [
    project('', MANAGERS, {
      moment: 'revealed',
      path: ({ project: { id }, people }) => `/projects/${id}/people/${people.assigned.id}`,
    }),
  ],
  '/projects/[projectId]/adjudicators': [project('/adjudicators', MANAGERS)],
  '/projects/[projectId]/calibration': [project('/calibration', MANAGERS)],
  '/projects/[projectId]/dataset': [project('/dataset', `viewer ${STAFF}`)],
  '/projects/[projectId]/checks': [project('/checks', `viewer ${STAFF}`)],
  '/projects/[projectId]/audits': [project('/audits', `viewer ${STAFF}`)],
  '/projects/[projectId]/evaluation': [project('/evaluation', `viewer ${STAFF}`)],
  '/projects/[projectId]/evaluation/errors': [
    project(`/evaluation/errors?task=segments&system=${SYSTEM}`, `viewer ${STAFF}`),
    row(
      { 'sign-in': 'nobody', hidden: EVERYBODY },
      { path: ({ project: { id } }) => `/projects/${id}/evaluation/errors` },
    ),
  ],
  '/projects/[projectId]/releases': [project('/releases', `viewer ${STAFF}`)],
  '/projects/[projectId]/releases/[number]/changes': [
    project('/releases/1/changes', `viewer ${STAFF}`, { moment: 'released' }),
  ],
  '/projects/[projectId]/releases/[number]': [
    project('/releases/1', `viewer ${STAFF}`, { moment: 'released' }),
    row(
      { 'sign-in': 'nobody', hidden: `outsider viewer ${STAFF}`, refused: ANNOTATORS },
      { path: ({ project: { id } }) => `/projects/${id}/releases/7` },
    ),
  ],
  '/projects/[projectId]/export': [project('/export', `viewer ${STAFF}`)],
  '/projects/[projectId]/members': [project('/members', STAFF)],
  '/projects/[projectId]/settings': [project('/settings', MANAGERS)],
  '/projects/[projectId]/hours': [project('/hours', MANAGERS)],
  '/projects/[projectId]/audit-log': [project('/audit-log', MANAGERS)],
  '/projects/[projectId]/assignments': [project('/assignments', MANAGERS)],
  '/projects/[projectId]/assignments/by-rule': [project('/assignments/by-rule', MANAGERS)],
  '/projects/[projectId]/import': [project('/import', MANAGERS)],
  '/projects/[projectId]/import/[importId]': [
    project('', MANAGERS, { path: ({ project: { id }, extras }) => `/projects/${id}/import/${extras.importId}` }),
  ],
  '/projects/[projectId]/tasks/[taskId]/annotate': [
    task('annotate', 'open', 'assigned partner'),
    task('annotate', 'revealed', 'assigned partner'),
  ],
  '/projects/[projectId]/tasks/[taskId]/timeline': [
    task('timeline', 'open', 'assigned partner'),
    task('timeline', 'revealed', `assigned partner ${STAFF}`),
  ],
  '/projects/[projectId]/tasks/[taskId]/consolidate': [
    task('consolidate', 'open', ''),
    task('consolidate', 'revealed', `assigned partner ${STAFF}`),
  ],
}
