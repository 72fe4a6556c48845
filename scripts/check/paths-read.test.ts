import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listFiles } from './changes'
import { DECLARED, pathsRead } from './paths-read'

const files = new Set([
  'app/page.tsx',
  'app/api/a/route.ts',
  'docs/keys.md',
  'docs/keys/more.md',
  'lib/a.test.ts',
  'lib/a.ts',
])
const reading = "import { readFileSync } from 'node:fs'\n"

describe('what a file uses by path', () => {
  it('is what the strings of a test name: a file, or all of a folder', () => {
    expect(pathsRead('lib/a.test.ts', `${reading}read('docs/keys.md')`, files)).toEqual(['docs/keys.md'])
    expect(pathsRead('lib/a.test.ts', `${reading}read('./app/', "none")`, files)).toEqual([
      'app/page.tsx',
      'app/api/a/route.ts',
    ])
    expect(pathsRead('lib/a.test.ts', "import.meta.glob('/app/api/**/route.ts')", files)).toEqual([
      'app/api/a/route.ts',
    ])
  })

  it('is nothing for a test that reads no files, and for what is no test', () => {
    expect(pathsRead('lib/a.test.ts', "expect(name).toBe('docs/keys.md')", files)).toEqual([])
    expect(pathsRead('lib/a.ts', `${reading}read('docs/keys.md')`, files)).toEqual([])
  })

  it('is everything for the tests of the architecture', () => {
    expect(pathsRead('tests/architecture.test.ts', '', files)).toEqual([...files])
  })

  it('is for tests on a database the schema and what runs before them', () => {
    const setUp = ['prisma/schema.prisma', 'tests/global-database.ts', 'tests/setup-database.ts']
    expect(pathsRead('lib/a.db.test.ts', '', new Set([...files, ...setUp]))).toEqual(setUp)
  })

  it('is for tests of components what stands in the place of Next, and for journeys the demo data', () => {
    const below = ['tests/setup-hooks.ts', 'tests/next/navigation.ts', 'prisma/seed.ts', 'playwright.config.ts']
    const all = new Set([...files, ...below])
    expect(pathsRead('components/a.test.tsx', '', all)).toEqual(below.slice(0, 2))
    expect(pathsRead('e2e/a.spec.ts', '', all)).toEqual(below.slice(2))
    expect(pathsRead('tests/waits.test.ts', '', new Set([...files, 'scripts/lint/a.grit']))).toEqual([
      'scripts/lint/a.grit',
    ])
  })

  it('is declared for files that are there', () => {
    const names = [...Object.keys(DECLARED), ...Object.values(DECLARED).flat()]
    expect(names.filter((name) => !existsSync(name))).toEqual([])
    for (const [file, used] of Object.entries(DECLARED))
      expect(pathsRead(file, '', new Set(listFiles())).length).toBeGreaterThanOrEqual(used.length)
  })
})
