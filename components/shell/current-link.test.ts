import { describe, expect, it } from 'vitest'
import { currentLink } from './current-link'

const LINKS = [
  { href: '/projects/7' },
  { href: '/projects/7/items' },
  { href: '/projects/7/item-sets' },
  { href: '/projects/7/people', covers: ['/projects/7/adjudicators'] },
]

describe('currentLink', () => {
  it.each([
    ['/projects/7', '/projects/7'],
    ['/projects/7/items', '/projects/7/items'],
    ['/projects/7/items/12', '/projects/7/items'],
    ['/projects/7/item', '/projects/7'],
    ['/projects/7/adjudicators', '/projects/7/people'],
    ['/projects/70', null],
  ])('%s belongs to %s', (path, expected) => {
    expect(currentLink(path, LINKS)).toBe(expected)
  })
})
