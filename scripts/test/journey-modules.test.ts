import { expect, it } from 'vitest'
import { modulesImportedBy } from './journey-modules'

it('names what journeys import from outside of their folder, once each, however they import it', () => {
  const texts = [
    `import { prisma } from '@/lib/platform/server/db'\nimport type { Scene } from '@/tests/access/scene'`,
    `import {\n  makeUser,\n} from '@/tests/factories'\nimport { expect } from '@/e2e/fixtures'\nimport path from 'node:path'`,
    `const { pool } = await import('@/lib/platform/server/db')\nconst from = './lib/elsewhere'`,
  ]
  expect(modulesImportedBy(texts)).toEqual(['lib/platform/server/db', 'tests/access/scene', 'tests/factories'])
})
