import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '@/tests/support/wait'
import { endOf, stopChild } from './serve'

const PRELOAD = path.resolve('scripts/launch/leave-with-parent.cjs')
let child: ChildProcess | undefined
afterEach(() => {
  child?.kill('SIGKILL')
})

/** A process that is started as the server is, and says what happens to it. */
async function start(script: string) {
  const server = spawn(process.execPath, ['--require', PRELOAD, '-e', `${script}; console.log('up')`], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child = server
  if (!server.stdout) throw new Error('the process has no output')
  const said: string[] = []
  const lines = createInterface({ input: server.stdout })
  const ended = Promise.all([once(lines, 'close'), once(server, 'exit')])
  const up = once(lines, 'line')
  lines.on('line', (line) => said.push(line))
  await up
  return { server, said, ended }
}

const APP = `
  setInterval(() => {}, 1000)
  globalThis.__assayLeave = async () => { console.log('leaving'); await null; console.log('jobs are down') }
  process.on('SIGTERM', () => { console.log('asked to end'); process.exit(0) })`
const DEAF = `setInterval(() => {}, 1000); process.on('SIGTERM', () => console.log('deaf'))`

test('the app puts its jobs down before it is told to end', async () => {
  const { server, said, ended } = await start(APP)
  await stopChild(server, { mode: 'start', drainMs: 0, stopMs: 60_000 })
  await ended
  expect(said).toEqual(['up', 'leaving', 'jobs are down', 'asked to end'])
  expect(server.exitCode).toBe(0)
})

test('who does not hear is ended all the same', async () => {
  const { server, said, ended } = await start(DEAF)
  const insisting = vi.spyOn(globalThis, 'setTimeout')
  const stopped = stopChild(server, { mode: 'start', drainMs: 0, stopMs: 3_600_000 })
  await until(() => said.includes('deaf'))
  // As if the time were over that it has for its end.
  insisting.mock.calls.find(([, ms]) => ms === 3_600_000)?.[0]()
  insisting.mockRestore()
  await stopped
  await ended
  expect(said).toEqual(['up', 'deaf'])
  expect(server.signalCode).toBe('SIGKILL')
})

test('without its launcher the app does the same by itself', async () => {
  const { server, said, ended } = await start(APP)
  server.disconnect()
  await ended
  expect(said).toEqual(['up', 'leaving', 'jobs are down', 'asked to end'])
})

test('a server that ends without being asked to is told of, with its signal or its code', async () => {
  const said: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => said.push(line))
  const killed = await start('setInterval(() => {}, 1000)')
  const end = endOf(killed.server, new AbortController().signal)
  killed.server.kill('SIGKILL')
  expect(await end).toBe(1)
  const left = await start(`process.on('message', () => process.exit(7))`)
  const code = endOf(left.server, new AbortController().signal)
  left.server.send('end')
  expect(await code).toBe(7)
  const asked = await start('setInterval(() => {}, 1000)')
  const wanted = endOf(asked.server, AbortSignal.abort())
  asked.server.kill('SIGKILL')
  await wanted
  vi.restoreAllMocks()
  expect(said).toEqual([
    'assay: the server was ended by SIGKILL: start Assay again',
    'assay: the server has ended with exit code 7: start Assay again',
  ])
})

test('what keeps it from starting is said with the name as well', () => {
  const env = { ...process.env, PORT: 'soon' }
  const { stderr, status } = spawnSync(process.execPath, ['--conditions=react-server', 'scripts/run.cjs', 'start'], {
    env,
  })
  expect([status, String(stderr)]).toEqual([1, 'assay: PORT: must be a whole number from 1 to 65535.\n'])
})
