import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { protocols } from '@/lib/protocols'

const text = readFileSync('docs/protocols.md', 'utf8')
const rows = text.split('\n').filter((line) => line.startsWith('| `'))

describe('docs/protocols.md', () => {
  it('has a row for every protocol, and says yes to all or that votes are tallied', () => {
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, id]) => id))
    expect(named.toSorted()).toEqual(protocols.map(({ id }) => id).toSorted())
    const cells = rows.flatMap((row) => row.split('|').slice(2, -1))
    expect(cells.filter((cell) => !/^ (yes|votes: tallied)[:,]/.test(cell))).toEqual([])
    expect(cells.length).toBe(rows.length * 7)
  })

  it('names tests that are there', () => {
    const files = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file]) => file ?? '')
    expect(files.length).toBeGreaterThan(rows.length * 3)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })
})
