import { spawnSync } from 'node:child_process'

/** The resident size of the largest process of Next below this one, in MB. */
export function residentMb(): number {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,command='], { encoding: 'utf8' })
  const all = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, rss, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid ? [{ pid: Number(pid), parent: Number(parent), rss: Number(rss), command }] : []
  })
  const below = new Set([process.pid])
  // Parents come before their children, but for numbers that began anew.
  for (const { pid, parent } of all.toSorted((a, b) => a.pid - b.pid)) if (below.has(parent)) below.add(pid)
  const servers = all.filter(({ pid, command }) => below.has(pid) && command.includes('next'))
  return Math.max(0, ...servers.map(({ rss }) => rss)) / 1024
}
