import { spawn } from 'node:child_process'
import path from 'node:path'
import { StartError } from '@/scripts/start-error'

/**
 * Runs the JavaScript of an installed package quietly; its last lines are shown if it fails. `signal` ends it early.
 * `file` is below node_modules.
 */
export function runTool(
  file: string,
  args: string[],
  signal: AbortSignal,
  env: Record<string, string> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = path.resolve('node_modules', file)
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      env: { ...process.env, ...env },
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new StartError(`${output.trim()}\n"${path.basename(file)} ${args.join(' ')}" failed.`))
    })
  })
}
