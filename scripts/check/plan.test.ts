import { describe, expect, it } from 'vitest'
import { importsOf } from './import-graph'
import type { JourneyList } from './journey-list'
import { makePlan } from './plan'

/** A small repository: what each file says, by its path. */
const SOURCES: Readonly<Record<string, string>> = {
  'lib/text/words.ts': 'export const words = 1',
  'lib/text/words.test.ts': "import './words'",
  'lib/text/shape.ts': 'export type Shape = string',
  'lib/protocols/felm/stage.ts': "import '@/lib/text/words'",
  'lib/protocols/felm/stage.test.ts': "import './stage'",
  'lib/protocols/felm/felm.ts': "import './stage'",
  'lib/protocols/factor/factor.ts': '',
  'lib/protocols/felm/manifest.ts': "import './felm'\nimport('./prefill/steps')",
  'lib/protocols/felm/prefill/steps.ts': '',
  'components/protocols/felm/host.ts': "import '@/components/notes/form'",
  'components/notes/form.tsx': '',
  'components/protocols/hosts.ts': '',
  'components/protocols/hosts.test.ts': "import './hosts'",
  'lib/protocols/factor/manifest.ts': "import './factor'",
  'lib/protocols/registry.ts': "import './felm/manifest'\nimport './factor/manifest'",
  'lib/protocols/steps.ts': "import './index'",
  'lib/protocols/steps.test.ts': "import './steps'",
  'lib/protocols/index.ts': "import './registry'",
  'lib/protocols/index.test.ts': "import '.'",
  'lib/workspace/items/add-item.ts': "import '@/lib/protocols'\nimport '@/generated/prisma/client'",
  'lib/workspace/items/add-item.db.test.ts': "import '@/tests/factories'\nimport './add-item'",
  'lib/workspace/items/felm-item.db.test.ts': "import '@/tests/felm-scene'\nimport './add-item'",
  'lib/workspace/items/jobs.ts': 'export const job = 1',
  'lib/workspace/items/move-items.ts': "import './jobs'",
  'lib/notes/add-note.ts': "import './answers-source'\nimport '@/lib/text/words'\nimport '@/lib/workspace/items/jobs'",
  'lib/notes/add-note.db.test.ts': "import './add-note'",
  'components/notes/note.tsx': "import type { Shape } from '@/lib/text/shape'",
  'components/notes/note.test.tsx': "import './note'",
  'app/layout.tsx': "import './globals.css'",
  'app/items/page.tsx': "import '@/lib/workspace/items/add-item'",
  'app/notes/page.tsx': "import '@/components/notes/note'",
  'app/api/notes/route.ts': "import '@/lib/notes/add-note'",
  'lib/answers/count-answers.ts': 'export const count = 1',
  'lib/notes/answers-source.ts': '',
  'instrumentation.ts': "import '@/compose'\nimport '@/worker-handlers'",
  'compose.ts': "import '@/lib/notes/answers-source'\nimport('@/lib/answers/count-answers')",
  'worker-handlers.ts': "import '@/lib/workspace/items/move-items'",
  'tests/access.db.test.ts': "import './access/scene'\nimport.meta.glob('/app/api/**/route.ts')",
  'tests/access/scene.ts': "import '@/lib/protocols'\nexport const id = 'felm'",
  'tests/architecture.test.ts': '',
  'tests/factories.ts': "import '@/lib/protocols'\nexport const usual = 'felm'",
  'tests/felm-scene.ts': "import './factories'\nexport const id = 'felm'",
  'tests/global-database.ts': "import '@/scripts/migrate'",
  'tests/setup-database.ts': "import '@/compose'",
  'scripts/migrate.ts': '',
  'e2e/items.spec.ts': "import './fixtures'",
  'e2e/felm.spec.ts': "import '@/tests/factories'",
  'e2e/notes.spec.ts': "import './fixtures'",
  'e2e/new.spec.ts': '',
  'e2e/fixtures.ts': '',
}
const OTHERS = ['app/globals.css', 'prisma/schema.prisma', 'prisma/migrations/1/migration.sql', 'README.md']

const LIST: JourneyList = {
  'e2e/items.spec.ts': { 'an item': ['app/items/page.tsx'] },
  'e2e/felm.spec.ts': { 'a label': ['app/items/page.tsx'] },
  'e2e/notes.spec.ts': { 'a note': ['app/notes/page.tsx'], another: ['app/api/notes/route.ts'] },
}

function plan(changed: string[], deleted: string[] = [], list: JourneyList | null = LIST) {
  const sources = Object.entries(SOURCES).filter(([file]) => !deleted.includes(file))
  const files = new Set([...Object.keys(SOURCES), ...OTHERS, ...deleted])
  const graph = new Map(sources.map(([file, code]) => [file, importsOf(file, code, files)]))
  const repository = { graph, list, textOf: (file: string) => SOURCES[file] ?? '' }
  return makePlan({ base: 'main', changed, deleted }, repository)
}
/** Without the test of the architecture, which every change touches. */
const testsOf = (...changed: string[]) =>
  plan(changed).touched.tests.filter((file) => file !== 'tests/architecture.test.ts')

describe('the tests that are run', () => {
  it('import what changed, directly or not', () => {
    expect(testsOf('components/notes/note.tsx')).toEqual(['components/notes/note.test.tsx'])
    expect(testsOf('lib/notes/add-note.ts')).toEqual(['lib/notes/add-note.db.test.ts', 'tests/access.db.test.ts'])
  })

  it('are themselves what changed', () => {
    expect(testsOf('lib/text/words.test.ts')).toEqual(['lib/text/words.test.ts'])
  })

  it('look at what changed by path', () => {
    expect(testsOf('app/api/notes/route.ts')).toEqual(['tests/access.db.test.ts'])
    expect(plan(['README.md']).touched.tests).toEqual(['tests/architecture.test.ts'])
  })

  it('are of types not those that only take types', () => {
    expect(testsOf('lib/text/shape.ts')).toEqual([])
  })

  it('are still those that import what is gone, and not those that are gone themselves', () => {
    expect(plan([], ['lib/text/words.ts']).touched.tests).toContain('lib/text/words.test.ts')
    expect(plan([], ['lib/text/words.test.ts']).touched.tests).toEqual(['tests/architecture.test.ts'])
  })

  it('ask what changed through an interface that compose.ts fills', () => {
    expect(testsOf('lib/answers/count-answers.ts')).toEqual([
      'lib/notes/add-note.db.test.ts',
      'tests/access.db.test.ts',
    ])
  })

  it('are all of a database when its set-up or a migration changes', () => {
    const all = [
      'lib/notes/add-note.db.test.ts',
      'lib/workspace/items/add-item.db.test.ts',
      'lib/workspace/items/felm-item.db.test.ts',
    ]
    const whole = [...all, 'tests/access.db.test.ts']
    expect(testsOf('scripts/migrate.ts')).toEqual(whole)
    expect(testsOf('compose.ts')).toEqual(whole)
    expect(testsOf('prisma/migrations/1/migration.sql')).toEqual(whole)
    expect(testsOf('prisma/schema.prisma')).toEqual(whole)
  })

  it('are all when the packages, the compiler or the tests are set otherwise', () => {
    for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts']) {
      const { touched, allTests } = plan([file])
      expect(touched.tests).toEqual(allTests)
    }
  })
})

describe('a change in a protocol', () => {
  it('runs of the slow tests that reach it through the registry those that name it, and says which do not', () => {
    const { tests, throughRegistry, protocols } = plan(['lib/protocols/felm/stage.ts']).touched
    expect(protocols).toEqual(['felm'])
    expect(tests).toEqual([
      'lib/protocols/felm/stage.test.ts',
      'lib/protocols/index.test.ts',
      'lib/protocols/steps.test.ts',
      'lib/workspace/items/felm-item.db.test.ts',
      'tests/architecture.test.ts',
    ])
    expect(throughRegistry).toEqual(['lib/workspace/items/add-item.db.test.ts', 'tests/access.db.test.ts'])
  })

  it('counts also where it begins below the protocols', () => {
    expect(testsOf('lib/text/words.ts')).toContain('lib/workspace/items/felm-item.db.test.ts')
    expect(testsOf('lib/text/words.ts')).toContain('lib/notes/add-note.db.test.ts')
    expect(testsOf('lib/text/words.ts')).not.toContain('lib/workspace/items/add-item.db.test.ts')
  })

  it('is one for everybody when the registry itself changes', () => {
    const { tests, throughRegistry } = plan(['lib/protocols/registry.ts']).touched
    expect(tests).toContain('lib/workspace/items/add-item.db.test.ts')
    expect(throughRegistry).toEqual([])
  })
})

describe('a change in what a manifest loads on demand', () => {
  it('touches those who ask for that part, and not everybody who knows the protocol', () => {
    expect(testsOf('lib/protocols/felm/prefill/steps.ts')).toEqual(['lib/protocols/steps.test.ts'])
    expect(testsOf('components/notes/form.tsx')).toEqual(['components/protocols/hosts.test.ts'])
  })
})

describe('the other steps', () => {
  it('format what changed, and lint also what takes types from it', () => {
    expect(plan(['lib/text/shape.ts']).lint).toEqual({
      biome: ['lib/text/shape.ts'],
      oxlint: [
        'app/notes/page.tsx',
        'components/notes/note.test.tsx',
        'components/notes/note.tsx',
        'lib/text/shape.ts',
      ],
    })
    expect(plan(['README.md']).lint).toEqual({ biome: ['README.md'], oxlint: [] })
    expect(plan([], ['lib/text/words.test.ts']).lint).toEqual({ biome: [], oxlint: [] })
  })

  it('look at everything when they are set otherwise', () => {
    expect(plan(['biome.json']).lint.biome).toBe('all')
    expect(plan(['oxlint.config.mjs']).lint.oxlint).toBe('all')
    expect(plan(['package.json']).lint).toEqual({ biome: 'all', oxlint: 'all' })
  })

  it('are those that the kind of file asks for', () => {
    expect(plan(['README.md', 'app/globals.css'])).toMatchObject({ types: false, migrations: false })
    expect(plan(['lib/text/words.ts'])).toMatchObject({ types: true, migrations: false })
    expect(plan([], ['lib/text/words.ts'])).toMatchObject({ types: true, migrations: false })
    expect(plan(['prisma/schema.prisma'])).toMatchObject({ types: true, migrations: true })
    expect(plan(['prisma/migrations/1/migration.sql'])).toMatchObject({ types: false, migrations: true })
  })
})

describe('the journeys of a change', () => {
  const journeysOf = (...changed: string[]) => plan(changed).journeys?.tests

  it('ask for pages and routes that import it; a journey that is not in the list might', () => {
    expect(journeysOf('components/notes/note.tsx')).toEqual(['e2e/new.spec.ts', 'e2e/notes.spec.ts'])
    expect(journeysOf('lib/notes/add-note.ts')).toEqual(['e2e/new.spec.ts', 'e2e/notes.spec.ts'])
    expect(journeysOf('README.md')).toEqual(['e2e/new.spec.ts'])
    expect(plan(['README.md']).journeys?.unlisted).toEqual(['e2e/new.spec.ts'])
  })

  it('are those of the handlers of jobs that their routes ask for', () => {
    expect(journeysOf('lib/workspace/items/move-items.ts')).toEqual(['e2e/new.spec.ts', 'e2e/notes.spec.ts'])
  })

  it('are those that ask it through an interface that compose.ts fills', () => {
    expect(journeysOf('lib/answers/count-answers.ts')).toEqual(['e2e/new.spec.ts', 'e2e/notes.spec.ts'])
  })

  it('are those whose own code it is', () => {
    expect(journeysOf('e2e/items.spec.ts')).toEqual(['e2e/items.spec.ts', 'e2e/new.spec.ts'])
    expect(journeysOf('e2e/fixtures.ts')).toEqual(['e2e/items.spec.ts', 'e2e/new.spec.ts', 'e2e/notes.spec.ts'])
  })

  it('are all where it is around every page or beside every request', () => {
    const { allJourneys } = plan([])
    for (const file of ['app/layout.tsx', 'app/globals.css', 'instrumentation.ts', 'next.config.js', 'package.json'])
      expect(journeysOf(file)?.filter((each) => each !== 'e2e/new.spec.ts')).toEqual(
        allJourneys.filter((each) => each !== 'e2e/new.spec.ts'),
      )
  })

  it('are those that do not reach it through a registry alone, or whose project has that protocol', () => {
    const { journeys } = plan(['lib/protocols/felm/stage.ts'])
    expect(journeys).toMatchObject({
      tests: ['e2e/felm.spec.ts', 'e2e/new.spec.ts'],
      throughRegistry: ['e2e/items.spec.ts'],
    })
  })

  it('are also those of a page that is gone', () => {
    expect(plan([], ['app/items/page.tsx']).journeys?.tests).toEqual([
      'e2e/felm.spec.ts',
      'e2e/items.spec.ts',
      'e2e/new.spec.ts',
    ])
  })

  it('are not known before any has run', () => {
    expect(plan(['components/notes/note.tsx'], [], null).journeys).toBeNull()
  })
})
