/**
 * `npm run python`: makes the environments of Python below `.data/python`, where they are not there yet; reads the releases of every
 * demo project and of generated ones in each of those that are for reading; and proves the package in `python/` against a running server, its
 * notebook too. Its last lines say what was proven, what was skipped and how long it took.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ensureBrowser } from '@/scripts/chromium'
import { StartError } from '@/scripts/start-error'
import { runJourneys } from '@/scripts/test/run-step'
import {
  ENVIRONMENTS,
  folderOf,
  INSPECT,
  markOf,
  OWN_PACKAGE,
  PACKAGE_FOLDER,
  pythonOf,
  REPORT,
  stateOfPackage,
  TOOLS_OF_PACKAGE,
} from '@/tests/python/environments'

function run(command: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error || status !== 0)
    throw new StartError(`${command} ${args.join(' ')} ended with ${error?.message ?? status}.`)
}

/** Makes an environment, unless it is there; `steps` are the installations in it. */
export function makeEnvironment(name: string, steps: readonly (readonly string[])[], mark: string): void {
  if (fs.existsSync(markOf(name))) return
  console.log(`python: making ${name} (${steps.flat().join(', ')})`)
  run('python3', ['-m', 'venv', folderOf(name)])
  for (const packages of steps) run(pythonOf(name), ['-m', 'pip', 'install', '--quiet', '--retries', '8', ...packages])
  fs.writeFileSync(markOf(name), mark)
}

const start = performance.now()

function prove(what: string): void {
  fs.appendFileSync(REPORT, `${what}; ${Math.round((performance.now() - start) / 1000)} s since the beginning\n`)
}

export async function main(): Promise<void> {
  fs.mkdirSync(path.dirname(REPORT), { recursive: true })
  fs.writeFileSync(REPORT, '')
  for (const [name, packages] of Object.entries(ENVIRONMENTS)) makeEnvironment(name, [packages], '')
  // First as anybody installs it, then with what it is built with, so that it can be built again without a network.
  makeEnvironment(OWN_PACKAGE, [[`${PACKAGE_FOLDER}[all,test]`], TOOLS_OF_PACKAGE], stateOfPackage())
  // Says nothing where it is there already.
  run(pythonOf(OWN_PACKAGE), ['-m', 'pip', 'install', '--quiet', '--retries', '8', ...INSPECT])
  prove(`${Object.keys(ENVIRONMENTS).length + 1} environments are there, one of them with the package in python/`)
  const whole = { ASSAY_PYTHON: 'all', ASSAY_PYTHON_REPORT: REPORT }
  run('npx', ['vitest', 'run', '--project', 'database*', 'prisma/seed.db.test.ts', '-t', 'the releases'], whole)
  prove('The releases of the demo are read')
  run('npm', ['run', '--silent', 'bench', '--', 'generated-releases'], whole)
  prove('The generated releases are read')
  await ensureBrowser()
  if (!(await runJourneys(['e2e/work-in-demo/python.spec.ts', '--retries', '0'], whole)))
    throw new StartError('The tests of the package in python/ failed.')
  prove('The tests of the package passed against a running server, none of them skipped')
  console.log(`\n${fs.readFileSync(REPORT, 'utf8')}`)
}
