/**
 * What the Dockerfile does, without an engine: scripts/image/build.sh in an empty folder, as a plain user, from a source
 * that nobody may write; then the command of the image in the folder, which its account may not write either.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { readIgnored, readStart } from '@/scripts/image/dockerfile'
import { type Account, serverAccount } from '@/scripts/postgres/account'
import { freePort } from '@/scripts/postgres/postmaster'
import { StartError } from '@/scripts/start-error'
import { say } from './setting/app'

const READY_WITHIN_MS = 300_000
/** Folders of the result whose size is told. */
const PARTS = ['node_modules', '.next', 'generated', '.']

/** The account of the image; our own, unless we are root. */
const account = serverAccount(path.join(os.tmpdir(), 'nowhere'))
const asAccount = account ? { uid: account.uid, gid: account.gid } : {}

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-image-'))
const folder = (name: string, owner: Account | null) => {
  const made = path.join(place, name)
  fs.mkdirSync(made)
  if (owner) fs.chownSync(made, owner.uid, owner.gid)
  return made
}

function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new StartError(`${command} ${args.slice(0, 3).join(' ')} failed: ${stderr.trim()}`)
  return stdout
}

/** The source as an engine would be given it: what is in the repository or new, without what .dockerignore names. */
function copySource(to: string): void {
  const ignored = readIgnored(fs.readFileSync('.dockerignore', 'utf8'))
  const files = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']).split('\0')
  for (const file of files) {
    if (file === '' || ignored.some((pattern) => pattern.test(file)) || !fs.existsSync(file)) continue
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    fs.copyFileSync(file, path.join(to, file))
  }
  run('chmod', ['-R', 'a=rX', to])
}

/** Runs the script and says how long each of its steps took. */
async function build(source: string, target: string, home: string): Promise<void> {
  const child = spawn('sh', [path.join(source, 'scripts/image/build.sh'), source, target], {
    ...asAccount,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: home,
    env: {
      ...process.env,
      HOME: home,
      NODE_OPTIONS: '',
      // As in an image that says so.
      NODE_ENV: 'production',
      npm_config_cache: path.join(home, '.npm'),
    },
  })
  const last: string[] = []
  let step = { name: 'copying', at: performance.now() }
  const endStep = (name: string) => {
    say(`  ${step.name.padEnd(12)} ${((performance.now() - step.at) / 1000).toFixed(1).padStart(6)} s`)
    step = { name, at: performance.now() }
  }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) {
        last.push(line)
        const [, name] = /^image: (.*)$/.exec(line) ?? []
        if (name) endStep(name)
      }
      last.splice(0, last.length - 40)
    })
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0) throw new StartError(`scripts/image/build.sh failed:\n${last.join('\n')}`)
  endStep('')
}

const megabytes = (file: string) => Number(run('du', ['-sk', file]).split('\t')[0]) / 1024

/** Nobody but the account may write, and it only into the cache of pages, as in the last stage. */
function close(target: string): void {
  if (account) run('chown', ['-R', 'root:root', target])
  run('chmod', ['-R', 'go-w', target])
  if (account) fs.chownSync(path.join(target, '.next/cache'), account.uid, account.gid)
  else run('chmod', ['-R', 'a-w', path.join(target, 'lib')])
}

/** Starts the folder as the image is started; seconds until it says that it is ready. Ends it in order. */
async function start(target: string, databaseUrl: string): Promise<number> {
  const { environment, command } = readStart()
  const [program = '', ...args] = command
  const port = await freePort(0)
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(program, args, {
    ...asAccount,
    cwd: target,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      NEXTAUTH_SECRET: 'only-for-this-measurement',
      NEXTAUTH_URL: url,
      ASSAY_STATE_DIR: folder('state', account),
    },
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const gone = once(child, 'exit')
  try {
    for (;;) {
      const status = await fetch(`${url}/api/ready`).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) return (performance.now() - began) / 1000
      if (child.exitCode !== null || performance.now() - began > READY_WITHIN_MS)
        throw new StartError(`the folder does not get ready (status ${status}):\n${said.join('').slice(-3_000)}`)
      await pause(100)
    }
  } finally {
    child.kill('SIGTERM')
    await gone
    if (child.exitCode !== 0) say(`  it ended with ${child.exitCode ?? child.signalCode}`)
  }
}

/** Removes what belongs to nobody else, also where nobody may write. */
function remove(): void {
  run('chmod', ['-R', 'u+w', place])
  fs.rmSync(place, { recursive: true, force: true })
}

async function main(): Promise<void> {
  if (account) fs.chmodSync(place, 0o755)
  const source = folder('source', null)
  const target = folder('app', account)
  const home = folder('home', account)
  copySource(source)
  say(`scripts/image/build.sh as ${account?.name ?? 'the one who asks'}, from a source that nobody may write:`)
  const began = performance.now()
  await build(source, target, home)
  say(`  in all       ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`)
  close(target)
  for (const part of PARTS)
    say(
      `  ${(part === '.' ? 'the image' : part).padEnd(12)} ${megabytes(path.join(target, part)).toFixed(0).padStart(6)} MB`,
    )
  const server = await startThrowAwayPostgres()
  try {
    say(`ready ${(await start(target, server.url)).toFixed(1)} s after its start, on an empty database`)
  } finally {
    await server.stop()
  }
}

try {
  await main()
} finally {
  remove()
}
