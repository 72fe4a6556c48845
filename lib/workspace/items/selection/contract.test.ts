import { describe, expect, it } from 'vitest'
import { chosenFilter, chosenSearch } from './contract'

const items = (search: string | null) => new URLSearchParams(search ?? '').get('items') ?? ''

describe('the address of chosen items', () => {
  it('holds a filter, whatever its words are', () => {
    const filter = { domain: 'law & order', tag: 'a=b', q: 'ما?', state: 'open' as const, stage: undefined }
    expect(chosenFilter(items(chosenSearch(filter)))).toEqual({
      domain: 'law & order',
      tag: 'a=b',
      q: 'ما?',
      state: 'open',
    })
    expect(chosenFilter(items(chosenSearch({})))).toEqual({})
  })

  it('names items picked one by one by their positions, until they are too many for an address', () => {
    expect(chosenFilter(items(chosenSearch([7, 3])))).toEqual({ ids: '3,7' })
    expect(chosenSearch(Array.from({ length: 5000 }, (_, n) => n + 1))).toBeNull()
  })

  it('is refused where it is no filter of the list', () => {
    expect(chosenFilter('state=asleep')).toBeNull()
    expect(chosenFilter('page=2')).toBeNull()
  })
})
