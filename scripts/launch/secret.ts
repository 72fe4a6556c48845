import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { makeFolder } from '@/scripts/make-folder'
import { codeOf, StartError } from '@/scripts/start-error'

/** The secret that signs sessions: made once, kept in a file that only its owner can read. */
export function sessionSecret(stateFolder: string): string {
  const file = path.join(stateFolder, 'nextauth-secret')
  try {
    makeFolder(stateFolder)
    if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`The session secret ${file} cannot be kept there (${codeOf(error)}): set NEXTAUTH_SECRET.`)
  }
}
