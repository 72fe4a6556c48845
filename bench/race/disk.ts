/** What a peer is on disk. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

/** What does not belong to an installation: the history of a clone, data, and what test runners keep for their next run. */
const NOT_INSTALLED = ['.git', '.data', '.experimental-vitest-cache', '.vite', '.vite-temp']

/** The size of all these folders together in MB, as the disk has it; null where `du` is not there. */
export function sizeMb(folders: readonly string[]): number | null {
  const excluded = NOT_INSTALLED.flatMap((name) => ['--exclude', name])
  const { status, stdout } = spawnSync('du', ['-sck', ...excluded, ...folders], { encoding: 'utf8' })
  const total = /^(\d+)\s+total$/m.exec(stdout ?? '')?.[1]
  return status === 0 && total !== undefined ? (Number(total) * 1_024) / 1e6 : null
}

/** The version of a Python package that is installed in one of these virtual environments; null where it is in none. */
export function installedVersion(folders: readonly string[], name: string): string | null {
  const pattern = new RegExp(`^${name.replaceAll('-', '[-_]')}-(.+)\\.dist-info$`, 'i')
  for (const folder of folders) {
    const lib = path.join(folder, 'lib')
    for (const python of namesIn(lib).filter((each) => each.startsWith('python')))
      for (const each of namesIn(path.join(lib, python, 'site-packages'))) {
        const version = pattern.exec(each)?.[1]
        if (version) return version
      }
  }
  return null
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
