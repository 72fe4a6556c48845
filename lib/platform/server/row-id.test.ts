import { validate, version } from 'uuid'
import { expect, it } from 'vitest'
import { rowId } from './row-id'

it('gives ids of version 7, each greater than the one before, over many draws of random bytes', () => {
  const ids = Array.from({ length: 2_000 }, () => rowId())
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect(ids).toEqual([...new Set(ids)].sort())
  // What stands behind the moment and the count is drawn anew for each.
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(ids.length)
})
