import { describe, expect, it } from 'vitest'
import { completedAddress, hostOf } from '@/components/ui/web-address'

describe('hostOf', () => {
  it.each([
    ['https://www.example.org/a?b#c', 'example.org'],
    ['http://sub.example.org:8080/', 'sub.example.org'],
    ['javascript:alert(1)//https://example.org', null],
    ['data:text/html,x', null],
    ['https://', null],
    ['NA', null],
    [null, null],
  ])('%s', (url, host) => {
    expect(hostOf(url)).toBe(host)
  })
})

describe('completedAddress', () => {
  it.each([
    [' example.org/page ', 'https://example.org/page'],
    ['https://example.org', 'https://example.org'],
    ['an encyclopedia', 'an encyclopedia'],
  ])('%s', (typed, address) => {
    expect(completedAddress(typed)).toBe(address)
  })
})
