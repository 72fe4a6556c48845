/** How tests wait, and what the linter refuses of it (scripts/lint/one-limit-for-waits.mjs). */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import oxlintConfig from '@/oxlint.config.mjs'
import { until, untilDone } from './support/wait'

const RULE = 'assay/one-limit-for-waits'

/** Where the project's settings apply the rule. */
const own = oxlintConfig.overrides.filter(({ rules }) => RULE in rules)

const allowed = [
  'await until(() => true)',
  'await eventually(() => expect(1).toBe(1))',
  'await waitFor(() => true)',
  'await expect(page).toBeVisible()',
  "it('takes as long as it takes', async () => {})",
  "const call = { timeoutMs: 3, code: 'timeout' }",
  'const { timeout } = readSettings()',
]
const refused = [
  'await vi.waitUntil(() => true)',
  'await vi.waitUntil(() => true, { timeout: 5 })',
  'await vi.waitFor(() => true)',
  'await waitFor(() => true, { timeout: 5, interval: 3 })',
  "await screen.findByText('x', {}, { timeout: 100 })",
  'await expect(page).toBeVisible({ timeout: 3 })',
  'await expect(page).toHaveText(/x/, { timeout: 3 })',
  "await expect.poll(() => 3, { message: 'a', timeout: 9 }).toBe(3)",
  'await page.waitForTimeout(100)',
  'await new Promise((resolve) => setTimeout(resolve, 5))',
  'test.setTimeout(20)',
  'page.setDefaultTimeout(20)',
  'vi.setConfig({ testTimeout: 200 })',
  'const LONG = { timeout: 100 }',
  'await expect(page).toBeVisible({ timeout })',
  "it('is slow', { timeout: 100 }, () => {})",
  "it('is slow', async () => {}, 20_000)",
  "it.each([1])('%i is slow', async () => {}, 20_000)",
  'beforeAll(async () => {}, 20_000)',
]

/** The lines of a file of that name, that the rule refuses where the project's settings apply. */
function refusedIn(file: string, lines: readonly string[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'waits-'))
  try {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), lines.join('\n'))
    const jsPlugins = [path.resolve('scripts/lint/one-limit-for-waits.mjs')]
    const overrides = own.map((override) => ({ ...override, jsPlugins }))
    writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify({ overrides }))
    const args = [path.resolve('node_modules/oxlint/bin/oxlint'), '--format=github', '.']
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const numbers = [...stdout.matchAll(/line=(\d+).*?one-limit-for-waits/g)].map(([, line]) => Number(line))
    return lines.filter((_, index) => numbers.includes(index + 1))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the linter', () => {
  it.each(['lib/a.test.ts', 'components/a/b.test.tsx', 'e2e/a.spec.ts', 'tests/a.ts'])(
    'refuses a wait with a limit of its own in %s, and no other',
    (file) => {
      expect(refusedIn(file, [...allowed, ...refused])).toEqual(refused)
    },
  )

  it('leaves asking again and again to journeys, which have no helper', () => {
    const poll = ['await expect.poll(() => 3).toBe(3)']
    expect(refusedIn('e2e/a.spec.ts', poll)).toEqual([])
    expect(refusedIn('lib/a.db.test.ts', poll)).toEqual(poll)
  })

  it('lets the one helper wait, and what is no test do as it needs', () => {
    expect(refusedIn('tests/support/wait.ts', refused)).toEqual([])
    expect(refusedIn('lib/a.ts', refused)).toEqual([])
  })
})

describe('waiting', () => {
  it('ends as soon as what is waited for is there, and returns it', async () => {
    let asked = 0
    expect(await until(() => ++asked > 2 && 'there')).toBe('there')
    expect(asked).toBe(3)
  })

  it('for work goes on from step to step until the work is done', async () => {
    const steps = [1, 1, 2, 2, 3]
    let at = 0
    await untilDone(
      () => at >= steps.length,
      () => steps[at++],
    )
    expect(at).toBeGreaterThanOrEqual(steps.length)
  })
})
