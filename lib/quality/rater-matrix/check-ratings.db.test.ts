import { expect, it } from 'vitest'
import { preferenceCsv } from '@/docs/examples/veriscore-preference'
import { env } from '@/lib/platform/server/env'
import { sessionFor } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { routeAt } from '@/tests/support/call-route'
import { checkRatingsEndpoint, MAX_FILE_BYTES, matrixReportSchema } from './contract'

const POST = routeAt('POST /api/agreement')

async function asker() {
  const cookie = await sessionFor(await makeUser())
  return async (body: string, query = '') => {
    const headers = { cookie, 'content-type': 'text/csv' }
    const request = new Request(`http://127.0.0.1/api/agreement${query}`, { method: 'POST', headers, body })
    const response = await POST(request, { params: Promise.resolve({}) })
    return { status: response.status, json: await response.json() }
  }
}

it('answers with the report, for whoever is signed in', async () => {
  const ask = await asker()
  const { status, json } = await ask(preferenceCsv(), '?resamples=100&seed=3')
  expect(status).toBe(200)
  const report = matrixReportSchema.parse(json)
  expect(report.settings).toMatchObject({ seed: 3, resamples: 100 })
  expect(report.kind === 'ratings' && report.sides?.left.count).toBe(172)
})

it('refuses strangers, bad options, files that cannot be counted, and files that are too large', async () => {
  const nobody = await POST(new Request('http://127.0.0.1/api/agreement', { method: 'POST', body: 'x' }), {
    params: Promise.resolve({}),
  })
  expect(nobody.status).toBe(401)
  const ask = await asker()
  expect(await ask('unit,a,b\n1,x,y', '?level=silver')).toMatchObject({ status: 400 })
  expect(await ask('unit,a,b\n1,x')).toMatchObject({
    status: 422,
    json: { code: 'rule', detail: expect.stringMatching(/^Line 2: This row has 2 fields/) },
  })
  expect(await ask('x'.repeat(MAX_FILE_BYTES + 1))).toMatchObject({ status: 413, json: { code: 'too_large' } })
})

it('shows counts only under ten units, whatever is asked for', async () => {
  const ask = await asker()
  const units = Array.from({ length: 9 }, (_, index) => ['x', index < 6 ? 'x' : 'y'])
  const { status, json } = await ask(JSON.stringify({ units, minUnits: 1, limits: { minUnits: 1 } }))
  expect(status).toBe(200)
  const report = matrixReportSchema.parse(json)
  if (report.kind !== 'ratings') throw new Error('not about ratings')
  const figures = [report.all, ...report.pairs].flatMap((each) => each.figures)
  expect(new Set(figures.map(({ estimate }) => estimate.reason))).toEqual(new Set(['too-few-units']))
  for (const query of ['?minUnits=1', '?min_units=1', '?fewest=1', '?limits={"minUnits":1}'])
    expect(await ask(JSON.stringify({ units }), query)).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('There is no such parameter.') },
    })
})

it('takes so many files a minute from one person', async () => {
  const [one, other] = [await asker(), await asker()]
  const statuses: number[] = []
  const atOnce = Math.floor(env().ASSAY_WRITES_PER_MINUTE / (checkRatingsEndpoint.cost ?? 1))
  while (statuses.at(-1) !== 429 && statuses.length < 2 * atOnce) statuses.push((await one('nothing')).status)
  expect(statuses.length).toBeGreaterThan(atOnce)
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([422]))
  expect(statuses.at(-1)).toBe(429)
  expect((await other('nothing')).status).toBe(422)
})
