/** What a process has used, as the system knows it: one that is blocked cannot say it itself. */
import { readFileSync } from 'node:fs'

export interface Usage {
  processorMs: number
  residentBytes: number
}

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10

/** null where the system does not tell (no /proc), or the process is gone. */
export function usageOf(pid: number): Usage | null {
  try {
    // The name of the process, in parentheses, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const resident = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (resident === undefined) return null
    return {
      processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      residentBytes: Number(resident) * 1024,
    }
  } catch {
    return null
  }
}
