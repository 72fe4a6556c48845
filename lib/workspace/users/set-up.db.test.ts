/** The code that /setup asks for. The tests go on from one another: nobody has an account until the last one. */
import { beforeEach, expect, it, vi } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { routeAt } from '@/tests/support/call-route'
import { logSetUpCode, ownSetUpCode } from './own-set-up-code'
import { setUp } from './set-up'
import { isCode } from './set-up-code'

const POST = routeAt('POST /api/setup')

const HERE = '192.0.2.1'
const WRONG = 'ABCD-EFGH-JKMN'
const account = { name: 'Mara', email: 'mara@example.org', password: 'seven quiet reading lamps' }
const ownCode = async () => (await ownSetUpCode()) ?? ''

async function logged(): Promise<unknown[]> {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  await logSetUpCode()
  write.mockRestore()
  return lines.map((line) => JSON.parse(line))
}

beforeEach(async () => {
  await pool().query('truncate throttles')
})

it('is the same at every start, and another for another database and under another secret', async () => {
  const code = await ownCode()
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  expect(await ownCode()).toBe(code)
  vi.spyOn(env(), 'NEXTAUTH_SECRET', 'get').mockReturnValue('another-secret-for-this-test-only')
  expect(await ownCode()).not.toBe(code)
  vi.restoreAllMocks()
  await pool().query('update _prisma_migrations set id = gen_random_uuid()')
  expect(await ownCode()).not.toBe(code)
})

it('counts signs that are taken for one another as one', () => {
  expect(isCode('01AB-0101-XYZ9', ' oiab oLoI xyz9')).toBe(true)
  expect(isCode('01AB-0101-XYZ9', '01AB-0101-XYZ8')).toBe(false)
})

it('is asked for: nothing is made without it', async () => {
  const ask = async (body: object) => {
    const request = new Request('http://localhost/api/setup', { method: 'POST', body: JSON.stringify(body) })
    return POST(request, { params: Promise.resolve({}) })
  }
  const missing = await ask(account)
  expect([missing.status, (await missing.json()).detail]).toEqual([400, expect.stringContaining('body.code')])
  const code = await ownCode()
  for (const wrong of [WRONG, `${code}0`, code.slice(1)])
    expect((await ask({ ...account, code: wrong })).status).toBe(403)
  expect(await prisma().user.count()).toBe(0)
})

it('cannot be tried without end', async () => {
  const refused = () => setUp({ ...account, code: WRONG }, HERE).catch(({ code }) => code)
  const ended = await Promise.all(Array.from({ length: 31 }, refused))
  expect(ended.toSorted()).toEqual([...Array(30).fill('forbidden'), 'throttled'])
})

it('stands in the log until the first account is made, whatever others have tried, and is good for nothing then', async () => {
  const code = await ownCode()
  expect(await logged()).toEqual([expect.objectContaining({ level: 'info', code })])
  for (let wrong = 0; wrong < 31; wrong += 1) await setUp({ ...account, code: WRONG }, HERE).catch(() => undefined)
  await expect(setUp({ ...account, code: WRONG }, HERE)).rejects.toMatchObject({ code: 'throttled' })
  await setUp({ ...account, code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` }, HERE)
  expect(await prisma().user.findMany()).toMatchObject([{ name: 'Mara', isAdmin: true }])
  expect([await ownSetUpCode(), await logged()]).toEqual([null, []])
  await expect(setUp({ ...account, email: 'ole@example.org', code }, HERE)).rejects.toMatchObject({ code: 'conflict' })
})
