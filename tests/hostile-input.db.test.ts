import { expect, test } from 'vitest'
import { PATCH as renameAccount } from '@/app/api/account/route'
import { GET as listItems } from '@/app/api/projects/[projectId]/items/route'
import { POST as createProject } from '@/app/api/projects/route'
import { sessionFor } from './actors'
import { makeMember, makeProject, makeUser } from './factories'

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
