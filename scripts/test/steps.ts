/** The steps that `npm test` and `npm run check` consist of. */
import fs from 'node:fs'
import { ensureBrowser } from '@/scripts/chromium'
import { ensureCommands } from '@/scripts/commands/bundle'
import { pendingSql } from '@/scripts/db'
import { type BuildOptions, ensureBuild, ensureClient, forgetDevelopmentTypes } from '@/scripts/launch/build'
import { ensureReaders } from '@/scripts/readers/bundle'
import { messageOf, StartError } from '@/scripts/start-error'
import { E2E_SERVER } from '@/scripts/test/e2e-environment'
import { runJourneys, runScript, runStep } from '@/scripts/test/run-step'
import { readReport, type Sum, single } from '@/scripts/test/sum'

export const REPORTS = '.data/test-results'
const never = new AbortController().signal

export interface Step {
  title: string
  run(): Promise<Sum>
}

/** A step that either goes well or throws. */
const check = (title: string, work: () => Promise<boolean>): Step => ({
  title,
  run: async () => single(title, await work()),
})

/** What tests and build share, made before they run side by side. */
export const generated = check('Prisma client, reading processes and commands', async () => {
  await ensureClient(never)
  await Promise.all([ensureReaders(), ensureCommands()])
  return true
})

/** The type checkers of TypeScript and oxlint are written in Go and soon end: they need not look for free memory so often. */
const SHORT_LIVED = { GOGC: '400' }

/** Which files each linter looks at. */
export interface Linted {
  biome: 'all' | readonly string[]
  oxlint: 'all' | readonly string[]
}

/** Runs a linter on what it is to look at. */
async function runLinter(file: string, args: string[], files: 'all' | readonly string[]): Promise<boolean> {
  if (files === 'all') return runStep(file, args, SHORT_LIVED)
  return files.length === 0 || runStep(file, [...args, ...files], SHORT_LIVED)
}

export const lint = ({ biome, oxlint }: Linted): Step =>
  check('Format and lint', async () => {
    // Among files that were named may be some that the formatter does not know, or is not to touch.
    const scopeArguments = biome === 'all' ? ['.'] : ['--files-ignore-unknown=true', '--no-errors-on-unmatched']
    return (
      (await runLinter('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...scopeArguments], biome)) &&
      (await runLinter('oxlint/bin/oxlint', ['-c', 'oxlint.config.mjs', '--deny-warnings'], oxlint))
    )
  })

export const types = check('Types', async () => {
  forgetDevelopmentTypes()
  if (!(await runStep('next/dist/bin/next', ['typegen']))) return false
  // Each checker works out the shared types for itself, and the other core has the build.
  return runStep('typescript/bin/tsc', ['--noEmit', '--checkers', '1'], SHORT_LIVED)
})

export const migrations = check('Migrations', async () => {
  const sql = await pendingSql()
  console.log(sql === null ? 'The migrations match schema.prisma.' : `The migrations lack:\n${sql}`)
  return sql === null
})

/** Tests of vitest. The report is kept under `name`; `chosen` are its arguments that say which. */
export const vitest = (title: string, name: string, chosen: readonly string[]): Step => ({
  title,
  async run() {
    const report = `${REPORTS}/${name}.json`
    // A report of an earlier run is not one of this.
    fs.rmSync(report, { force: true })
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const ok = await runStep('vitest/vitest.mjs', ['run', ...chosen, ...reporters, '--passWithNoTests'])
    return readReport(report, title, ok)
  },
})

/** The production build. */
export const build = (options: BuildOptions): Step =>
  check('Build', async () => {
    await ensureBuild(never, options)
    console.log('The app is built.')
    return true
  })

/** The database under the journeys, with its demo data. */
export const demo = check('Demo data', () => runScript('e2e-server', ['fill'], E2E_SERVER))

/** Journeys in a browser; `files` are patterns of their paths, none stands for all of them. `isFilled`: `demo` has run. */
export const journeys = (files: readonly string[], { isFilled = false } = {}): Step => ({
  title: 'Journeys',
  async run() {
    const report = `${REPORTS}/journeys.json`
    fs.rmSync(report, { force: true })
    await ensureBrowser()
    const ok = await runJourneys([...files], isFilled ? { E2E_FILLED: '1' } : {})
    return readReport(report, 'Journeys', ok)
  },
})

const seconds = new Map<string, number>()

/** How long the steps that ran took, in a line. */
export const timesOf = (steps: readonly Step[]): string =>
  steps.flatMap(({ title }) => (seconds.has(title) ? [`${title}: ${seconds.get(title)} s`] : [])).join(', ')

/** Runs a step; one that cannot begin or breaks off counts as one failure, and its reason is printed. */
export async function runOne({ title, run }: Step): Promise<Sum> {
  console.log(`\n== ${title} ==`)
  const began = performance.now()
  try {
    return await run()
  } catch (error) {
    console.error(error instanceof StartError ? messageOf(error) : error)
    return single(title, false)
  } finally {
    seconds.set(title, Math.round((performance.now() - began) / 1000))
  }
}
