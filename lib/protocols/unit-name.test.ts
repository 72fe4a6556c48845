import { expect, it } from 'vitest'
import { kindHeading } from './unit-name'

it('heads units by the word of their stage, in the plural where there are several', () => {
  const kinds = ['search result', 'piece of own evidence', 'claim']
  const stage = { unitKinds: kinds.map((text, index) => ({ kind: `k${index}`, text })) }
  const units = ['k0', 'k0', 'k1', 'k1', 'k2', 'x', 'x'].map((kind, index) => ({ key: `u${index}`, kind, text: '' }))
  const headings = ['k0', 'k1', 'k2', 'x'].map((kind) => kindHeading(stage, units, kind))
  expect(headings).toEqual(['Search results', 'Pieces of own evidence', 'Claim', 'Units'])
})
