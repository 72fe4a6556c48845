import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import type { MailChoice, MailMode } from './contract'
import { lockChoice } from './lock-choice'
import { readChoice } from './queries'
import { nextDue } from './rules'

/** Chooses how often the actor gets e-mails. Who had none before is told of all that waits. */
export async function chooseMail({ userId }: Actor, mode: MailMode): Promise<MailChoice> {
  return transaction(async (tx) => {
    if (mode === 'off') await stop(tx, userId)
    else if (await isUnderWay(tx, userId)) {
      // Its sender has them to itself until it has ended, and reads then how often they want e-mails.
      await tx.mailChoice.update({ where: { userId }, data: { mode, changedAt: new Date() } })
    } else {
      const chosen = {
        mode,
        dueAt: nextDue(mode, new Date(), false),
        failures: 0,
        problem: null,
        deniedAt: null,
        changedAt: new Date(),
      }
      await tx.mailChoice.upsert({
        where: { userId },
        create: { userId, ...chosen },
        update: { ...chosen, lookedAtEvent: null },
      })
    }
    return readChoice(tx, userId)
  })
}

/** Is an e-mail to them being sent? Waits for whoever is making one. */
async function isUnderWay(tx: Tx, userId: string): Promise<boolean> {
  await lockChoice(tx, userId)
  return (await tx.mail.count({ where: { userId, state: { not: 'sent' } } })) > 0
}

/** An e-mail that is being sent is stopped as well, unless its end is on the way. */
export async function stop(tx: Tx, userId: string): Promise<void> {
  const nothing = { dueAt: null, told: {}, failures: 0, problem: null, deniedAt: null }
  const off = { mode: 'off', ...nothing, changedAt: new Date() } as const
  await tx.mailChoice.upsert({ where: { userId }, create: { userId, ...off }, update: off })
  await tx.mail.deleteMany({ where: { userId, state: { not: 'sent' } } })
}
