import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AddressLink, AddressText, addressParts } from './address-text'

it.each([
  [
    'https://example.org/a/long-page?first=1&second=2#end',
    ['https://', 'example.org/', 'a/', 'long-page?', 'first=1&', 'second=2#', 'end'],
  ],
  ['example.org', ['example.org']],
  ['', []],
])('%j breaks where its parts end', (address, parts) => {
  expect(addressParts(address)).toEqual(parts)
  const { container } = render(<AddressText>{address}</AddressText>)
  expect(container.textContent).toBe(address)
  expect(container.querySelectorAll('wbr')).toHaveLength(parts.length)
})

it('a link is named by the whole address', () => {
  render(<AddressLink href="https://example.org/a/b?c=1" />)
  expect(screen.getByRole('link', { name: 'https://example.org/a/b?c=1 (opens in a new tab)' })).toBeDefined()
})
