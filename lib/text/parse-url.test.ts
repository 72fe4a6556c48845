import { expect, it } from 'vitest'
import { parseUrl } from './parse-url'

it('reads an address with letters such as ü, however often it was asked', () => {
  let hosts = 0
  for (let count = 0; count < 30_000; count++)
    if (parseUrl('https://bücher.example/straße')?.host === 'xn--bcher-kva.example') hosts++
  expect(hosts).toBe(30_000)
})

it('is null of what is no address, and goes by a base where there is one', () => {
  expect(parseUrl('bücher')).toBeNull()
  expect(parseUrl('http://[::1')).toBeNull()
  expect(parseUrl('../b?c', 'https://a.example/d/e')?.href).toBe('https://a.example/b?c')
})
