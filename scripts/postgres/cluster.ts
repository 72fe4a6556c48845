import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeFolder } from '@/scripts/make-folder'
import { type Account, giveTo, isReachable, ownFolder, serverAccount } from '@/scripts/postgres/account'
import { type Binaries, findBinaries } from '@/scripts/postgres/binaries'
import { runProgram } from '@/scripts/postgres/run-program'
import { codeOf, messageOf, StartError } from '@/scripts/start-error'

/** Where one cluster lives and who runs it. */
export interface Cluster {
  /** Folder of everything below; may stand in the temporary area when the account cannot reach the wanted one. */
  root: string
  dataDirectory: string
  secretFile: string
  logFile: string
  ownerFile: string
  account: Account | null
  binaries: Binaries
}

type Log = (line: string) => void

function makeRoot(root: string, account: Account | null) {
  try {
    makeFolder(root)
    fs.accessSync(root, fs.constants.W_OK)
    // A folder that root has made or copied belongs to root, which PostgreSQL never runs as.
    const strange = (file: string) => fs.existsSync(file) && fs.statSync(file).uid !== account?.uid
    if (account && (strange(root) || strange(path.join(root, 'data')))) giveTo(root, account)
  } catch (error) {
    throw new StartError(`The database folder ${root} cannot be written (${codeOf(error) || messageOf(error)}).`)
  }
}

/** The folder the account can reach: the wanted one, else one in the temporary area that belongs to it alone. */
export function reachableRoot(wanted: string, account: Account | null): string {
  if (isReachable(path.dirname(wanted), account)) return wanted
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  return path.join(os.tmpdir(), `assay-postgres-data-${name}`)
}

const inRoot = (root: string) => ({
  root,
  dataDirectory: path.join(root, 'data'),
  secretFile: path.join(root, 'secret'),
  logFile: path.join(root, 'postgres.log'),
  ownerFile: path.join(root, 'owner'),
})

/** Decides folder, account and programs of a cluster, and makes its folder. */
export function placeCluster(wanted: string, log: Log): Cluster {
  const account = serverAccount(path.join(wanted, 'data'))
  const root = reachableRoot(wanted, account)
  if (root !== wanted) {
    ownFolder(root, account?.uid ?? 0)
    log(`the account "${account?.name}" cannot reach ${wanted}: the database is kept in ${root}`)
  }
  makeRoot(root, account)
  return { ...inRoot(root), account, binaries: findBinaries(account, log) }
}

/** The paths of a cluster that may or may not exist, without touching anything. */
export function locateCluster(wanted: string) {
  return inRoot(reachableRoot(wanted, serverAccount(path.join(wanted, 'data'))))
}

function writeSecret({ secretFile, account }: Cluster) {
  fs.rmSync(secretFile, { force: true })
  fs.writeFileSync(secretFile, randomBytes(18).toString('base64url'), { mode: 0o600 })
  if (account) fs.chownSync(secretFile, account.uid, account.gid)
}

/**
 * What a new server takes of the machine's memory: half of the usual buffers, since the system keeps the files of the database in memory as well
 * and gives that away where others need it, and no processes that read ahead. They stand in its postgresql.conf, where they can be changed.
 */
const MEMORY = ['shared_buffers=64MB', 'io_method=sync']

/**
 * Runs initdb when there is no data yet: UTF-8 whatever the locale of the shell, the same sort order on all systems,
 * passwords demanded. The data appears under its name only when complete, so an interrupted initdb leaves no trace.
 */
export async function ensureData(cluster: Cluster, fast: boolean): Promise<void> {
  const { dataDirectory, secretFile, account, binaries } = cluster
  if (fs.existsSync(dataDirectory)) return checkData(cluster)
  const half = `${dataDirectory}.new`
  fs.rmSync(half, { recursive: true, force: true })
  writeSecret(cluster)
  const encoding = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', 'assay', '-A', 'scram-sha-256', `--pwfile=${secretFile}`]
  // Every connection proves the password by so many rounds of hashing: for one that lives as long as some tests, 4,096 guard nothing.
  const settings = fast ? ['--no-sync', '-c', 'scram_iterations=1'] : MEMORY.flatMap((setting) => ['-c', setting])
  const options = ['-D', half, ...access, ...encoding, ...settings]
  await runProgram(binaries.initdb, options, account)
  fs.renameSync(half, dataDirectory)
}

function checkData({ root, dataDirectory, secretFile }: Cluster) {
  try {
    fs.accessSync(dataDirectory, fs.constants.R_OK | fs.constants.W_OK)
    fs.readFileSync(secretFile)
  } catch (error) {
    const reason =
      codeOf(error) === 'ENOENT' ? 'its password file "secret" is missing' : 'it belongs to another account'
    throw new StartError(`The database in ${root} cannot be used: ${reason}.`)
  }
  const version = fs.readFileSync(path.join(dataDirectory, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18') {
    throw new StartError(
      `The database in ${root} was made by PostgreSQL ${version}, this is 18: move the folder away, or run that server and set DATABASE_URL.`,
    )
  }
}

/** Address of a database in this cluster, password included. */
export function databaseUrl(secretFile: string, port: number, database: string): string {
  const password = fs.readFileSync(secretFile, 'utf8').trim()
  return `postgresql://assay:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}
