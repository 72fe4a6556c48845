/**
 * Files that a file uses without importing them: read by path, started as a program, or loaded under a computed name.
 * Tests name their files in a string, which is found by itself; what no string names is declared here.
 */
import { kindOf } from '@/scripts/check/test-files'

const TEST_CODE = /\.test\.tsx?$|^(tests|e2e)\//
const READS_FILES = /node:(fs|child_process)|import\.meta\.glob/
const STRING = /(['"`])([^'"`\n\\]+)\1/g

/** Look at every file of the repository, or at which there are. */
const READS_ALL = new Set(['tests/architecture.test.ts', 'tests/protocol-readmes.test.ts'])

/** Paths that begin with one of these are used by the file. */
export const DECLARED: Readonly<Record<string, readonly string[]>> = {
  'cli/agreement.test.ts': ['cli/assay.ts'],
  'cli/evaluate.data.test.ts': ['cli/assay.ts'],
  'lib/gold/evaluation/stream-receipt.ts': ['public/receipts/recompute-evaluation.mjs'],
  'lib/quality/adjudicators/receipt/get-receipt.ts': ['public/receipts/recompute-adjudicators.mjs'],
  'lib/quality/anchoring/receipt/get-receipt.ts': ['public/receipts/recompute-anchoring.mjs'],
  'lib/quality/calibration/receipt/get-receipt.ts': ['public/receipts/recompute-calibration.mjs'],
  'lib/quality/agreement/receipts/get-receipt.ts': ['public/receipts/recompute.mjs'],
  'lib/platform/jobs/worker-process.db.test.ts': ['worker.ts'],
  'scripts/launch/demo.ts': ['scripts/seed.ts'],
  'scripts/migrate.ts': ['prisma/migrations/'],
  'tests/waits.test.ts': ['scripts/lint/'],
}

/** What every test of units stands on: what vitest.config.ts runs before it. */
const BELOW_UNIT_TESTS = ['tests/global-readers.ts']
/** What every test on a database stands on: what vitest.config.ts runs before it, and the schema. */
const BELOW_DATABASE_TESTS = [
  ...BELOW_UNIT_TESTS,
  'tests/global-database.ts',
  'tests/setup-database.ts',
  'prisma/schema.prisma',
]
/** What every test of components and hooks stands on: what vitest.config.ts runs before it, and puts in the place of Next's own. */
const BELOW_HOOKS_TESTS = ['tests/setup-hooks.ts', 'tests/next/']
/** What every journey stands on: how the browser is set up, and the server with its demo data. */
const BELOW_JOURNEYS = ['playwright.config.ts', 'scripts/e2e-server.ts', 'prisma/seed.ts']

function standsOn(file: string): readonly string[] {
  const kind = kindOf(file)
  if (kind === 'database') return BELOW_DATABASE_TESTS
  if (kind === 'hooks') return BELOW_HOOKS_TESTS
  if (kind === 'unit') return BELOW_UNIT_TESTS
  return kind === 'journey' ? BELOW_JOURNEYS : []
}

/** The folder or file that a string names, if it names one; of a pattern, the folder before its first star. */
function named(text: string): string {
  const plain = text.replace(/^\.?\//, '')
  const star = plain.indexOf('*')
  return star === -1 ? plain : plain.slice(0, plain.lastIndexOf('/', star) + 1)
}

/** Of `files`, those that this file uses without importing them. */
export function pathsRead(file: string, code: string, files: ReadonlySet<string>): string[] {
  if (READS_ALL.has(file)) return [...files]
  const declared = [...(DECLARED[file] ?? []), ...standsOn(file)]
  const isReader = TEST_CODE.test(file) && READS_FILES.test(code)
  const strings = isReader ? [...code.matchAll(STRING)].map(([, , text = '']) => named(text)) : []
  const names = new Set([...declared, ...strings].filter(Boolean))
  if (names.size === 0) return []
  const isNamed = (path: string) =>
    [...names].some((name) => path === name || path.startsWith(name.endsWith('/') ? name : `${name}/`))
  return [...files].filter((path) => path !== file && isNamed(path))
}
