import fs from 'node:fs'
import os from 'node:os'

const SHARED_MEMORY = '/dev/shm'
const GIGABYTE = 1024 ** 3
/** Room for the databases that tests have at one time, and for the log of the server, which may grow to a gigabyte. */
const NEEDED_BYTES = 4 * GIGABYTE
/** What is left to everything else that tests start: browsers, web processes, workers. */
const LEFT_BYTES = 8 * GIGABYTE

/** Free bytes of a file system that this process may write to, 0 where there is none. */
function roomIn(folder: string): number {
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Linux's file system in memory where both it and the memory have room, else the temporary area, which TMPDIR names as everywhere. */
export function memoryArea(): string {
  const tmpdirSetting = process.env.TMPDIR
  const hasRoom = roomIn(SHARED_MEMORY) > NEEDED_BYTES && process.availableMemory() > NEEDED_BYTES + LEFT_BYTES
  return !tmpdirSetting && process.platform === 'linux' && hasRoom ? SHARED_MEMORY : os.tmpdir()
}
