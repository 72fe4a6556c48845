import fs from 'node:fs'

const EVERY_MS = 300

/** Our parent and its parent, as one text. */
function ancestry(): string {
  try {
    const fields = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return `${process.ppid} ${fields?.[1]}`
  } catch {
    return String(process.ppid)
  }
}

/**
 * Under npm our parent is a shell, which dies of a SIGTERM without telling us and survives a SIGKILL of npm. So the
 * ancestry is watched; `onGone` is called once when it changes. Does nothing when not started by npm.
 */
export function watchParent(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const first = ancestry()
  const timer = setInterval(() => {
    if (ancestry() === first) return
    clearInterval(timer)
    onGone()
  }, EVERY_MS)
  timer.unref()
}
