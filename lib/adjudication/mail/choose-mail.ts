import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import type { MailChoice, MailMode } from './contract'
import { readChoice } from './queries'
import { nextDue } from './rules'

/** Chooses how often the actor gets e-mails. Who had none before is told of all that waits. */
export async function chooseMail({ userId }: Actor, mode: MailMode): Promise<MailChoice> {
  return transaction(async (tx) => {
    if (mode === 'off') await stop(tx, userId)
    else {
      const chosen = {
        mode,
        dueAt: nextDue(mode, new Date(), false),
        failures: 0,
        problem: null,
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

/** An e-mail that is being sent is stopped as well, unless its end is on the way. */
export async function stop(tx: Tx, userId: string): Promise<void> {
  const off = { mode: 'off', dueAt: null, told: {}, failures: 0, problem: null, changedAt: new Date() } as const
  await tx.mailChoice.upsert({ where: { userId }, create: { userId, ...off }, update: off })
  await tx.mail.deleteMany({ where: { userId, state: { not: 'sent' } } })
}
