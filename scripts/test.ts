/** `npm test`: everything, in the order in which it fails fastest. Its last line is the sum. */
import fs from 'node:fs'
import { ensureBrowser } from '@/scripts/chromium'
import { pendingSql } from '@/scripts/db'
import { ensureBuild, ensureClient, forgetDevelopmentTypes } from '@/scripts/launch/build'
import { messageOf, StartError } from '@/scripts/start-error'
import { runJourneys, runStep } from '@/scripts/test/run-step'
import { add, inWords, readReport, type Sum, single } from '@/scripts/test/sum'

const REPORTS = '.data/test-results'
const never = new AbortController().signal

interface Step {
  title: string
  run(): Promise<Sum>
}

/** A step that either goes well or throws. */
const check = (title: string, work: () => Promise<boolean>): Step => ({
  title,
  run: async () => single(await work()),
})

const vitest = (title: string, name: string, projects: string[]): Step => ({
  title,
  async run() {
    const report = `${REPORTS}/${name}.json`
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const chosen = projects.flatMap((project) => ['--project', project])
    const ok = await runStep('vitest/vitest.mjs', ['run', ...chosen, ...reporters, '--passWithNoTests'])
    return readReport(report, ok)
  },
})

const steps: Step[] = [
  check(
    'Format and lint',
    async () =>
      (await runStep('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])) &&
      (await runStep('oxlint/bin/oxlint', ['--deny-warnings'])),
  ),
  check('Types', async () => {
    forgetDevelopmentTypes()
    return (await runStep('next/dist/bin/next', ['typegen'])) && (await runStep('typescript/bin/tsc', ['--noEmit']))
  }),
  check('Migrations', async () => {
    const sql = await pendingSql()
    console.log(sql === null ? 'The migrations match schema.prisma.' : `The migrations lack:\n${sql}`)
    return sql === null
  }),
  vitest('Unit and hook tests', 'unit', ['unit', 'hooks']),
  vitest('Database and access tests', 'database', ['database']),
  check('Build', async () => {
    await ensureBuild(never)
    console.log('The app is built.')
    return true
  }),
  {
    title: 'Journeys',
    async run() {
      await ensureBrowser()
      const ok = await runJourneys([])
      return readReport(`${REPORTS}/journeys.json`, ok)
    },
  },
]

async function runOne({ title, run }: Step): Promise<Sum> {
  console.log(`\n== ${title} ==`)
  try {
    return await run()
  } catch (error) {
    console.error(error instanceof StartError ? messageOf(error) : error)
    return single(false)
  }
}

/** Runs the steps up to the first that fails; exits with 1 if one did. */
export async function main(): Promise<void> {
  fs.rmSync(REPORTS, { recursive: true, force: true })
  let sum: Sum = { passed: 0, failed: 0, skipped: 0 }
  const first = check('Prisma client', async () => {
    await ensureClient(never)
    return true
  })
  const prepared = await runOne(first)
  if (prepared.failed > 0) sum = prepared
  for (const step of steps) {
    if (sum.failed > 0) break
    sum = add(sum, await runOne(step))
  }
  console.log(`\n${inWords(sum)}`)
  process.exit(sum.failed > 0 ? 1 : 0)
}
