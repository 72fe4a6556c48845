/**
 * Assay beside the tools that people use for such work, on this machine and in one run: each takes part with the same texts, the
 * same people and the same acts, through the interface of its own pages, and they take turns in rounds. What the command line
 * does not say how to reach is left out, and said so. docs/benchmarks.md says how the others are installed and started.
 * Run: npm run bench -- race [--items 10000] [--doccano URL,USER,PASSWORD [--doccano-start COMMAND]] ...
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuild, ensureClient } from '@/scripts/launch/build'
import { freePort } from '@/scripts/postgres/postmaster'
import { sizeMb } from './race/disk'
import { assayEntrant, assayServer, type Entrant, rivalEntrants } from './race/entrants'
import { sendTo } from './race/http'
import { killUnderLoad, type Round, runRound } from './race/measure'
import { RIVALS, readOptions } from './race/options'
import { measurePageCode } from './race/page-code'
import { makeTexts, type Peer, type RaceProject } from './race/peer'
import { record } from './race/record'
import { REHEARSED } from './race/rehearse'
import { type Figures, figure, inOneLine, tableOf } from './race/table'
import { say } from './setting/app'

/** How long servers are left alone before what they take in rest is read. */
const REST_MS = 10_000

/** A peer that is ready to be measured. */
interface Ready {
  entrant: Entrant
  peer: Peer
  version: string
  firstStart: number | null
  idleMb: number | null
  labelled: RaceProject
  /** Of the last round. */
  project: RaceProject | null
  rounds: Round[]
}

const load = () =>
  os
    .loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')

/** Assay's very first start: a fresh clone of what is committed, with the packages of this tree, and demo data as everybody gets them. */
async function firstStartOfAssay(folder: string): Promise<number | null> {
  const tree = path.join(folder, 'clone')
  const clone = spawnSync('git', ['clone', '--quiet', '.', tree])
  const packages = spawnSync('cp', ['-al', path.resolve('node_modules'), path.join(tree, 'node_modules')])
  if (clone.status !== 0 || packages.status !== 0) {
    say('Assay: the first start is not measured: this tree cannot be cloned with its packages (git, cp -al)')
    return null
  }
  const server = assayServer({ folder: path.join(tree, '.data'), port: await freePort(0), tree })
  try {
    return await server.start()
  } finally {
    await server.stop()
    rmSync(tree, { recursive: true, force: true })
  }
}

const options = readOptions(process.argv.slice(2))
const course = { texts: makeTexts(options.items), people: options.people, seconds: options.seconds }
const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-race-'))
// Databases run under accounts of their own.
spawnSync('chmod', ['755', folder])
const never = new AbortController().signal
await ensureClient(never)
await ensureBuild(never, { checkTypes: false })
const entrants = [await assayEntrant(folder), ...rivalEntrants(options, folder)]
for (const name of RIVALS) if (!options.rivals.has(name)) say(`${name}: left out, its address is not given`)

async function start(entrant: Entrant): Promise<number | null> {
  const texts = options.record ? REHEARSED : course.texts
  mkdirSync(entrant.folder, { recursive: true })
  entrant.prepare(texts)
  return entrant.server ? entrant.server.start() : null
}

async function makeReady(entrant: Entrant): Promise<Ready> {
  const seconds = await start(entrant)
  const peer = entrant.peer(sendTo(entrant.url))
  await pause(REST_MS)
  const idleMb = entrant.server?.memoryMb() ?? null
  await peer.signIn()
  const version = (await peer.version()) ?? entrant.installed() ?? '(version unknown)'
  const begin = performance.now()
  const labelled = await peer.importLabelled(course.texts)
  say(
    `${peer.name} ${version}: ready, ${course.texts.length} labelled texts made in ${figure((performance.now() - begin) / 1_000)} s`,
  )
  return { entrant, peer, version, firstStart: seconds, idleMb, labelled, project: null, rounds: [] }
}

async function runOne(ready: Ready): Promise<Round> {
  const { round, project } = await runRound(ready.peer, ready.labelled, course)
  ready.rounds.push(round)
  ready.project = project
  return round
}

async function finish({ entrant, peer, version, firstStart, idleMb, project, rounds }: Ready): Promise<Figures> {
  const afterMb = entrant.server?.memoryMb() ?? null
  const [annotator] = (await project?.annotators(1)) ?? []
  const item = await annotator?.next()
  const code = annotator && item ? await measurePageCode(entrant.url, annotator, item) : null
  const losses = entrant.server && project ? await killUnderLoad(entrant.server, project, course) : null
  if (!entrant.server)
    say(`${peer.name}: memory, first start and kill are left out: --${entrant.key}-start is not given`)
  // Behind everything else: it builds.
  const ownStart = entrant.key === 'assay' && options.firstStart ? await firstStartOfAssay(folder) : null
  const diskMb = entrant.folders.length > 0 ? sizeMb(entrant.folders) : null
  return {
    name: peer.name,
    version,
    firstStart: entrant.key === 'assay' ? ownStart : firstStart,
    idleMb,
    afterMb,
    diskMb,
    rounds,
    code,
    losses,
  }
}

async function race(): Promise<void> {
  say(`load average before: ${load()}`)
  const all: Ready[] = []
  for (const entrant of entrants) all.push(await makeReady(entrant))
  for (let round = 1; round <= options.rounds; round++)
    for (const ready of all) {
      const measured = await runOne(ready)
      say(`round ${round}, ${ready.peer.name}: ${inOneLine(measured)}; load average ${load()}`)
    }
  const figures: Figures[] = []
  for (const ready of all) figures.push(await finish(ready))
  say('')
  for (const line of tableOf(figures, options.items, options.people)) say(line)
}

/** Ends every server and removes what they kept. */
async function cleanUp(): Promise<void> {
  for (const { server } of entrants) await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))

let failed = false
try {
  if (options.record)
    for (const entrant of entrants) {
      await start(entrant)
      say(await record(entrant))
    }
  else await race()
} catch (error) {
  console.error(error)
  failed = true
} finally {
  await cleanUp()
}
process.exit(failed ? 1 : 0)
