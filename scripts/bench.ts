import fs from 'node:fs'
import { StartError } from '@/scripts/start-error'

/** `node --conditions=react-server scripts/run.cjs bench <name>`: one measurement of docs/benchmarks.md. */
export async function main([name = '']: string[]): Promise<void> {
  const names = fs.readdirSync('bench').flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? [])
  if (!names.includes(name)) throw new StartError(`Name a measurement: ${names.join(', ')}.`)
  // The measurement reads its own arguments.
  process.argv.splice(2, 1)
  await import(`@/bench/${name}`)
}
