import { describe, expect, it } from 'vitest'
import { inAdvance, leftOut, whatRan } from './account'
import type { Plan } from './plan'

const plan: Plan = {
  lint: { biome: ['lib/a.ts'], oxlint: ['lib/a.ts', 'lib/b.ts'] },
  types: true,
  migrations: false,
  touched: {
    tests: ['lib/a.test.ts', 'lib/a.db.test.ts'],
    throughRegistry: ['lib/c.db.test.ts'],
    protocols: ['felm'],
  },
  allTests: ['lib/a.test.ts', 'lib/a.db.test.ts', 'lib/b.test.tsx', 'lib/b.test.ts', 'lib/c.db.test.ts'],
  journeys: { tests: ['e2e/a.spec.ts'], throughRegistry: [], protocols: [], unlisted: [] },
  allJourneys: ['e2e/a.spec.ts', 'e2e/b.spec.ts'],
}

describe('in advance a check says', () => {
  it('what differs from what, and how many tests it runs', () => {
    const changes = { base: 'main (6ad1557)', changed: ['lib/a.ts'], deleted: ['lib/old.ts'] }
    expect(inAdvance(changes, plan)).toEqual([
      'Files that differ from main (6ad1557): 2, of which 1 are gone: lib/a.ts, lib/old.ts.',
      'Files of tests that use them: 2 of 5 are run (1 unit, 1 database).',
    ])
  })

  it('that it takes longer with most of the tests on a database', () => {
    const touched = { ...plan.touched, tests: plan.allTests }
    expect(inAdvance({ base: 'main', changed: ['lib/a.ts'], deleted: [] }, { ...plan, touched }).at(-1)).toBe(
      'Most of the tests on a database are among them, so this takes longer.',
    )
  })

  it('the first names of many', () => {
    const changed = Array.from({ length: 9 }, (_, at) => `${at}.ts`)
    expect(inAdvance({ base: 'main', changed, deleted: [] }, plan)[0]).toBe(
      'Files that differ from main: 9: 0.ts, 1.ts, 2.ts, 3.ts, 4.ts, 5.ts and 3 more.',
    )
  })
})

it('afterwards it says what ran', () => {
  expect(whatRan(plan)).toBe(
    'Ran: format and lint of 1 files, rules that need types on 2 files; types; 2 of 5 files of tests (1 unit, 1 database).',
  )
})

describe('what it left out', () => {
  const tests = [
    'the migrations: they and the schema are as they were',
    '2 of 5 files of tests (1 unit, 1 hooks) that use nothing of the change',
    '1 of 5 files of tests (1 database) that reach the change only through the list of protocols and do not name felm',
  ]

  it('are tests, and the journeys that use the change by name', () => {
    expect(leftOut(plan, false)).toEqual([
      ...tests,
      'the build and the 2 journeys (npm run check -- --journeys); 1 use what changed: e2e/a.spec.ts',
    ])
  })

  it('are apart from journeys that use it those that have not run yet', () => {
    const journeys = { ...plan.journeys, tests: plan.allJourneys, throughRegistry: [], protocols: [] }
    const account = (unlisted: string[]) => leftOut({ ...plan, journeys: { ...journeys, unlisted } }, false).at(-1)
    expect(account(['e2e/b.spec.ts'])).toMatch(/1 use what changed: e2e\/a\.spec\.ts; 1 have not run here yet$/)
    expect(account(plan.allJourneys)).toMatch(/none is listed as using what changed; 2 have not run here yet$/)
  })

  it('are with the journeys those that do not use it', () => {
    expect(leftOut(plan, true)).toEqual([...tests, '1 of 2 journeys: e2e/b.spec.ts'])
  })

  it('are all journeys where none has run yet, and none when all of them run', () => {
    expect(leftOut({ ...plan, journeys: null }, false).at(-1)).toMatch(
      /^the build and the 2 journeys .* once they have run here/,
    )
    expect(leftOut({ ...plan, journeys: null }, true)).toEqual(tests)
  })

  it('is nothing when everything ran', () => {
    const touched = { tests: plan.allTests, throughRegistry: [], protocols: [] }
    expect(leftOut({ ...plan, touched, migrations: true, journeys: null }, true)).toEqual([])
  })
})
