import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

const alias = { '@': path.resolve('.'), 'server-only': path.resolve('tests/empty.ts') }
const exclude = [...configDefaults.exclude, '.data/**', '.next/**', 'e2e/**']

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/*.db.test.ts', 'tests/access.test.ts'],
          // Pure tests leave nothing behind, so that modules are loaded once a worker.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: { name: 'hooks', include: ['**/*.test.tsx'], exclude, environment: 'happy-dom', maxWorkers: 2 },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['**/*.db.test.ts', 'tests/access.test.ts'],
          exclude,
          globalSetup: ['tests/global-database.ts'],
          setupFiles: ['tests/setup-database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
