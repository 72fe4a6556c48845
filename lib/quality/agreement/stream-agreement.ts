import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { onProject } from '@/lib/platform/server/live'
import { notifyChanges } from '@/lib/platform/server/notify-changes'
import { openFigures } from './open-figures'

/** Figures are read and drawn anew with every word, so words do not come faster than anybody reads. */
const PAUSE_MS = 2_000

/** The version of the data now and whenever figures may have changed, for as long as the actor may see them. */
export function streamAgreement(actor: Actor, projectId: string, signal: AbortSignal): Promise<Response> {
  const look = async () => {
    const { ledger } = await transaction((tx) => openFigures(tx, actor, projectId))
    return { version: ledger.version }
  }
  return notifyChanges(
    {
      look,
      readerId: actor.userId,
      about: 'agreement',
      pauseMs: PAUSE_MS,
      listen: (changed) => onProject(projectId, changed),
    },
    signal,
  )
}
