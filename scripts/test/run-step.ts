import { spawn } from 'node:child_process'
import path from 'node:path'

/** Runs the JavaScript of an installed package in the terminal; true when it went well. `file` is below node_modules. */
export function runStep(file: string, args: string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve('node_modules', file), ...args], { stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}
