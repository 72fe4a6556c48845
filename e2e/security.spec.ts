/** What only real pages show: headers of everything that is served, hostile words where they stand, other sites, limits. */
import http from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import type { APIRequestContext, Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { storedPassword } from '@/tests/support/stored-password'
import { expect, expectAccessible, expectAwake, test } from './fixtures'
import { expectState, goTo, reason } from './own-app/bench'
import { serveElsewhere } from './security/elsewhere'
import { HOSTILE, makeHostileScene, pagesOf } from './security/scene'

async function headersOf(request: APIRequestContext, path: string): Promise<Record<string, string>> {
  const answer = await request.get(path, { maxRedirects: 0 })
  return answer.headers()
}

/** What a page does that it must not: a script of others, a break of the policy, a question, an error. */
async function watch(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.exposeFunction('tellViolation', (text: string) => found.push(text))
  await page.addInitScript(() => {
    const { tellViolation } = window as unknown as { tellViolation: (text: string) => void }
    document.addEventListener('securitypolicyviolation', (event) =>
      tellViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  page.on('pageerror', (error) => found.push(String(error)))
  page.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return found
}

test('every answer says what browsers may do with it, pages, interface, sign-in and files alike', async ({ as }) => {
  const page = await as(await makeUser())
  const { request } = page
  const html = await (await request.get('/projects')).text()

  await test.step('pages: a policy with a nonce of its own, and no script without it', async () => {
    const nonces = new Set<string>()
    for (const path of ['/projects', '/projects', '/account', '/sign-in', '/no/such/page']) {
      const answer = await request.get(path, { maxRedirects: 0 })
      const headers = answer.headers()
      const policy = headers['content-security-policy'] ?? ''
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? ''
      expect(scripts).toMatch(/^'self' 'nonce-[\w+/=]+' 'strict-dynamic'$/)
      const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1] ?? ''
      nonces.add(nonce)
      for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'", "form-action 'self'"])
        expect(policy).toContain(rule)
      const tags = (await answer.text()).match(/<script[^>]*>/g) ?? []
      expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[\w.:-]{1,100}$/),
      })
    }
    expect(nonces.size).toBe(5)
  })

  await test.step('the interface and next-auth: no page, kept by nobody, named', async () => {
    for (const path of [
      '/api/health',
      '/api/account',
      '/api/no/such',
      '/api/auth/csrf',
      '/api/auth/session',
      '/api/auth/_log',
    ])
      expect([path, await headersOf(request, path)]).toMatchObject([
        path,
        {
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': expect.stringMatching(/no-store|no-cache/),
          'x-request-id': expect.stringMatching(/^[\w.:-]{1,100}$/),
        },
      ])
    const named = await request.get('/api/auth/csrf', { headers: { 'x-request-id': 'edge-1:42' } })
    expect(named.headers()['x-request-id']).toBe('edge-1:42')
  })

  await test.step('files of the build are what they say; nobody is told what runs here, nor of https that there is not', async () => {
    const file = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? ''
    for (const path of [file, '/icon.svg', '/projects', '/api/health']) {
      const headers = await headersOf(request, path)
      expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff'])
      expect(Object.keys(headers)).not.toContain('x-powered-by')
      expect(Object.keys(headers)).not.toContain('strict-transport-security')
    }
  })
})

test('hostile words are words on every page that shows them', async ({ as }) => {
  const scene = await makeHostileScene()
  const page = await as(scene.mara)
  const found = await watch(page)
  const look = async (path: string, shown: RegExp, on = page) => {
    await on.goto(path)
    await expectAwake(on)
    await expect(on.locator('body')).toContainText(shown)
    const harm = await on.evaluate(() => ({
      hit: Object(window).__hit,
      tags: document.querySelectorAll(
        'img[src="x"], body svg[onload], iframe, body [onerror], body script:not([nonce])',
      ).length,
      links: [...document.querySelectorAll('a')].filter(
        ({ href }) => !/^(https?:|blob:|data:application\/json)/.test(href),
      ).length,
    }))
    expect([path, harm]).toEqual([path, { hit: undefined, tags: 0, links: 0 }])
  }
  for (const [path, shown] of pagesOf(scene)) await test.step(path, () => look(path, shown))
  await test.step('the workbench', async () => {
    const bench = await as(scene.ana)
    const heard = await watch(bench)
    await look(`/projects/${scene.project.id}/tasks/${scene.open.id}/annotate`, /One <script>/, bench)
    // A word that is typed is no other.
    await goTo(bench, 1)
    await reason(bench).fill(`Typed ${HOSTILE}`)
    await expectState(bench, 'saved')
    expect(heard).toEqual([])
  })
  await test.step('a table that somebody opens in a spreadsheet', async () => {
    await prisma().user.update({
      where: { id: scene.ana.id },
      data: { name: '=HYPERLINK("http://elsewhere.example")' },
    })
    const table = await page.request.get(`/api/projects/${scene.project.id}/audit-log/download?format=csv`)
    expect(table.status()).toBe(200)
    expect(table.headers()['content-disposition']).toContain('attachment')
    const text = await table.text()
    expect(text).toContain(`"'=HYPERLINK(`)
    expect(text).not.toMatch(/(^|,|")=HYPERLINK/m)
  })
  expect(found).toEqual([])
})

test('another site can neither send changes, nor read, nor frame a page', async ({ as, baseURL }) => {
  const here = baseURL ?? ''
  const person = await makeUser({ name: 'Before', canCreateProjects: true })
  const page = await as(person)
  const elsewhere = await serveElsewhere(`<!doctype html><title>Elsewhere</title>
    <form method="post" enctype="text/plain" action="${here}/api/projects">
    <input name='{"name":"Forged","protocolId":"felm","x":"' value='"}'><button>Win a prize</button></form>
    <iframe name="framed" src="${here}/projects"></iframe>`)
  try {
    await page.goto(elsewhere.url)
    await expect.poll(() => page.frame('framed')?.url()).toMatch(/^chrome-error:/)
    const outcomes = await page.evaluate(async (url) => {
      const rename = { method: 'PATCH', body: '{"name":"Forged"}', credentials: 'include' } as const
      const simple = { method: 'POST', body: '{"name":"Forged","protocolId":"felm"}', credentials: 'include' } as const
      const ask = (path: string, init: RequestInit) =>
        fetch(url + path, init).then(
          (answer) => answer.type,
          () => 'refused',
        )
      return [
        await ask('/api/account', rename),
        await ask('/api/account', { credentials: 'include' }),
        await ask('/api/projects', { ...simple, mode: 'no-cors' }),
      ]
    }, here)
    expect(outcomes).toEqual(['refused', 'refused', 'refused'])
    const posted = page.waitForResponse((answer) => answer.url() === `${here}/api/projects`)
    await page.getByRole('button', { name: 'Win a prize' }).click()
    expect([401, 403]).toContain((await posted).status())
  } finally {
    await elsewhere.close()
  }
  expect(await prisma().project.count({ where: { name: 'Forged' } })).toBe(0)
  // From the application's own page the same is done.
  await page.goto('/account')
  const own = await page.evaluate(() =>
    fetch('/api/account', { method: 'PATCH', body: '{"name":"After"}' }).then(({ status }) => status),
  )
  expect(own).toBe(200)
  expect((await prisma().user.findUniqueOrThrow({ where: { id: person.id } })).name).toBe('After')
})

test('a page that shows answers asks first when another site leads there, and one link goes on', async ({
  as,
  baseURL,
}) => {
  const project = await makeProject({ name: 'Ice' })
  const task = await makeTask(project)
  await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  const page = await as(await makeMember(project, 'reviewer'))
  const timeline = `/projects/${project.id}/tasks/${task.id}/timeline`
  const readings = () => prisma().answerRead.count({ where: { taskId: task.id } })
  const elsewhere = await serveElsewhere(`<!doctype html><title>Elsewhere</title>
    <a href="${baseURL}${timeline}">Ice</a> <a href="${baseURL}/projects/${project.id}">Home</a>`)
  try {
    await page.goto(elsewhere.url)
    await page.getByRole('link', { name: 'Ice' }).click()
    await expect(page).toHaveURL(timeline)
    await expect(page.getByRole('heading', { name: 'Open this page?' })).toBeVisible()
    await expect(page.getByText('Assay remembers who has read them')).toBeVisible()
    await expectAccessible(page)
    expect(await readings()).toBe(0)
    await page.getByRole('link', { name: 'Open the page' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Time line/ })).toBeVisible()
    await expect.poll(readings).toBe(1)
    // A page without answers is opened as any other.
    await page.goto(elsewhere.url)
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ice' })).toBeVisible()
  } finally {
    await elsewhere.close()
  }
})

test('the session is for the browser’s own requests, and for no script', async ({ page }) => {
  const password = 'seven quiet reading lamps'
  const { email } = await makeUser({ passwordHash: storedPassword(password) })
  await page.goto('/sign-in')
  await expectAwake(page)
  await page.getByLabel('E-mail').fill(email ?? '')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/projects$/)
  const cookies = await page.context().cookies()
  const own = cookies.filter(({ name }) => name.includes('next-auth'))
  expect(own.map(({ name }) => name)).toContain('next-auth.session-token')
  for (const { name, httpOnly, sameSite } of own) expect([name, httpOnly, sameSite]).toEqual([name, true, 'Lax'])
  expect(await page.evaluate(() => document.cookie)).not.toContain('session-token')
})

test('whoever asks too often is told how long to wait, and loses nothing', async ({ as }) => {
  const project = await makeProject({ name: 'Haste' })
  const person = await makeMember(project, 'annotator')
  const task = await makeTask(project)
  await makeAssignment(task, person)
  const page = await as(person)
  const table = 'item,a,b\n1,x,x\n2,y,x\n'
  const report = () => page.request.post('/api/agreement', { data: Buffer.from(table) })
  /** Asks until nothing is left; the answer that says so. */
  const useUp = async () => {
    let answer = (await Promise.all(Array.from({ length: 25 }, report)))[0]
    while (answer?.status() !== 429) answer = await report()
    return answer
  }
  const last = await useUp()
  expect(Number(last.headers()['retry-after'])).toBeGreaterThan(0)
  expect(await last.json()).toMatchObject({ code: 'throttled' })
  await page.goto('/ratings')
  await expectAwake(page)
  await page.getByLabel('Or paste them').fill(table)
  // The page's own request follows at once: what was used up fills again while a busy machine draws.
  await page.route('**/api/agreement*', async (route) => {
    await useUp()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Compute agreement' }).click()
  await expect(page.getByText(/Too many requests at once\. Try again in \d+ seconds\./)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
  await expectState(page, 'saved')
  await expectAwake(page)
  await page.keyboard.press('t')
  await expectState(page, 'saved')
  await expect.poll(() => prisma().label.count({ where: { taskId: task.id, question: 'label' } })).toBe(1)
})

test('another name that leads here shows nothing, and nothing is done for it', async ({ as, baseURL }) => {
  const { port, host } = new URL(baseURL ?? '')
  const cookie = (await (await as(await makeUser())).context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  const ask = (path: string, name: string, method = 'GET') =>
    askAs({ port, path, method, headers: { host: name, cookie } })
  const pages = ['/', '/projects', '/sign-in', '/setup', '/no/such/page', '/favicon.ico']
  const others = ['/api/account', '/api/auth/csrf', '/api/auth/session', '/api/openapi.json', '/api/nothing']
  for (const name of [`rebound.example:${port}`, 'rebound.example', `127.0.0.1.rebound.example:${port}`])
    for (const path of [...pages, ...others]) {
      const { status, text } = await ask(path, name)
      expect([path, status]).toEqual([path, 421])
      expect(text).toContain('set NEXTAUTH_URL to it')
    }
  expect((await ask('/api/auth/callback/credentials', `rebound.example:${port}`, 'POST')).status).toBe(421)
  for (const path of ['/api/health', '/api/ready']) expect((await ask(path, 'rebound.example')).status).toBe(200)
  for (const name of [host, `localhost:${port}`, `[::1]:${port}`])
    expect((await ask('/api/account', name)).status).toBe(200)
})

test('a method that an address does not have is refused in words, with those that it has', async ({ baseURL }) => {
  const { port, host } = new URL(baseURL ?? '')
  const ask = (method: string, path: string) => askAs({ port, path, method, headers: { host } })
  for (const [method, path, allow] of [
    ['TRACE', '/', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/api/projects', 'GET, HEAD, OPTIONS, POST'],
    ['PUT', '/api/account', 'GET, HEAD, OPTIONS, PATCH'],
    ['DELETE', '/api/auth/session', 'GET, HEAD, OPTIONS, POST'],
  ] as const) {
    const { status, headers, text } = await ask(method, path)
    expect([status, headers.allow, headers['content-type']]).toEqual([405, allow, 'application/problem+json'])
    expect(JSON.parse(text)).toMatchObject({ status: 405, code: 'method_not_allowed' })
  }
  expect(await ask('OPTIONS', '/api/account')).toMatchObject({ status: 204, text: '' })
  expect(await ask('HEAD', '/api/openapi.json')).toMatchObject({ status: 200, text: '' })
  expect(await ask('OPTIONS', '/api/nothing')).toMatchObject({ status: 404 })
})

/** What the app answers, with any host and any method, neither of which a browser lets anybody choose. */
const askAs = (asked: http.RequestOptions) =>
  new Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', ...asked }, (response) => {
      const { statusCode: status, headers } = response
      textOf(response).then((text) => resolve({ status, headers, text }), reject)
    })
    request.on('error', reject).end()
  })
