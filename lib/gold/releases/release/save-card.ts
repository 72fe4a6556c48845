import 'server-only'
import { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { readStored } from '@/lib/platform/server/read-stored'
import { type Card, type CardText, cardTextSchema } from './contract'
import { loadMaker } from './load-release'
import { emptyCard } from './rules'

/** Saves the card; of two people who change it at once the second is told, with the card as it is now. */
export async function saveCard(
  actor: Actor,
  projectId: string,
  { text, revision }: { text: CardText; revision: number },
): Promise<Card> {
  return transaction(async (tx) => {
    const project = await loadMaker(tx, actor, projectId)
    const current = await readCard(tx, project)
    if (current.revision !== revision)
      throw new AppError('revision_conflict', 'Somebody else saved the card while you were writing.', {
        data: { current },
      })
    const next = revision + 1
    await tx.releaseCard.upsert({
      where: { projectId },
      create: { projectId, text, revision: next },
      update: { text, revision: next },
    })
    await record(tx, 'release.card_saved', { actorId: actor.userId, projectId }, { revision: next })
    return { text, revision: next }
  })
}

/** The card of a project; before anybody saved one, with its name and description, as revision 0. */
export async function readCard(
  tx: Tx,
  { id, name, description }: { id: string; name: string; description: string },
): Promise<Card> {
  const row = await tx.releaseCard.findUnique({ where: { projectId: id } })
  if (!row) return { text: emptyCard(name, description), revision: 0 }
  return { text: textOf(row.text, emptyCard(name, description)), revision: row.revision }
}

const fields = Object.entries(cardTextSchema.shape)

/** A card as it was saved; what an earlier version did not have, or had otherwise, is as on a new card. */
function textOf(stored: unknown, fresh: CardText): CardText {
  const storedFields = readStored(z.record(z.string(), z.unknown()), stored, 'text of a card') ?? {}
  const read = fields.flatMap(([key, field]) => {
    const value = field.safeParse(storedFields[key])
    return value.success ? [[key, value.data]] : []
  })
  return { ...fresh, ...Object.fromEntries(read) }
}
