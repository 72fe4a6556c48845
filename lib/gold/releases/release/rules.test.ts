import { expect, test } from 'vitest'
import { goldWord } from './rules'

test('only votes are no gold', () => {
  const [votes, reviewer] = [{ consolidation: 'votes' }, { consolidation: 'reviewer' }]
  expect([[votes], [reviewer], [votes, reviewer]].map(goldWord)).toEqual(['tallied votes', 'gold', 'gold'])
})
