import { expect, test } from 'vitest'
import { addDocuments } from '@/lib/automation/evidence/corpus/add-documents'
import { tryCorpusEndpoint } from '@/lib/automation/evidence/corpus/contract'
import { pool } from '@/lib/platform/server/db'
import { listProjectAuditEndpoint } from '@/lib/workspace/audit-log/contract'
import { actorOf, sessionFor } from './actors'
import { makeMember, makeProject, makeUser } from './factories'
import { callRoute, routeAt } from './support/call-route'

const renameAccount = routeAt('PATCH /api/account')
const listItems = routeAt('GET /api/projects/{projectId}/items')
const createProject = routeAt('POST /api/projects')

const context = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) })
const send = async (body: string, headers: Record<string, string> = {}) => {
  const cookie = await sessionFor(await makeUser())
  return new Request('http://localhost/api/x', {
    method: 'POST',
    body,
    headers: { cookie, host: 'localhost', ...headers },
  })
}

test.each([
  ['NUL', '{"name":"a\\u0000b","protocolId":"felm"}'],
  ['half a pair', '{"name":"a\\ud800","protocolId":"felm"}'],
  ['nothing to see', '{"name":"\\u200b","protocolId":"felm"}'],
  ['not JSON', '{"name":'],
  ['another type', '[1,2,3]'],
])('%s in a body is refused with 400', async (_, body) => {
  const answer = await createProject(await send(body), context())
  expect(answer.status).toBe(400)
  expect((await answer.json()).code).toBe('invalid_request')
})

test('NUL in a query is refused with 400', async () => {
  const project = await makeProject()
  const cookie = await sessionFor(await makeMember(project, 'manager'))
  const request = new Request(`http://localhost/api/projects/${project.id}/items?q=%00`, { headers: { cookie } })
  expect((await listItems(request, context({ projectId: project.id }))).status).toBe(400)
})

test.each([
  ['0000-01-01', 400],
  ['0000-12-31', 400],
  ['0001-01-01', 200],
  ['9999-12-31', 200],
])('the day %s is answered with %s wherever a day is asked for', async (day, status) => {
  const project = await makeProject()
  const headers = { cookie: await sessionFor(await makeMember(project, 'manager')) }
  const params = { projectId: project.id }
  for (const end of ['from', 'to']) {
    const answer = await callRoute(listProjectAuditEndpoint, { params, query: { [end]: day }, headers })
    expect(answer.status).toBe(status)
  }
  const query = { query: 'ocean', asOf: day }
  expect((await callRoute(tryCorpusEndpoint, { params, query, headers })).status).toBe(status)
})

test('a document of the year 1 keeps its day, and one of the year 0 is refused with a line', async () => {
  const project = await makeProject()
  const actor = actorOf(await makeMember(project, 'manager'))
  const add = (publishedAt: string) =>
    addDocuments(actor, project.id, {
      name: 'docs.jsonl',
      body: new Blob([JSON.stringify({ text: 'Of the ocean.', publishedAt })]).stream(),
    })
  await expect(add('0000-01-01')).rejects.toThrow('the file has one problem')
  expect(await add('0001-01-01')).toMatchObject({ added: 1 })
  const { rows } = await pool().query(
    'select published_at::text as "day" from corpus_documents where project_id = $1',
    [project.id],
  )
  expect(rows).toEqual([{ day: '0001-01-01' }])
})

test.each(['null', 'https://elsewhere.example', 'not an origin'])(
  'origin %s may not change anything',
  async (origin) => {
    const answer = await renameAccount(await send('{"name":"Eve"}', { origin }), context())
    expect(answer.status).toBe(403)
  },
)

test('a broken cookie is nobody', async () => {
  const request = new Request('http://localhost/api/x', {
    method: 'POST',
    headers: { cookie: 'next-auth.session-token=%E0%A4%A' },
  })
  expect((await createProject(request, context())).status).toBe(401)
})
