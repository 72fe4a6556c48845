import { ensureBuild, ensureClient } from '@/scripts/launch/build'

/** `npm run build`: all that is generated, so that a start has nothing left to make. Needs no database. */
export async function main(): Promise<void> {
  const { signal } = new AbortController()
  await ensureClient(signal)
  await ensureBuild(signal, { checkTypes: true })
}
