import { expect, test } from 'vitest'
import { isLoopback, isOwnHost } from './own-host'

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example.org', false],
  ['192.168.1.5', false],
])('isLoopback(%s) is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

const LOCAL = 'http://127.0.0.1:3000'
const PUBLIC = 'https://assay.example.org'
test.each<[string, string | undefined, boolean]>([
  ['127.0.0.1:3000', LOCAL, true],
  ['localhost:3000', LOCAL, true],
  ['LOCALHOST:3000', LOCAL, true],
  ['[::1]:3000', LOCAL, true],
  ['127.0.0.1:3000', 'http://localhost:3000', true],
  ['localhost:3000', 'http://[::1]:3000/', true],
  // Another port is another program's.
  ['localhost:3001', LOCAL, false],
  ['localhost', LOCAL, false],
  ['localhost', 'http://127.0.0.1', true],
  // Names that lead here by the will of others.
  ['rebound.example:3000', LOCAL, false],
  ['127.0.0.1.rebound.example:3000', LOCAL, false],
  ['localhost.rebound.example:3000', LOCAL, false],
  ['0.0.0.0:3000', LOCAL, false],
  ['192.168.1.5:3000', LOCAL, false],
  ['somebody@127.0.0.1:3000', LOCAL, false],
  ['127.0.0.1:3000/x', LOCAL, false],
  ['rebound.example#@127.0.0.1:3000', LOCAL, false],
  ['', LOCAL, false],
  [':::', LOCAL, false],
  ['assay.example.org', PUBLIC, true],
  ['Assay.Example.Org:443', PUBLIC, true],
  ['assay.example.org', `${PUBLIC}/api/auth`, true],
  ['assay.example.org:8443', PUBLIC, false],
  ['localhost', PUBLIC, false],
  ['127.0.0.1:443', PUBLIC, false],
  ['other.example.org', PUBLIC, false],
  // Without an address of its own a server answers on its own machine only.
  ['localhost:4711', undefined, true],
  ['assay.example.org', undefined, false],
])('%j is %s: %s', (host, address, expected) => {
  expect(isOwnHost(host, address)).toBe(expected)
})

test('whoever names no host is no browser', () => {
  expect(isOwnHost(null, PUBLIC)).toBe(true)
})
