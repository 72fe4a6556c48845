import fs from 'node:fs'
import { ensureBuild, ensureClient } from '@/scripts/launch/build'
import { say } from '@/scripts/launch/say'

/** A package that types are checked with, and that an installation without development packages lacks. */
const FOR_TYPES = 'node_modules/@types/pg/package.json'

/** `npm run build`: all that is generated, so that a start has nothing left to make. Needs no database. */
export async function main(): Promise<void> {
  const { signal } = new AbortController()
  await ensureClient(signal)
  const checkTypes = fs.existsSync(FOR_TYPES)
  if (!checkTypes) say('types are not checked: the development packages are not installed')
  await ensureBuild(signal, { checkTypes })
}
