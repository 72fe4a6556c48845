import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { TEST_LIMIT_MS } from './tests/support/limits.ts'

const alias = { '@': path.resolve('.'), 'server-only': path.resolve('tests/empty.ts') }
const exclude = [...configDefaults.exclude, '.data/**', '.next/**', 'e2e/**']

/** What tests of components have in the place of Next's own: no page around them, and nothing that is loaded later. */
const next = {
  'next/navigation': path.resolve('tests/next/navigation.ts'),
  'next/dynamic': path.resolve('tests/next/dynamic.tsx'),
}

/** Test files that replace a module for themselves; whatever else ran in the same worker would meet it too. */
const replacing = ['app', 'cli', 'components', 'lib', 'prisma', 'scripts', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.test\.tsx?$/.test(file) && /\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')))

const ofHooks = '**/*.test.tsx'
const ofDatabase = '**/*.db.test.ts'
/** What reads foreign input or calculates in processes of its own does so with the code that a build has. */
const globalSetup = ['tests/global-readers.ts']
const database = {
  globalSetup: [...globalSetup, 'tests/global-database.ts'],
  setupFiles: ['tests/setup-database.ts'],
}
const hooks = {
  alias: next,
  environment: 'happy-dom',
  setupFiles: ['tests/setup-hooks.ts'],
  // What is mounted goes before the globals it was given.
  sequence: { hooks: 'list' as const },
}

// Files share a worker, and with it the modules they load, unless they replace one.
export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: 2,
    // The next run, and the database tests after the unit tests, find the modules that have not changed as they were transformed.
    experimental: { fsModuleCache: true },
    // What a test makes is mostly gone with it: looked through less often, less of it is moved.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup,
          include: ['**/*.test.ts'],
          exclude: [...exclude, ofDatabase, ...replacing],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit, replacing',
          globalSetup,
          include: replacing.filter((file) => file.endsWith('.test.ts') && !file.endsWith('.db.test.ts')),
        },
      },
      {
        extends: true,
        test: {
          ...hooks,
          name: 'hooks',
          include: [ofHooks],
          exclude: [...exclude, ...replacing],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...hooks,
          name: 'hooks, replacing',
          include: replacing.filter((file) => file.endsWith('.test.tsx')),
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database',
          include: [ofDatabase],
          exclude: [...exclude, ...replacing],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database, replacing',
          include: replacing.filter((file) => file.endsWith('.db.test.ts')),
        },
      },
    ],
  },
})
