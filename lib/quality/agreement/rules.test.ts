import { describe, expect, it } from 'vitest'
import { COEFFICIENTS } from './coefficients'
import { coefficientKeys } from './contract'
import { pairCoefficientKeys } from './detail/contract'
import { itemsBehind, noValueWords, sliceTitle, standing } from './rules'

describe('standing', () => {
  it.each([
    [0.81, 0.9, 'The interval lies at or above 0.80.'],
    [0.7, 0.79, 'The interval lies between 0.667 and 0.80.'],
    [0.2, 0.6, 'The interval lies below 0.667.'],
    [0.6, 0.7, 'The interval reaches across 0.667.'],
    [0.7, 0.85, 'The interval reaches across 0.80.'],
    [0.5, 0.9, 'The interval reaches across both 0.667 and 0.80.'],
    [1, 1, 'No verdict: the limits coincide, since nothing differed in the sample.'],
  ])('says where %d to %d lies', (low, high, sentence) => {
    expect(standing({ low, high, resamples: 2000, undefinedResamples: 100 })).toBe(sentence)
  })

  it('concludes nothing where alpha is undefined in more than 5 % of the resamples', () => {
    const interval = { low: 0.85, high: 1, resamples: 2000 }
    expect(standing({ ...interval, undefinedResamples: 638 })).toMatch(/^No verdict: alpha is undefined/)
  })
})

describe('noValueWords', () => {
  it('names the only value in use, where one is known', () => {
    expect(noValueWords('no-variation', 'cohen', { n: 20, only: null })).toBe(
      'No variation: every rating is the same, so chance agreement is 1 and kappa is undefined; percent agreement is 100%.',
    )
    expect(noValueWords('no-variation', 'scott', { n: 20, only: 'True' })).toContain('“True”, so chance agreement is 1')
    expect(noValueWords('no-pairable-units', 'alpha', { n: 0, only: null })).toBe(
      'No unit was rated by two annotators.',
    )
  })

  it('offers alpha where Fleiss is refused', () => {
    expect(noValueWords('incomplete-data', 'fleiss', { n: 20, only: null })).toContain('read Krippendorff’s alpha')
  })
})

describe('COEFFICIENTS', () => {
  it('says what every coefficient of the contract is', () => {
    for (const key of [...coefficientKeys, ...pairCoefficientKeys])
      expect(COEFFICIENTS[key]).toMatchObject({
        sentence: expect.stringMatching(/\.$/),
        formula: expect.stringMatching(/\S/),
      })
  })
})

describe('itemsBehind', () => {
  it('finds items by the ratings of a figure, in its slice', () => {
    const label = { stage: 's', measure: 'label' }
    expect(itemsBehind('p', label)).toBe('/projects/p/items?stage=s&measure=label')
    expect(itemsBehind('p', { ...label, a: 'true', b: 'false', raters: ['a1', 'gold'] })).toBe(
      '/projects/p/items?stage=s&measure=label&a=true&b=false&raters=a1%2Cgold',
    )
    expect(itemsBehind('p', { ...label, slice: { by: 'domain', value: 'wk & co' } })).toContain(
      '&by=domain&slice=wk+%26+co',
    )
    expect(itemsBehind('p', { ...label, slice: { by: 'week', value: null } })).toMatch(/&by=week&slice=$/)
  })
})

describe('sliceTitle', () => {
  it('names slices, and those without a value', () => {
    expect(sliceTitle('domain', 'wk', { wk: 'World knowledge' })).toBe('World knowledge')
    expect(sliceTitle('guideline', '3', {})).toBe('Guidelines version 3')
    expect(sliceTitle('arm', 'hidden', {})).toBe('Suggestion hidden until answered')
    expect(sliceTitle('arm', null, {})).toBe('No arm, or different ones')
  })
})
