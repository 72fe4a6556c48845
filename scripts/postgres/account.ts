import fs from 'node:fs'
import path from 'node:path'
import { makeFolder } from '@/scripts/make-folder'
import { StartError } from '@/scripts/start-error'

/** The account PostgreSQL runs as, when that is not our own. */
export interface Account {
  name: string
  uid: number
  gid: number
}

function accounts(): Account[] {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((account) => account.uid > 0)
}

/** What cannot be looked at is as good as absent here; writing into it will say why. */
function statOrNull(file: string): fs.Stats | null {
  try {
    return fs.statSync(file)
  } catch {
    return null
  }
}

/**
 * PostgreSQL refuses to run as root. As root, an existing data directory runs as its owner (somebody started Assay
 * without root before), a new one as `postgres` or `nobody`. Null for everybody else: no change of account.
 */
export function serverAccount(dataDirectory: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const systemAccounts = accounts()
  const owner = statOrNull(dataDirectory)
  if (owner && owner.uid !== 0) {
    return (
      systemAccounts.find((account) => account.uid === owner.uid) ?? {
        name: `user ${owner.uid}`,
        uid: owner.uid,
        gid: owner.gid,
      }
    )
  }
  const account = ['postgres', 'nobody'].flatMap((name) => systemAccounts.filter((one) => one.name === name))[0]
  if (!account) {
    throw new StartError(
      'PostgreSQL does not run as root, and there is neither a "postgres" nor a "nobody" account. Start Assay as an ordinary user, or set DATABASE_URL.',
    )
  }
  return account
}

/** Can this account walk down to the path? Asks the folders on the way that exist already. */
export function isReachable(target: string, account: Account | null): boolean {
  if (!account) return true
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const stat = statOrNull(folder)
    if (stat?.isDirectory()) {
      const execute = stat.uid === account.uid ? 0o100 : stat.gid === account.gid ? 0o010 : 0o001
      if (!(stat.mode & execute)) return false
    }
    if (folder === path.dirname(folder)) return true
  }
}

/** A folder of ours in the shared temporary area; refuses one that somebody else has put there. */
export function ownFolder(folder: string, owner: number): void {
  makeFolder(folder)
  const stat = fs.lstatSync(folder)
  if (!stat.isDirectory() || (stat.uid !== owner && stat.uid !== process.getuid?.())) {
    throw new StartError(`${folder} belongs to somebody else: remove it, or set DATABASE_URL.`)
  }
}

/** Gives a folder with all its contents to an account. */
export function giveTo(folder: string, account: Account): void {
  fs.lchownSync(folder, account.uid, account.gid)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) giveTo(inside, account)
    else fs.lchownSync(inside, account.uid, account.gid)
  }
}
