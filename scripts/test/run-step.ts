import { spawn } from 'node:child_process'
import path from 'node:path'

/** Runs the JavaScript of an installed package in the terminal; true when it went well. `file` is below node_modules. */
export function runStep(file: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve('node_modules', file), ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** Playwright's tests; they share the app's server code, which only loads under this condition. */
export const runJourneys = (args: string[]): Promise<boolean> =>
  runStep('@playwright/test/cli.js', ['test', ...args], { NODE_OPTIONS: '--conditions=react-server' })
