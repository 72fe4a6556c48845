/** What has changed since a base, as git sees it: commits, what is not committed, and files that are new to it. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { StartError } from '@/scripts/start-error'

export interface Changes {
  /** What it is compared with, for people: a name and an abbreviated commit. */
  base: string
  /** Files that are new or have other contents. A file that was renamed is new under its new name. */
  changed: string[]
  /** Files that are gone. */
  deleted: string[]
}

const MAIN = 'main'

/** Runs git in `folder`; null when it fails. */
function git(folder: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e9,
    })
  } catch {
    return null
  }
}

const lines = (output: string | null) => (output ?? '').split('\0').filter(Boolean)
const exists = (folder: string, ref: string) => git(folder, 'rev-parse', '--verify', '-q', `${ref}^{commit}`) !== null

/** The name to compare with: the main branch, on the main branch itself what is published of it, and else the last commit. */
function usualBase(folder: string): string {
  const branch = git(folder, 'branch', '--show-current')?.trim()
  const names = [...(branch === MAIN ? [] : [MAIN]), `origin/${MAIN}`]
  return names.find((name) => exists(folder, name)) ?? 'HEAD'
}

/** Every file that git tracks or would track. */
export const listFiles = (folder = '.'): string[] =>
  lines(git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')).filter((file) =>
    fs.existsSync(path.join(folder, file)),
  )

/** Compares the files as they are with where this branch left the base. Throws a StartError when there is no such base. */
export function readChanges(name?: string, folder = '.'): Changes {
  if (git(folder, 'rev-parse', '--git-dir') === null)
    throw new StartError('This is not a git repository, so nothing says what has changed: run "npm test".')
  const ref = name ?? usualBase(folder)
  const commit = exists(folder, ref) ? git(folder, 'merge-base', ref, 'HEAD')?.trim() : null
  if (!commit) throw new StartError(`There is no commit "${ref}" that this one comes from: npm run check -- --base REF`)
  const differing = git(folder, 'diff', '--name-only', '--no-renames', '--relative', '-z', commit, '--')
  const untracked = git(folder, 'ls-files', '--others', '--exclude-standard', '-z')
  const files = [...new Set([...lines(differing), ...lines(untracked)])].toSorted()
  const isThere = (file: string) => fs.existsSync(path.join(folder, file))
  return {
    base: `${ref} (${commit.slice(0, 7)})`,
    changed: files.filter(isThere),
    deleted: files.filter((file) => !isThere(file)),
  }
}
