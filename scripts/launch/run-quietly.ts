import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { StartError } from '@/scripts/start-error'

/** As much of the output as is kept for a program that fails, in characters. */
const KEPT_OUTPUT = 20_000

interface RunOptions {
  env?: Record<string, string>
  /** Is given every line of its standard output. */
  onLine?: (line: string) => void
}

/**
 * Runs Node with `args` in a process of its own and shows none of its output. Throws a StartError with the last of that output and
 * `title`, its name in messages, when it fails; an AbortError, once it has ended, when `signal` stops it.
 */
export function runQuietly(
  title: string,
  args: readonly string[],
  signal: AbortSignal,
  { env = {}, onLine }: RunOptions = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      env: { ...process.env, ...env },
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT)
    }
    child.stdout.on('data', keep)
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine)
    child.stderr.on('data', keep)
    let failure: Error | null = null
    child.once('error', (error) => {
      failure = error
      // One that was asked to stop is waited for: the database under it stops next.
      if (child.pid === undefined) reject(error)
    })
    child.once('close', (code) => {
      if (failure) reject(failure)
      else if (code === 0) resolve()
      else reject(new StartError(`${output.trim()}\n"${title}" failed.`))
    })
  })
}

/** Runs the JavaScript of an installed package; `file` is below node_modules. */
export const runPackage = (
  file: string,
  args: readonly string[],
  signal: AbortSignal,
  options: RunOptions = {},
): Promise<void> =>
  runQuietly(`${path.basename(file)} ${args.join(' ')}`, [path.resolve('node_modules', file), ...args], signal, options)
