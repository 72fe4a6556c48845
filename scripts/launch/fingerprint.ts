import { createHash, type Hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

function add(hash: Hash, file: string) {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (!stat) return
  if (stat.isDirectory()) {
    for (const name of fs.readdirSync(file).sort()) add(hash, path.join(file, name))
  } else if (!/\.test\.tsx?$/.test(file)) {
    hash.update(`${file}\0${stat.size}\0`).update(fs.readFileSync(file))
  }
}

/** SHA-256 over names and contents of files and folders, tests left out. What is missing counts as nothing. */
export function fingerprint(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) add(hash, file)
  return hash.digest('hex')
}

/** Has `stamp` been written for these very contents? */
export const isFresh = (stamp: string, print: string) =>
  fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === print
