import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '@/scripts/postgres/postmaster'
import { Server } from './server'

/** A server that writes its own number and that of a child which leaves its parent's group, into its folder. */
const PROGRAM = `
const { spawn } = require('node:child_process')
const { writeFileSync } = require('node:fs')
const child = spawn('sleep', ['600'], { detached: true, cwd: process.env.RACE_FOLDER, stdio: 'ignore' })
writeFileSync(process.env.RACE_FOLDER + '/pids', process.pid + ' ' + child.pid)
require('node:http').createServer((_, answer) => answer.end('page')).listen(Number(process.env.PORT), '127.0.0.1')
`

async function serverOf(program: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-race-test-'))
  const port = await freePort(0)
  const server = new Server({
    name: 'a tool',
    command: `node -e "$PROGRAM"`,
    folder,
    frontPage: `http://127.0.0.1:${port}/`,
    env: { PORT: String(port), PROGRAM: program },
  })
  onTestFinished(async () => {
    await server.kill()
    rmSync(folder, { recursive: true })
  })
  return { server, pids: () => readFileSync(path.join(folder, 'pids'), 'utf8').split(' ').map(Number) }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a kill takes every process, and what is started again answers', async () => {
  const { server, pids } = await serverOf(PROGRAM)
  expect(await server.start()).toBeGreaterThan(0)
  const first = pids()
  expect(first.map(isAlive)).toEqual([true, true])
  expect(server.memoryMb()).toBeGreaterThan(1)
  await server.kill()
  expect(first.map(isAlive)).toEqual([false, false])
  await server.start()
  const again = pids()
  expect(again.map(isAlive)).toEqual([true, true])
  await server.stop()
  expect(again.map(isAlive)).toEqual([false, false])
})

test('what ends before it answers is said, with its last words', async () => {
  const { server } = await serverOf("console.log('no database'); process.exit(1)")
  await expect(server.start()).rejects.toThrow('a tool does not start:\nno database')
})

test('what is there already is not measured in its place', async () => {
  const { server } = await serverOf(PROGRAM)
  await server.start()
  await expect(server.start()).rejects.toThrow('something answers at')
})
