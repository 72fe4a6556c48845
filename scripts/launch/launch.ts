/**
 * From a checkout to a running app: port, database, generated client, build, demo data, server; and back, in the
 * opposite order, however the end comes. Shared by `npm start` and `npm run dev`.
 */
import type { ChildProcess } from 'node:child_process'
import { setUpCode } from '@/lib/workspace/users/set-up-code'
import type { DemoAccount } from '@/prisma/demo-accounts'
import type { EmbeddedPostgres } from '@/scripts/embedded-postgres'
import { both } from '@/scripts/launch/both'
import { ensureBuild, ensureClient, tryCommands } from '@/scripts/launch/build'
import { checkPort } from '@/scripts/launch/check-port'
import { askDatabase, type Database, openDatabase } from '@/scripts/launch/database'
import { decideDemo, ensureDemo } from '@/scripts/launch/demo'
import { say } from '@/scripts/launch/say'
import { sessionSecret } from '@/scripts/launch/secret'
import { endOf, type Stopping, serve, stopChild, untilListening } from '@/scripts/launch/serve'
import { readSettings, type Settings } from '@/scripts/launch/settings'
import { watchParent } from '@/scripts/launch/watch-parent'
import { runFromBundle } from '@/scripts/readers/bundle'
import type { StartError } from '@/scripts/start-error'

/** Everything that has to be stopped, and the wish to stop. */
class Running {
  private readonly wish = new AbortController()
  private fail: (reason: StartError) => void = () => {}
  server: EmbeddedPostgres | undefined
  child: ChildProcess | undefined
  /** Rejects when the embedded database has died and cannot be brought back. */
  readonly withoutDatabase = new Promise<never>((_, reject) => {
    this.fail = reject
  })

  constructor() {
    // Whoever starts the app waits for it; who only prepares the database does not.
    this.withoutDatabase.catch(() => {})
  }

  get signal() {
    return this.wish.signal
  }

  /** Asks for the end; a second time, the app is not waited for any longer. */
  ask(): void {
    if (this.wish.signal.aborted) this.child?.kill('SIGKILL')
    else this.wish.abort()
  }

  /** From now on the embedded database is started again when it dies. */
  keepDatabase(): void {
    this.server?.keepRunning(this.fail)
  }

  async stop(how: Stopping): Promise<void> {
    this.wish.abort()
    if (this.child) await stopChild(this.child, how)
    await this.server?.stop()
  }
}

/** The environment of the app; what the user has set wins. */
function fillEnvironment({ port, stateFolder }: Settings, { url, embedded }: Database) {
  process.env.DATABASE_URL = url
  // Readiness looks whether there is room on its disk.
  process.env.ASSAY_POSTGRES_FOLDER = embedded?.root ?? ''
  process.env.NEXTAUTH_SECRET ||= sessionSecret(stateFolder)
  process.env.NEXTAUTH_URL ||= `http://127.0.0.1:${port}`
  // Hashing passwords occupies this pool; files must not wait behind it.
  process.env.UV_THREADPOOL_SIZE ||= '8'
  process.env.NEXT_TELEMETRY_DISABLED ||= '1'
}

/** What a person is told before they open the address. */
interface News {
  accounts: DemoAccount[]
  /** What /setup asks for, while nobody has an account. */
  code: string | null
}

function announce({ accounts, code }: News) {
  if (code)
    say(`nobody has an account yet: ${process.env.NEXTAUTH_URL}/setup makes the first one with the code ${code}`)
  say(`ready at ${process.env.NEXTAUTH_URL} (Ctrl-C stops it)`)
  if (accounts.length === 0) return
  say('demo accounts, for this machine only (start with ASSAY_DEMO=0 to have none):')
  const width = Math.max(...accounts.map((account) => account.email.length))
  for (const { email, password, role } of accounts) say(`  ${email.padEnd(width)}  ${password}  ${role}`)
}

/** Opens the database, beside what is generated, which only its demo data need; returns what it is. */
async function openBeside(running: Running, settings: Settings): Promise<Database> {
  return both(
    running.signal,
    async (stop) => {
      const database = await openDatabase(settings, (server) => {
        running.server = server
      })
      fillEnvironment(settings, database)
      stop.throwIfAborted()
      return database
    },
    (stop) => generate(settings, stop),
  )
}

/** What the demo data and the app run on; development reads what is being changed. */
async function generate({ mode }: Settings, signal: AbortSignal): Promise<void> {
  await ensureClient(signal)
  if (mode === 'dev') return
  await runFromBundle()
  await tryCommands()
}

/** Puts the demo data in where they are wanted; returns what is to be said of the accounts. */
async function fillDatabase(settings: Settings, database: Database, signal: AbortSignal): Promise<News> {
  const accounts = await ensureDemo(settings, database, signal)
  const ask = (sql: string) => askDatabase<{ id: string }>(database.url, sql)
  const code = await setUpCode(ask, process.env.NEXTAUTH_SECRET ?? '')
  signal.throwIfAborted()
  return { accounts, code }
}

/** The steps in their order; each may take its time, so the wish to stop is heard between them. */
async function run(running: Running, settings: Settings): Promise<number> {
  const { signal } = running
  decideDemo(settings, { any: false, demo: false }) // refuses at once what it would refuse later
  await checkPort(settings.port, settings.host)
  const database = await openBeside(running, settings)
  const news = await both(
    signal,
    async (stop) => {
      const filled = await fillDatabase(settings, database, stop)
      running.keepDatabase()
      return filled
    },
    (stop) => (settings.mode === 'start' ? ensureBuild(stop, { checkTypes: false }) : Promise.resolve()),
  )
  signal.throwIfAborted()
  const child = serve(settings)
  running.child = child
  const ended = endOf(child, signal)
  const stopRequest = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const { withoutDatabase } = running
  if (await Promise.race([untilListening(child, settings), stopRequest, withoutDatabase])) announce(news)
  return Promise.race([ended, stopRequest.then(() => 0), withoutDatabase])
}

/** Starts the app and stays until it ends, then exits the process: 0 when asked to stop, else the server's code. */
export const launch = (mode: Settings['mode']) => work(mode, run)

/** Makes the database ready for a later start, then exits the process. */
export const prepare = (mode: Settings['mode']) =>
  work(mode, async (running, settings) => {
    const database = await openBeside(running, settings)
    await fillDatabase(settings, database, running.signal)
    return 0
  })

async function work(mode: Settings['mode'], run: (running: Running, settings: Settings) => Promise<number>) {
  const running = new Running()
  const settings = readSettings(mode, process.env)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => running.ask())
  watchParent(() => running.ask())
  try {
    const code = await run(running, settings)
    await running.stop(settings)
    process.exit(code)
  } catch (error) {
    const wanted = running.signal.aborted
    await running.stop(settings)
    if (wanted) process.exit(0)
    throw error
  }
}
