import { describe, expect, it } from 'vitest'
import { itemsBehind, noValueWords, standing } from './rules'

describe('standing', () => {
  it.each([
    [0.81, 0.9, 'The interval lies at or above 0.80.'],
    [0.7, 0.79, 'The interval lies between 0.667 and 0.80.'],
    [0.2, 0.6, 'The interval lies below 0.667.'],
    [0.6, 0.7, 'The interval reaches across 0.667.'],
    [0.7, 0.85, 'The interval reaches across 0.80.'],
    [0.5, 0.9, 'The interval reaches across both 0.667 and 0.80.'],
  ])('says where %d to %d lies', (low, high, sentence) => {
    expect(standing({ low, high })).toBe(sentence)
  })
})

describe('noValueWords', () => {
  it('names the only value in use, where one is known', () => {
    expect(noValueWords('no-variation', 'kappa', { n: 20, only: null })).toBe(
      'No variation: every rating is the same, so chance agreement is 1 and kappa is undefined; percent agreement is 100%.',
    )
    expect(noValueWords('no-pairable-units', 'alpha', { n: 0, only: null })).toBe(
      'No unit was rated by two annotators.',
    )
  })
})

describe('itemsBehind', () => {
  it('lists positions, falls back on a filter, and gives up where neither says it', () => {
    expect(itemsBehind('p', [3, 14], { domain: 'wk' })).toBe('/projects/p/items?ids=3,14')
    expect(itemsBehind('p', [], { domain: 'wk' })).toBeNull()
    expect(itemsBehind('p', null, { domain: 'wk & co', measure: 'label', a: 'true' })).toBe(
      '/projects/p/items?domain=wk+%26+co&measure=label&a=true',
    )
    expect(itemsBehind('p', null, { domain: undefined, measure: 'label' })).toBe('/projects/p/items?measure=label')
    expect(itemsBehind('p', null, { domain: null, measure: 'label' })).toBeNull()
    expect(itemsBehind('p', null, null)).toBeNull()
  })
})
