import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureJourneyModules } from '@/scripts/test/journey-modules'

/** Runs Node in the terminal; true when it went well. */
function runNode(args: string[], env: Record<string, string>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** Runs the JavaScript of an installed package, `file` being below node_modules. */
export const runStep = (file: string, args: string[], env: Record<string, string> = {}): Promise<boolean> =>
  runNode([path.resolve('node_modules', file), ...args], env)

/** Runs scripts/`name`.ts, as the commands of package.json do. */
export const runScript = (name: string, args: string[], env: Record<string, string>): Promise<boolean> =>
  runNode(['--conditions=react-server', 'scripts/run.cjs', name, ...args], env)

/** Playwright's tests; they share the app's server code, which only loads under this condition. */
export async function runJourneys(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const tsconfig = await ensureJourneyModules()
  const modules = tsconfig === null ? [] : ['--tsconfig', tsconfig]
  const condition = { NODE_OPTIONS: '--conditions=react-server' }
  return runStep('@playwright/test/cli.js', ['test', ...modules, ...args], { ...env, ...condition })
}
