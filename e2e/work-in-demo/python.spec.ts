import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@/e2e/fixtures'
import { E2E_SERVER } from '@/scripts/test/e2e-environment'
import { PACKAGE_FOLDER, packagePython } from '@/tests/python/environments'

const isWhole = process.env.ASSAY_PYTHON === 'all'

/** Its own tests (python/tests), which sign in, make projects and remove them; those that take longer by `npm run python` alone. */
test('the Python package works against the server', async ({ baseURL }) => {
  const python = packagePython()
  test.skip(python === null, 'skipped: npm run python makes what it needs')
  const chosen = isWhole ? [] : ['-m', 'not long']
  const { stdout } = await promisify(execFile)(python ?? '', ['-m', 'pytest', '--durations=5', ...chosen], {
    cwd: PACKAGE_FOLDER,
    // With the server's settings: one of the tests runs an administrator's command beside it.
    env: { ...process.env, ...E2E_SERVER, ASSAY_URL: baseURL },
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }))
  console.log(stdout)
  expect(stdout).toMatch(/\d+ passed/)
  expect(stdout).not.toMatch(/failed|error|skipped/i)
})
