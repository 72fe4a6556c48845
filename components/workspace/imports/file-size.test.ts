import { expect, test } from 'vitest'
import { fileSize } from './file-size'

test('sizes in words', () => {
  expect([1, 340, 1500, 1_240_000].map(fileSize)).toEqual(['1 byte', '340 bytes', '1.5 kB', '1.2 MB'])
})
