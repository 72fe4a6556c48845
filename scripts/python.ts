/**
 * `npm run python`: makes the environments of Python below `.data/python` that releases are read in, where they are not there yet,
 * and reads the releases of every demo project in each.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { StartError } from '@/scripts/start-error'
import { ENVIRONMENTS, folderOf, markOf } from '@/tests/python/environments'

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error || status !== 0)
    throw new StartError(`${command} ${args.join(' ')} ended with ${error?.message ?? status}.`)
}

export function main(): void {
  for (const [name, packages] of Object.entries(ENVIRONMENTS)) {
    if (fs.existsSync(markOf(name))) continue
    console.log(`python: making ${name} (${packages.join(', ')})`)
    run('python3', ['-m', 'venv', folderOf(name)])
    run(`${folderOf(name)}/bin/python`, ['-m', 'pip', 'install', '--quiet', '--retries', '8', ...packages])
    fs.writeFileSync(markOf(name), '')
  }
  run('npx', ['vitest', 'run', '--project', 'database*', 'prisma/seed.db.test.ts', '-t', 'the releases'])
}
