import 'server-only'
import { createHash } from 'node:crypto'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { onInbox } from '@/lib/platform/server/live'
import { notifyChanges } from '@/lib/platform/server/notify-changes'
import type { InboxCount } from './contract'
import { listOwnProjects, readDecisions } from './read-decisions'

/** What many do at a time is looked at once for each of their readers. */
const PAUSE_MS = 3_000

/**
 * How many decisions wait for this person, now and whenever it changes. Other words are not written at all: that something went
 * on in a project is nothing that an annotator may know.
 */
export async function streamInbox(actor: Actor, signal: AbortSignal): Promise<Response> {
  const joined = await transaction((tx) => listOwnProjects(tx, actor))
  return notifyChanges(
    {
      look: () => countInbox(actor),
      readerId: actor.userId,
      about: 'an inbox',
      pauseMs: PAUSE_MS,
      onlyNews: true,
      listen: (changed) => {
        const ends = joined.map(({ id }) => onInbox(id, changed))
        return () => ends.forEach((end) => void end())
      },
    },
    signal,
  )
}

/** In a transaction, which has one connection: nobody waits for it, and many are counted at a time. */
function countInbox(actor: Actor): Promise<InboxCount> {
  return transaction(async (tx) => {
    const projects = await listOwnProjects(tx, actor)
    const { total, list } = (await readDecisions(tx, actor, projects)).decisions
    return {
      waiting: total,
      version: createHash('sha256')
        .update(JSON.stringify([total, list]))
        .digest('base64url'),
    }
  })
}
