import { expect, test } from 'vitest'
import { counted } from './counted'

test('counts in words', () => {
  expect([counted(0, 'record'), counted(1, 'record'), counted(2500, 'record')]).toEqual([
    '0 records',
    '1 record',
    '2,500 records',
  ])
  expect(counted(2, 'is', 'are')).toBe('2 are')
})
