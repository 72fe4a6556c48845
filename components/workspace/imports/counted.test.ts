import { expect, test } from 'vitest'
import { counted, fileSize } from './counted'

test('counts in words', () => {
  expect([counted(0, 'record'), counted(1, 'record'), counted(2500, 'record')]).toEqual([
    '0 records',
    '1 record',
    '2,500 records',
  ])
  expect(counted(2, 'is', 'are')).toBe('2 are')
})

test('sizes in words', () => {
  expect([1, 340, 1500, 1_240_000].map(fileSize)).toEqual(['1 byte', '340 bytes', '1.5 kB', '1.2 MB'])
})
