import { expect, test } from 'vitest'
import { clientAddress } from './throttle'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  // Only the last entry was written by somebody we know.
  ['198.51.100.7, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  // Whoever has one address of a network has them all.
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:3::9]:4711', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['no address', 'unknown'],
  ['', 'unknown'],
  [null, 'unknown'],
])('%s is counted as %s', (forwarded, address) => {
  expect(clientAddress(forwarded)).toBe(address)
})
