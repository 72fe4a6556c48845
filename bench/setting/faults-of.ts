/** What can break, each as something that strikes and is over. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '@/tests/simulation/chance'
import type { Annotator } from './annotator'
import type { Fleet } from './fleet'

const HOUR_MS = 3_600_000

export interface Fault {
  kind: string
  /** Whether it hit: a process that is being started again cannot be killed. */
  strike(): Promise<boolean>
}

export function faultsOf(
  { postgres, webs, workers }: Fleet,
  annotators: readonly Annotator[],
  chance: Chance,
): Fault[] {
  const faults: Fault[] = [
    { kind: 'PostgreSQL restarted, fast', strike: () => always(postgres.restart('fast')) },
    { kind: 'PostgreSQL restarted, immediate', strike: () => always(postgres.restart('immediate')) },
    { kind: 'PostgreSQL killed', strike: () => postgres.crash() },
    { kind: 'all connections taken', strike: () => postgres.exhaust(1_000 + chance.index(3_000)) },
    { kind: 'web process killed', strike: async () => chance.pick(webs).kill() },
    { kind: 'worker killed', strike: async () => chance.pick(workers).kill() },
    { kind: 'clock of a server put wrong', strike: async () => shiftServers() },
    { kind: "people's clocks put wrong", strike: async () => shiftPeople() },
    { kind: 'pages closed and opened', strike: async () => reload() },
  ]
  if (postgres.disk)
    faults.push({ kind: 'disk full', strike: () => always(postgres.fillDisk(1_000 + chance.index(2_000))) })

  /** From three hours behind to half an hour ahead of the others. */
  function shiftServers(): boolean {
    const processes = [...webs, ...workers]
    const wrong = chance.pick(processes)
    const hits = processes.map((one) => {
      const isWrong = one === wrong || chance.happens(0.5)
      return one.shiftClock(isWrong ? chance.index(3.5 * HOUR_MS) - 3 * HOUR_MS : 0) && isWrong
    })
    return hits.includes(true)
  }
  function shiftPeople(): boolean {
    const some = annotators.filter(() => chance.happens(0.5))
    for (const one of some) one.clockShiftMs = chance.index(4 * HOUR_MS) - 2 * HOUR_MS
    return some.length > 0
  }
  async function reload(): Promise<boolean> {
    const some = annotators.filter(() => chance.happens(0.3))
    for (const one of some) one.reload()
    await pause(100)
    return some.length > 0
  }
  return faults
}

/** Throws where it does not hit. */
const always = (strike: Promise<void>): Promise<boolean> => strike.then(() => true)
