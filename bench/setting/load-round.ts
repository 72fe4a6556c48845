/** People at work on two web processes and two workers behind one address, while a manager imports, pre-fills and exports. */
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@/scripts/postgres/postmaster'
import { chanceOf } from '@/tests/simulation/chance'
import { type Account, type Ask, accountFor } from './account-for'
import { Annotator, idlersAmong } from './annotator'
import { behaveLikeBrowsers } from './browser-line'
import { type Fleet, openFleet } from './fleet'
import { Journal } from './journal'
import { Manager } from './manager'
import { startNginx } from './nginx'
import { makeProjects } from './projects'
import { Times } from './times'
import { untilIdle } from './until-idle'

/** The route that asks the database for nothing but `select 1`, for nobody: what any request costs at that moment. */
export const BARE_ROUTE = 'the bare route'
const PROBE_EVERY_MS = 100
/** Everybody comes at the same moment, to processes that have done nothing yet: so long nothing is counted. */
const WARM_UP_MS = 10_000
/** An annotator does a task in about so many seconds, if not faster. */
const TASK_SECONDS = 5

/** What was measured while nothing was wrong, or after one web process was killed. */
export interface LoadPhase {
  annotators: Times
  manager: Times
}

export interface LoadReport {
  calm: LoadPhase
  killed: LoadPhase
  /** From the kill until the process answers again, in milliseconds. */
  backAfterMs: number
  account: Account
  /** Of people who got nothing done. */
  idlers: string[]
  rounds: number
  downloads: number
}

interface Load {
  people: number
  /** Of calm; half of it more is worked with one web process killed. */
  seconds: number
  /** Between two decisions, in milliseconds. */
  thinkMs: { from: number; to: number }
  /** Called while everybody is at work and nothing is wrong. */
  meanwhile?(fleet: Pick<Fleet, 'urls' | 'postgres'>): Promise<void>
}

const newPhase = (): LoadPhase => ({ annotators: new Times(), manager: new Times() })

/** Runs the load and closes everything again. */
export async function runLoad({ people, seconds, thinkMs, meanwhile }: Load): Promise<LoadReport> {
  behaveLikeBrowsers()
  const port = await freePort(0)
  const fleet = await openFleet({ webs: 2, workers: 2, address: `http://127.0.0.1:${port}` })
  const nginx = await startNginx(port, fleet.urls)
  const journal = new Journal(path.join(os.tmpdir(), `assay-load-journal-${port}.jsonl`))
  const [calm, killed] = [newPhase(), newPhase()]
  let phase = newPhase()
  const lineOf = (who: keyof LoadPhase) => ({
    url: nginx.url,
    onTime: (what: string, ms: number) => phase[who].note(what, ms),
    onFailure: (what: string, why: string) => phase[who].noteFailure(what, why),
  })
  try {
    const projects = await makeProjects(
      people,
      Math.ceil((Math.max(seconds, 20) * 1.5 + WARM_UP_MS / 1_000) / TASK_SECONDS) + 1,
    )
    const annotators = projects.sessions.map((cookie, index) => {
      const chance = chanceOf(index + 1)
      const think = () => thinkMs.from + chance.index(thinkMs.to - thinkMs.from)
      return new Annotator({ ...lineOf('annotators'), cookie, projectId: projects.projectId, chance, journal, think })
    })
    const manager = new Manager({
      ...lineOf('manager'),
      cookie: projects.managerSession,
      records: 500,
      projectId: projects.otherProjectId,
      watchedProjectId: projects.projectId,
    })
    const probe = new Probe(nginx.url, (ms) => phase.annotators.note(BARE_ROUTE, ms))
    const atWork = Promise.all([...annotators.map((one) => one.work()), manager.work()])
    await Promise.race([pause(WARM_UP_MS), atWork])
    phase = calm
    await Promise.race([
      Promise.all([pause(seconds * 1_000), meanwhile?.({ urls: nginx.singleUrls, postgres: fleet.postgres })]),
      atWork,
    ])
    phase = killed
    const back = killOne(fleet)
    await Promise.race([pause(seconds * 500), atWork])
    for (const one of [...annotators, manager]) one.finish()
    const [backAfterMs] = await Promise.all([back, atWork])
    await probe.end()
    await manager.lookAtAgreement()
    await untilIdle(fleet.postgres)
    const ask: Ask = (text, values) => fleet.postgres.ask(text, values)
    const account = await accountFor(journal, ask, projects.projectId)
    const { rounds, downloads } = manager
    return { calm, killed, backAfterMs, account, idlers: idlersAmong(annotators), rounds, downloads }
  } finally {
    await nginx.stop()
    await fleet.close()
    journal.close()
  }
}

async function killOne({ webs }: Fleet): Promise<number> {
  const [one] = webs
  if (!one) throw new Error('there is no web process')
  const { starts } = one
  const begin = performance.now()
  if (!one.kill()) throw new Error('the web process was not there to be killed')
  while (one.starts === starts) await pause(20)
  await one.ready()
  return performance.now() - begin
}

/** Asks the bare route now and then, until the end. */
class Probe {
  private isOver = false
  private readonly asking: Promise<void>

  constructor(url: string, note: (ms: number) => void) {
    this.asking = this.ask(`${url}/api/ready`, note)
  }

  end(): Promise<void> {
    this.isOver = true
    return this.asking
  }

  private async ask(url: string, note: (ms: number) => void): Promise<void> {
    while (!this.isOver) {
      await pause(PROBE_EVERY_MS)
      const begin = performance.now()
      const isOk = await fetch(url).then(
        async (response) => (await response.arrayBuffer()) && response.ok,
        () => false,
      )
      if (isOk) note(performance.now() - begin)
    }
  }
}
