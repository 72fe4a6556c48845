import { describe, expect, it } from 'vitest'
import { currentLink } from './current-link'

const LINKS = ['/projects/7', '/projects/7/items', '/projects/7/item-sets']

describe('currentLink', () => {
  it.each([
    ['/projects/7', '/projects/7'],
    ['/projects/7/items', '/projects/7/items'],
    ['/projects/7/items/12', '/projects/7/items'],
    ['/projects/7/item', '/projects/7'],
    ['/projects/70', null],
  ])('%s belongs to %s', (path, expected) => {
    expect(currentLink(path, LINKS)).toBe(expected)
  })
})
