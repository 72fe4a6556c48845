/** One round of faults: people at work, things that break at random moments, and the account afterwards. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Chance, chanceOf } from '@/tests/simulation/chance'
import { type Account, accountFor } from './account-for'
import { Annotator, idlersAmong } from './annotator'
import { BadNetwork, FAIR, FOUL, type Weather } from './bad-network'
import { behaveLikeBrowsers } from './browser-line'
import { faultsOf } from './faults-of'
import { type Fleet, openFleet } from './fleet'
import { Journal } from './journal'
import { Manager } from './manager'
import { makeProjects } from './projects'
import { untilIdle } from './until-idle'
import { watchQueue } from './watch-queue'

/** Nobody is done with a task sooner, on average. */
const FASTEST_TASK_S = 3

export interface FaultsReport {
  /** How often each kind hit. */
  faults: Record<string, number>
  mishaps: Record<keyof Weather, number>
  account: Account
  /** Of people who got nothing done. */
  idlers: string[]
  rounds: number
  journal: string
}

/** When faults strike. */
export interface FaultPlan {
  /** Asked before each strike: whether that many hits were enough. */
  isOver(hits: number): boolean
  /** Between two strikes, in milliseconds. */
  pauseMs: { from: number; to: number }
}

interface People {
  seed: number
  people: number
  /** So many tasks for each of them; nobody should run out of work. */
  tasksEach: number
  /** Records in each of the manager's files. */
  records: number
}

interface Round extends People {
  fleet: Fleet
  network: BadNetwork
  plan: FaultPlan
  say(line: string): void
}

/** A round by the clock, on processes of its own; closes everything again. */
export async function runFaults(given: Pick<Round, 'seed' | 'people' | 'say'> & { seconds: number }) {
  const { seconds, seed } = given
  const log = path.join(os.tmpdir(), `assay-faults-${seed}.log`)
  const lines = fs.createWriteStream(log)
  const write = (name: string, line: string): void => {
    lines.write(`${new Date().toISOString()} ${name}: ${line}\n`)
  }
  const say = (line: string) => {
    write('bench', line)
    given.say(line)
  }
  const port = await BadNetwork.freePort()
  const fleet = await openFleet({ webs: 2, workers: 2, address: `http://127.0.0.1:${port}`, onLine: write })
  say(`what the processes say, and what becomes of jobs, imports and runs, is in ${log}`)
  const watch = watchQueue(fleet.postgres, (line) => write('queue', line))
  if (!fleet.postgres.disk) say('no disk can be mounted here: nothing is filled up')
  const network = await BadNetwork.open(port, fleet.urls, chanceOf(seed))
  let end: number | null = null
  const isOver = () => {
    // From the first look on: people and their tasks are made before.
    end ??= performance.now() + seconds * 1_000
    return performance.now() > end
  }
  const plan = { isOver, pauseMs: { from: 500, to: 3_000 } }
  try {
    return await faultRound({
      ...given,
      say,
      fleet,
      network,
      plan,
      tasksEach: Math.ceil(seconds / FASTEST_TASK_S),
      records: 200,
    })
  } finally {
    watch.stop()
    await network.close()
    await fleet.close()
    lines.end()
  }
}

/** The same seed draws the same faults in the same order; at which step of a request they strike is the machine's affair. */
export async function faultRound({ fleet, network, plan, say, ...people }: Round): Promise<FaultsReport> {
  behaveLikeBrowsers()
  const file = path.join(os.tmpdir(), `assay-journal-${people.seed}.jsonl`)
  const journal = new Journal(file)
  const hired: Annotator[] = []
  try {
    const { annotators, manager, projectId } = await hire(people, journal, network.url)
    hired.push(...annotators)
    const atWork = Promise.all([...annotators.map((one) => one.work()), manager.work()])
    // Somebody who cannot go on ends the round at once.
    const failed = atWork.then(() => new Promise<never>(() => {}))
    const chance = chanceOf(people.seed)
    const faults = await Promise.race([breakThings({ fleet, network, annotators, chance, plan, say }), failed])
    for (const one of [...annotators, manager]) one.finish()
    await atWork
    await manager.lookAtAgreement()
    say('everybody is done')
    await untilIdle(fleet.postgres)
    say('the queue is empty')
    const account = await accountFor(journal, (text, values) => fleet.postgres.ask(text, values), projectId)
    const idlers = idlersAmong(annotators)
    return { faults, mishaps: network.mishaps, account, idlers, rounds: manager.rounds, journal: file }
  } catch (error) {
    say(`the round cannot go on: ${error instanceof Error ? error.stack : String(error)}`)
    throw error
  } finally {
    for (const one of hired) one.leave()
    journal.close()
  }
}

async function hire({ people, seed, tasksEach, records }: People, journal: Journal, url: string) {
  const { sessions, managerSession, projectId, otherProjectId } = await makeProjects(people, tasksEach)
  const annotators = sessions.map((cookie, index) => {
    const chance = chanceOf((seed + index + 1) % 2 ** 32)
    return new Annotator({ url, cookie, projectId, chance, journal, think: () => 50 + chance.index(400) })
  })
  const at = { url, cookie: managerSession }
  const manager = new Manager({ ...at, projectId: otherProjectId, watchedProjectId: projectId, records })
  return { annotators, manager, projectId }
}

interface Breaking extends Pick<Round, 'fleet' | 'network' | 'plan' | 'say'> {
  annotators: readonly Annotator[]
  chance: Chance
}

async function breakThings({ fleet, network, annotators, chance, plan, say }: Breaking) {
  const faults = faultsOf(fleet, annotators, chance)
  const times: Record<string, number> = Object.fromEntries(faults.map(({ kind }) => [kind, 0]))
  const { from, to } = plan.pauseMs
  const begin = performance.now()
  const names: string[] = []
  for (let hits = 0; !plan.isOver(hits); ) {
    network.weather = chance.happens(0.5) ? FOUL : FAIR
    await pause(from + chance.index(to - from))
    // Each kind once before any comes again.
    if (names.length === 0) names.push(...faults.map(({ kind }) => kind))
    const kind = names.splice(chance.index(names.length), 1)[0] ?? ''
    say(`${((performance.now() - begin) / 1_000).toFixed(0)} s: ${kind}`)
    const isHit = await faults.find((fault) => fault.kind === kind)?.strike()
    if (isHit) {
      hits += 1
      times[kind] = (times[kind] ?? 0) + 1
    } else {
      say('  which missed, and comes again')
      names.push(kind)
    }
  }
  network.weather = FAIR
  for (const one of [...fleet.webs, ...fleet.workers]) one.shiftClock(0)
  return times
}
