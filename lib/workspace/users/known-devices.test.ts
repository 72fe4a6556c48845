import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEVICE_SECONDS } from '@/lib/platform/server/device-cookie'
import { knownDevice, rememberDevice } from './known-devices'

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1/none')
  vi.stubEnv('NEXTAUTH_SECRET', 'a-secret-of-this-test-only')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const ADA = { id: '0192d1c0-0000-7000-8000-000000000001', sessionVersion: 1 }
const EVE = { id: '0192d1c0-0000-7000-8000-000000000002', sessionVersion: 1 }

test('a browser is known to the account that signed in there, until its password changes', () => {
  const cookie = rememberDevice('', ADA)
  expect(knownDevice(cookie, ADA)).toMatch(/^[\w-]{22}$/)
  expect(knownDevice(cookie, EVE)).toBeNull()
  expect(knownDevice(cookie, { ...ADA, sessionVersion: 2 })).toBeNull()
  expect(cookie).not.toContain(ADA.id)
})

test('a browser is forgotten in time', () => {
  const cookie = rememberDevice('', ADA)
  vi.useFakeTimers({ now: Date.now() + (DEVICE_SECONDS + 1) * 1000 })
  expect(knownDevice(cookie, ADA)).toBeNull()
  vi.useRealTimers()
})

test('people who share a browser stay known, and there is an end to them', () => {
  let cookie = rememberDevice(rememberDevice('', ADA), EVE)
  expect(knownDevice(cookie, ADA)).not.toBeNull()
  cookie = rememberDevice(cookie, ADA)
  expect(cookie.split('~')).toHaveLength(2)
  expect(knownDevice(cookie, EVE)).not.toBeNull()
  for (let n = 0; n < 9; n++) cookie = rememberDevice(cookie, { id: `other ${n}`, sessionVersion: 1 })
  expect(cookie.split('~')).toHaveLength(5)
  expect(knownDevice(cookie, ADA)).toBeNull()
})

test.each([
  ['nothing', () => ''],
  ['noise', () => '~~..~\u0000~x.y.z'],
  ['a later end', (cookie: string) => cookie.replace(/\.\d+\./, '.9999999999.')],
  ['another id', (cookie: string) => `${'A'.repeat(22)}${cookie.slice(22)}`],
  ['a shorter signature', (cookie: string) => cookie.slice(0, -1)],
  ['no signature', (cookie: string) => cookie.slice(0, cookie.lastIndexOf('.') + 1)],
])('a cookie with %s is nobody’s', (_, change) => {
  expect(knownDevice(change(rememberDevice('', ADA)), ADA)).toBeNull()
})
