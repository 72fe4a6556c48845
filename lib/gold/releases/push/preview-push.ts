import 'server-only'
import type { ReleaseParams } from '@/lib/gold/releases/release/load-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { PushOrder, PushPreview } from './contract'
import { openTarget } from './make-target'
import { type PushNetwork, theNetwork } from './push-fetch'
import { loadReady } from './start-push'
import { sentFilesOf } from './stored-file'
import { PushInterrupted, PushRefused } from './target'

/** Somebody waits for it. */
const LONGEST_MS = 60_000

/** Asks the place what stands there, and sends nothing; the credentials are not kept. */
export async function previewPush(
  actor: Actor,
  params: ReleaseParams,
  { place, secret }: PushOrder,
  { signal, network = theNetwork() }: { signal?: AbortSignal; network?: PushNetwork } = {},
): Promise<PushPreview> {
  const release = await transaction((tx) => loadReady(tx, actor, params))
  const files = await sentFilesOf(release.id)
  const deadline = AbortSignal.timeout(LONGEST_MS)
  const both = signal ? AbortSignal.any([signal, deadline]) : deadline
  const { target, close } = openTarget({ place, secret, title: '', signal: both }, network)
  try {
    const states = await target.look(files)
    const fileStates = files.map(({ path, bytes }) => ({ path, bytes, state: states.get(path) ?? ('new' as const) }))
    const rest = fileStates.filter(({ state }) => state !== 'same')
    return { files: fileStates, bytes: rest.reduce((sum, { bytes }) => sum + bytes, 0) }
  } catch (error) {
    if (error instanceof PushRefused) throw new AppError('rule', error.message)
    if (error instanceof PushInterrupted) throw new AppError('unavailable', `${error.message} Try again in a moment.`)
    if (deadline.aborted)
      throw new AppError('unavailable', 'The place did not answer within a minute. Try again later.')
    throw error
  } finally {
    await close()
  }
}
