import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { EARLIER_TEXTS, earlierText } from '@/scripts/earlier-migrations'
import { readMigrations } from '@/scripts/migrate'
import { checkChecksums, compareChecksums, readChecksums } from '@/scripts/migration-checksums'

const sum = (letter: string) => letter.repeat(64)

test('no migration that has landed has changed, and all are listed (prisma/migrations/checksums.txt)', () => {
  expect(checkChecksums()).toEqual([])
})

describe('the list', () => {
  const listed = readChecksums(
    `${sum('a')}  1_first/migration.sql\n<<<<<<< ours\n${sum('b')}  2_second/migration.sql\n`,
  )

  test('is read line by line, whatever a merge has left in it', () => {
    expect(listed).toEqual([
      { name: '1_first', checksum: sum('a') },
      { name: '2_second', checksum: sum('b') },
    ])
    expect(compareChecksums(listed, listed)).toEqual([])
  })

  test('says of what was edited, removed or not listed what to do', () => {
    const found = [
      { name: '1_first', checksum: sum('c') },
      { name: '3_third', checksum: sum('d') },
    ]
    expect(compareChecksums(listed, found)).toEqual([
      expect.stringMatching(/^1_first has another text, .*npm run db -- new NAME/),
      expect.stringMatching(/^2_second has gone, .*git checkout main -- prisma\/migrations\/2_second/),
      '3_third is not in prisma/migrations/checksums.txt: run "npm run db -- checksums".',
    ])
    expect(compareChecksums([...listed, ...listed.slice(0, 1)], listed)).toEqual([
      '1_first stands twice in prisma/migrations/checksums.txt: remove one of its lines.',
    ])
  })
})

test.each(EARLIER_TEXTS)('the earlier text $checksum of $migration is what databases have applied', (earlier) => {
  const migration = readMigrations().find(({ name }) => name === earlier.migration)
  const text = migration ? earlierText(migration, earlier) : ''
  expect(createHash('sha256').update(text).digest('hex')).toBe(earlier.checksum)
})
