/** Requests from other sites: whatever a browser says about where it comes from, with a cookie and with a token. */
import { expect, it } from 'vitest'
import { GET as nowhere } from '@/app/api/[[...path]]/route'
import { GET as signIn } from '@/app/api/auth/[...nextauth]/route'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { createToken } from '@/lib/workspace/users/tokens/create-token'
import { actorOf, sessionFor } from '@/tests/actors'
import { makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { routeAt } from '@/tests/support/call-route'

const getAccount = routeAt('GET /api/account')
const renameAccount = routeAt('PATCH /api/account')
const openApi = routeAt('GET /api/openapi.json')
const createProject = routeAt('POST /api/projects')
const getTimeline = routeAt('GET /api/tasks/{taskId}/timeline')

const HERE = 'https://assay.test'
env().NEXTAUTH_URL = HERE
const user = await makeUser({ canCreateProjects: true })
const cookie = await sessionFor(user)
const { secret } = await createToken(actorOf(user), { name: 'script', days: 1 })
const authorization = `Bearer ${secret}`
const context = { params: Promise.resolve({}) }

const table: [Record<string, string>, number][] = [
  // A browser on our own page, one that says nothing of itself, and the address typed by hand.
  [{ 'sec-fetch-site': 'same-origin', origin: HERE }, 200],
  [{}, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  // Everybody else, be it a neighbour under the same domain, another port, a file, or a name that looks like ours.
  [{ 'sec-fetch-site': 'same-site', origin: 'https://other.assay.test' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: 'https://elsewhere.example' }, 403],
  [{ origin: 'https://assay.test:8443' }, 403],
  [{ origin: 'https://assay.test.elsewhere.example' }, 403],
  [{ origin: 'https://elsewhere.example/assay.test' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'assay.test' }, 403],
]

it.each(table)('a cookie with %j may change something: %s', async (said, status) => {
  const headers = { cookie, host: 'assay.test', ...said }
  const renamed = await renameAccount(
    new Request(`${HERE}/api/account`, { method: 'PATCH', headers, body: '{"name":"Ada"}' }),
    context,
  )
  expect(renamed.status).toBe(status)
})

it.each(table)('a cookie with %j may read, which is remembered too: %s', async (said, status) => {
  const headers = { cookie, host: 'assay.test', ...said }
  expect((await getAccount(new Request(`${HERE}/api/account`, { headers }), context)).status).toBe(status)
})

it('a timeline that another site has opened in a tab is not taken for read', async () => {
  const project = await makeProject()
  const task = await makeTask(project)
  await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  const reviewer = await makeMember(project, 'reviewer')
  const navigated = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const open = async (site: string) => {
    const headers = { cookie: await sessionFor(reviewer), host: 'assay.test', ...navigated, 'sec-fetch-site': site }
    const answer = await getTimeline(new Request(`${HERE}/api/tasks/${task.id}/timeline`, { headers }), {
      params: Promise.resolve({ taskId: task.id }),
    })
    return [answer.status, await prisma().answerRead.count({ where: { taskId: task.id } })]
  }
  expect(await open('cross-site')).toEqual([403, 0])
  expect(await open('same-site')).toEqual([403, 0])
  expect(await open('same-origin')).toEqual([200, 1])
})

it('what is public is there for whoever has the link, wherever it stands', async () => {
  const headers = { cookie, host: 'assay.test', 'sec-fetch-site': 'cross-site' }
  expect((await openApi(new Request(`${HERE}/api/openapi.json`, { headers }), context)).status).toBe(200)
})

it('a form of another site, which browsers send without asking, makes nothing', async () => {
  const headers = {
    cookie,
    host: 'assay.test',
    origin: 'https://elsewhere.example',
    'content-type': 'text/plain',
  }
  const body = '{"name":"Forged","protocolId":"felm","x":"="}'
  const answer = await createProject(new Request(`${HERE}/api/projects`, { method: 'POST', headers, body }), context)
  expect(answer.status).toBe(403)
})

it('a token is sent by nobody’s browser, so it may come from anywhere; no answer is readable by other sites', async () => {
  const headers = { authorization, host: 'assay.test', origin: 'https://elsewhere.example' }
  const created = await createProject(
    new Request(`${HERE}/api/projects`, { method: 'POST', headers, body: '{"name":"Rivers","protocolId":"felm"}' }),
    context,
  )
  expect(created.status).toBe(200)
  const read = await getAccount(new Request(`${HERE}/api/account`, { headers: { cookie, ...headers } }), context)
  expect(read.headers.has('access-control-allow-origin')).toBe(false)
})

it('a wrong token is nobody, whatever cookie comes with it', async () => {
  const headers = { authorization: 'Bearer assay_wrong', cookie, host: 'assay.test' }
  expect((await getAccount(new Request(`${HERE}/api/account`, { headers }), context)).status).toBe(401)
})

it('a page whose name was made to lead here is of our origin for its browser, and is refused by its name', async () => {
  const name = 'rebound.example'
  const said = { cookie, host: name, origin: `https://${name}`, 'sec-fetch-site': 'same-origin' }
  for (const headers of [said, { ...said, 'x-forwarded-host': 'assay.test' }, { ...said, authorization }]) {
    const read = await getAccount(new Request(`https://${name}/api/account`, { headers }), context)
    expect([read.status, (await read.json()).code]).toEqual([421, 'misdirected'])
    expect((await openApi(new Request(`https://${name}/api/openapi.json`, { headers }), context)).status).toBe(421)
    expect((await nowhere(new Request(`https://${name}/api/nothing`, { headers }), context)).status).toBe(421)
    const csrf = new Request(`https://${name}/api/auth/csrf`, { headers })
    const door = await signIn(csrf as never, { params: Promise.resolve({ nextauth: ['csrf'] }) })
    expect([door.status, (await door.json()).code]).toEqual([421, 'misdirected'])
  }
})
