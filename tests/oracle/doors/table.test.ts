import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readVectors, vectorFolders } from '@/tests/oracle/read-vectors'
import { doors, doorTable, uncheckedKeys } from './table'

describe.each(vectorFolders)('the doors of the vectors in %s', (folder) => {
  it('leave no vector, and no expected key of one, unchecked', () => {
    const unchecked = readVectors(folder).flatMap((vector) =>
      uncheckedKeys(vector).map((key) => `${vector.family}: ${vector.name}: ${key}`),
    )
    expect(unchecked).toEqual([])
  })
})

describe('the table of vectors by door', () => {
  const vectors = readVectors(vectorFolders[0] ?? '')

  it('stands in the documentation as it is', () => {
    const table = doorTable(vectors)
    console.info(table)
    expect(readFileSync('docs/oracle.md', 'utf8')).toContain(table)
  })

  it('misses a vector without a door', () => {
    const [vector] = vectors
    expect(vector && uncheckedKeys(vector, []).length).toBeGreaterThan(0)
  })

  it('names the doors of a vector apart', () => {
    const twice = vectors.filter((vector) => {
      const names = doors.filter((door) => door.checks(vector).length > 0).map(({ name }) => name)
      return new Set(names).size < names.length
    })
    expect(twice).toEqual([])
  })
})
