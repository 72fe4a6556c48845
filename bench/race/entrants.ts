/** Who takes part in the race: Assay always, and each tool that the command line says how to reach. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { FOLDER as COMMANDS_FOLDER } from '@/scripts/commands/bundled-command.cjs'
import { currentBundle } from '@/scripts/launch/kept-bundle'
import { freePort } from '@/scripts/postgres/postmaster'
import { READERS_FOLDER } from '@/scripts/readers/bundle'
import { Assay } from './assay'
import { installedVersion } from './disk'
import { Doccano } from './doccano'
import type { Send } from './http'
import { LabelStudio } from './label-studio'
import { type RaceOptions, RIVALS, type RivalName, type RivalOptions } from './options'
import type { Peer, Text } from './peer'
import { Potato } from './potato'
import { Server } from './server'

export interface Entrant {
  key: 'assay' | RivalName
  url: string
  /** Its processes, where the race starts them. */
  server: Server | null
  /** Where it keeps its data, where the race starts it. */
  folder: string
  /** Where it is installed; counted without `.git` and `.data`. */
  folders: readonly string[]
  /** Its version where it does not say one itself. */
  installed(): string | null
  /** Writes what it reads at its start. */
  prepare(texts: readonly Text[]): void
  /** Its adapter; from the moment on at which the server runs. */
  peer(send: Send): Peer
  /** What a recording may not hold, by the name that it gets there. */
  secrets(): Map<string, string>
}

const SET_UP_CODE = /with the code (\S+)$/

/** Settings of Assay for a race: nobody waits between two requests, and what is submitted is seen at once. */
const FOR_RACES = { ASSAY_WRITES_PER_MINUTE: '0', ASSAY_READS_PER_MINUTE: '0', ASSAY_TAKE_BACK_SECONDS: '0' }

/** Of the package, with the commit of a clone. */
function ownVersion(): string {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' })
  return [version, stdout?.trim()].filter(Boolean).join(' ')
}

/** What Assay is on disk: what the commit has, its packages, and what is built. Other things may lie in the same tree, builds of earlier states too. */
function ownPaths(): string[] {
  const { stdout } = spawnSync('git', ['ls-tree', '--name-only', 'HEAD'], { encoding: 'utf8' })
  const bundles = [READERS_FOLDER, COMMANDS_FOLDER].flatMap((folder) => {
    const bundle = currentBundle(folder)
    return bundle === null ? [] : [path.join(folder, bundle)]
  })
  const made = ['node_modules', 'generated/prisma', ...bundles, '.next']
  return [...(stdout ?? '').split('\n'), ...made].filter((each) => existsSync(each))
}

/** Assay on this tree's build, in a folder of its own. */
export async function assayEntrant(folder: string): Promise<Entrant> {
  const port = Number(process.env.PORT || (await freePort(0)))
  const url = `http://127.0.0.1:${port}`
  const server = assayServer({ folder: path.join(folder, 'assay'), port, env: { ASSAY_DEMO: '0', ...FOR_RACES } })
  const code = () => server.said.flatMap((line) => SET_UP_CODE.exec(line)?.[1] ?? []).at(-1) ?? ''
  return {
    key: 'assay',
    url,
    server,
    folder: path.join(folder, 'assay'),
    folders: ownPaths(),
    prepare: () => {},
    installed: () => ownVersion(),
    peer: (send) => new Assay(send, url, code()),
    secrets: () => new Map([[code(), 'set-up-code']]),
  }
}

interface AssayServer {
  folder: string
  port: number
  /** The tree that is started. */
  tree?: string
  env?: Record<string, string>
}

export function assayServer({ folder, port, tree = '.', env = {} }: AssayServer): Server {
  const url = `http://127.0.0.1:${port}`
  return new Server({
    name: 'Assay',
    command: 'exec node --conditions=react-server scripts/run.cjs start',
    tree,
    folder,
    frontPage: `${url}/sign-in`,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: '',
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: '',
      ASSAY_STATE_DIR: folder,
      ...env,
    },
  })
}

/** The tools of the command line, in the table's order. */
export function rivalEntrants({ rivals }: RaceOptions, folder: string): Entrant[] {
  return RIVALS.flatMap((key) => {
    const options = rivals.get(key)
    return options ? [rivalEntrant(key, options, path.join(folder, key))] : []
  })
}

/** What there is to know of each tool; addresses and accounts come from the command line. */
const RECIPES: Record<RivalName, { packageName: string; adapter(send: Send, account: readonly string[]): Peer }> = {
  'label-studio': {
    packageName: 'label-studio',
    adapter: (send, [token = '']) => new LabelStudio(send, token),
  },
  doccano: {
    packageName: 'doccano',
    adapter: (send, [username = '', password = '']) => new Doccano(send, { username, password }),
  },
  potato: {
    packageName: 'potato-annotation',
    adapter: (send) => new Potato(send),
  },
}

function rivalEntrant(key: RivalName, { url, account, start, folders }: RivalOptions, folder: string): Entrant {
  const { packageName, adapter } = RECIPES[key]
  const unasked = adapter(() => Promise.reject(new Error('nothing is asked yet')), account)
  const { name, frontPage } = unasked
  const server = start === null ? null : new Server({ name, command: start, folder, frontPage: `${url}${frontPage}` })
  return {
    key,
    url,
    server,
    folder,
    folders,
    installed: () => installedVersion(folders, packageName),
    prepare: (texts) => unasked.writeFiles?.(folder, texts),
    peer: (send) => adapter(send, account),
    // The last is the token or the password.
    secrets: () => new Map(account.slice(-1).map((secret) => [secret, 'secret'])),
  }
}
