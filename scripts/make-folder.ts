import fs from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and those above it, like `mkdir -p`. Node's own recursive way never returns where the system refuses a
 * folder as if its parent were missing (below /proc, for one); here every refusal is thrown.
 */
export function makeFolder(folder: string, mode = 0o755): void {
  const whole = path.resolve(folder)
  if (fs.existsSync(whole)) {
    if (!fs.statSync(whole).isDirectory()) throw Object.assign(new Error(`${whole} is a file`), { code: 'ENOTDIR' })
    return
  }
  makeFolder(path.dirname(whole), mode)
  try {
    fs.mkdirSync(whole, { mode })
  } catch (error) {
    // Somebody else made it in between.
    if (!fs.existsSync(whole)) throw error
  }
}
