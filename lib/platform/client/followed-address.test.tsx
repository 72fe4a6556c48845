import { afterEach, expect, it } from 'vitest'
import { noteFollowedAddresses, takeFollowedAddress } from './followed-address'

const addressOf = (path: string) => new URL(path, window.location.href).href
const follow = (path: string) => window.dispatchEvent(new HashChangeEvent('hashchange', { newURL: addressOf(path) }))

afterEach(() => window.history.replaceState(null, '', '/'))

it('is what a link led to, once, also where the address was written back since', () => {
  noteFollowedAddresses()
  window.history.replaceState(null, '', '/tasks/1')
  follow('/tasks/1#unit-s2')
  follow('/tasks/1#unit-s3')
  expect(takeFollowedAddress()).toBe(addressOf('/tasks/1#unit-s3'))
  expect(takeFollowedAddress()).toBe(addressOf('/tasks/1'))
})

it('is the present address where another page was left since', () => {
  noteFollowedAddresses()
  window.history.replaceState(null, '', '/tasks/1')
  follow('/tasks/1#unit-s2')
  window.history.replaceState(null, '', '/tasks/2#unit-s1')
  expect(takeFollowedAddress()).toBe(addressOf('/tasks/2#unit-s1'))
})
