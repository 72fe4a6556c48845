import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { build } from 'esbuild'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findRunningPostgres, removePostgres, startPostgres } from '@/scripts/embedded-postgres'
import { NODE_MODULES } from '@/scripts/launch/kept-bundle'
import { locateCluster } from '@/scripts/postgres/cluster'
import { memoryArea } from '@/scripts/postgres/memory-area'
import { isAlive, readPostmaster } from '@/scripts/postgres/postmaster'
import { until } from '@/tests/support/wait'

const HOLDER = `
  import { startPostgres, startThrowAwayPostgres } from './scripts/embedded-postgres.ts'
  const root = process.argv[2]
  const server = await (root ? startPostgres({ root, fast: true, port: 0 }) : startThrowAwayPostgres())
  console.log(server.root)
  setInterval(() => {}, 60_000)`

type Holder = ChildProcessByStdio<null, Readable, null>

/** A holder's code in one file, which loads in a fraction of the time that its sources take. */
const holderFile = path.resolve('generated/tests', `holder-${process.pid}.mjs`)

/** A folder that the server's account can enter: a cluster is a thousand files, which some disks make slowly. */
const newFolder = () => fs.mkdtempSync(path.join(memoryArea(), 'assay-test-'))

/** A cluster that has been started and stopped once, for the tests in which the data is there already: making it is most of a first start. */
let made = ''
beforeAll(async () => {
  const stdin = { contents: HOLDER, resolveDir: process.cwd() }
  await build({ ...NODE_MODULES, splitting: false, packages: 'external', stdin, outfile: holderFile })
  made = path.join(newFolder(), 'postgres')
  fs.chmodSync(path.dirname(made), 0o755)
  await (await startPostgres({ root: made, fast: true, port: 0 })).stop()
})
afterAll(async () => {
  await removePostgres(made)
  fs.rmSync(path.dirname(made), { recursive: true, force: true })
  fs.rmSync(holderFile, { force: true })
})

/** Fills the folder of this test with a copy of it, which root, where it copies, leaves to be given back to the account. */
const copyMade = () => fs.cpSync(made, root, { recursive: true })

let root = ''
beforeEach(() => {
  root = path.join(newFolder(), 'postgres')
  fs.chmodSync(path.dirname(root), 0o755)
})
afterEach(async () => {
  await removePostgres(root)
  fs.rmSync(path.dirname(root), { recursive: true, force: true })
})

/** Another process that starts a server, a throw-away one without a folder, and holds it until it is killed. */
async function holder(folder: string): Promise<{ child: Holder; root: string }> {
  const child = spawn(process.execPath, [holderFile, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line]: unknown[] = await once(child.stdout, 'data')
  return { child, root: String(line).trim() }
}

async function kill({ child }: { child: Holder }) {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const start = () => startPostgres({ root, fast: true, port: 0 })
const serverPid = () => readPostmaster(locateCluster(root).dataDirectory)?.pid ?? 0
const untilGone = (pid: number) => until(() => !isAlive(pid))

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0] ?? []
  } finally {
    await client.end()
  }
}

/** The watchdog of a holder: the shell whose command line names the data directory. */
function watchdogPid(): number {
  const processes = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = processes.find((pid) => {
    const command = commandLineOf(pid)
    return command.startsWith('/bin/sh') && command.includes(locateCluster(root).dataDirectory)
  })
  return Number(found ?? 0)
}

/** Empty when the process has ended since it was listed. */
function commandLineOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe('a server of its own', () => {
  test('speaks UTF-8 whatever the shell says, demands a random password kept in a private file, and keeps its data', async () => {
    const first = await start()
    const facts =
      'select pg_encoding_to_char(encoding), datlocprovider, datlocale from pg_database where datname = $$assay$$'
    expect(await ask(first.url, facts)).toEqual(['UTF8', 'b', 'C.UTF-8'])
    const { secretFile } = locateCluster(root)
    expect(fs.statSync(secretFile).mode & 0o777).toBe(0o600)
    expect(first.url).toContain(fs.readFileSync(secretFile, 'utf8'))
    const wrong = new URL(first.url)
    wrong.password = 'guessed'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    await ask(first.url, 'create table kept as select 42 as answer')
    const pid = serverPid()
    await first.stop()
    // pg_ctl returns once the server has removed its file of ids, a moment before its process is gone.
    await untilGone(pid)
    const second = await start()
    expect(await ask(second.url, 'select answer from kept')).toEqual([42])
    await second.stop()
  })

  test('is joined, not started twice, left running by who joined it, and given up with its owner', async () => {
    copyMade()
    const other = await holder(root)
    const pid = serverPid()
    const joined = await start()
    expect(joined.reused).toBe(true)
    expect(await findRunningPostgres(root)).toBe(joined.url)
    await joined.stop()
    expect(isAlive(pid)).toBe(true)
    const reasons: string[] = []
    const again = await start()
    again.keepRunning(({ message }) => reasons.push(message))
    await kill(other)
    await untilGone(pid)
    await until(() => reasons.length > 0)
    expect(reasons).toEqual(['The Assay that had started the database has ended, and the database with it.'])
    await again.stop()
    expect(await findRunningPostgres(root)).toBeNull()
  })
})

describe('after a kill', () => {
  test('of the launcher, the watchdog stops the server and the next start finds its data', async () => {
    copyMade()
    const other = await holder(root)
    const pid = serverPid()
    await kill(other)
    await untilGone(pid)
    const server = await start()
    expect(server.reused).toBe(false)
    await server.stop()
  })

  test('of a throw-away launcher, nothing remains', async () => {
    const other = await holder('')
    expect(fs.existsSync(path.join(other.root, 'data'))).toBe(true)
    await kill(other)
    await until(() => !fs.existsSync(other.root))
    expect(fs.existsSync(other.root)).toBe(false)
  })

  test.runIf(process.platform === 'linux')('of launcher and watchdog, the orphan is adopted and stopped', async () => {
    copyMade()
    const other = await holder(root)
    const pid = serverPid()
    process.kill(watchdogPid(), 'SIGKILL')
    await kill(other)
    expect(isAlive(pid)).toBe(true)
    const server = await start()
    expect(server.reused).toBe(false)
    expect(serverPid()).toBe(pid)
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  test('of the server itself, as in a power cut, the next start recovers what was committed', async () => {
    copyMade()
    const first = await startPostgres({ root, port: 0 })
    await ask(first.url, 'create table kept as select 42 as answer')
    const pid = serverPid()
    process.kill(pid, 'SIGKILL')
    await untilGone(pid)
    await first.stop()
    const second = await start()
    expect(await ask(second.url, 'select answer from kept')).toEqual([42])
    await second.stop()
  })

  test('of the server while it is kept running, it is started again where it was, until this has no end', async () => {
    copyMade()
    const said: string[] = []
    const server = await startPostgres({ root, fast: true, port: 0, log: (line) => said.push(line) })
    const reasons: string[] = []
    server.keepRunning(({ message }) => reasons.push(message), { starts: 1 })
    const first = serverPid()
    process.kill(first, 'SIGKILL')
    await until(() => said.includes('the database is back'))
    expect(await ask(server.url, 'select 42')).toEqual([42])
    expect(serverPid()).not.toBe(first)
    expect(said).toEqual(['the database has ended unexpectedly: starting it again', 'the database is back'])

    process.kill(serverPid(), 'SIGKILL')
    await until(() => reasons.length > 0)
    expect(reasons).toEqual(['The database has ended 2 times in a short while: nothing starts it again.'])
    await server.stop()
  })

  test('a pid file that names a process of somebody else is put aside', async () => {
    copyMade()
    const file = path.join(locateCluster(root).dataDirectory, 'postmaster.pid')
    fs.writeFileSync(file, `${process.pid}\n/elsewhere\n0\n54329\n`)
    const second = await start()
    expect(serverPid()).not.toBe(process.pid)
    await second.stop()
  })
})

describe('a folder that cannot serve', () => {
  test('gives one line', async () => {
    const file = path.join(path.dirname(root), 'file')
    fs.writeFileSync(file, '')
    const wanted = path.join(file, 'postgres')
    await expect(startPostgres({ root: wanted })).rejects.toThrow(
      `The database folder ${wanted} cannot be written (ENOTDIR).`,
    )
  })

  test('with data but no password is not wiped', async () => {
    copyMade()
    const { secretFile, dataDirectory } = locateCluster(root)
    fs.rmSync(secretFile)
    await expect(start()).rejects.toThrow('its password file "secret" is missing')
    expect(fs.existsSync(path.join(dataDirectory, 'PG_VERSION'))).toBe(true)
  })

  test('of an older PostgreSQL says so', async () => {
    copyMade()
    fs.writeFileSync(path.join(locateCluster(root).dataDirectory, 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 17, this is 18')
  })

  test.runIf(process.getuid?.() === 0)('that root has copied is given back to the account', async () => {
    copyMade()
    const { root: folder, dataDirectory, secretFile } = locateCluster(root)
    for (const file of [folder, dataDirectory, secretFile, path.join(dataDirectory, 'PG_VERSION')]) {
      fs.chownSync(file, 0, 0)
    }
    const server = await start()
    expect(await ask(server.url, 'select 1')).toEqual([1])
    await server.stop()
  })

  test.runIf(process.getuid?.() === 0)('below a private folder of root moves to the temporary area', async () => {
    fs.chmodSync(path.dirname(root), 0o700)
    const server = await start()
    expect(server.root).toMatch(/assay-postgres-data-[0-9a-f]{12}$/)
    expect(await ask(server.url, 'select 1')).toEqual([1])
    await server.stop()
  })
})
