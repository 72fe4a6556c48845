/** What becomes of an e-mail that was being sent. Each step is refused to a sender whose claim somebody else has taken. */
import 'server-only'
import { type Tx, transaction } from '@/lib/platform/server/db'
import type { FailureOf, MailFailure } from '@/lib/platform/server/smtp'
import type { ClaimedMail } from './claim-mail'
import { lockChoice } from './lock-choice'
import { nextDue, PAUSE_OF_DENIED_MS, pauseAfter } from './rules'

/** For so long it is kept that and what was sent. */
const KEPT_DAYS = 30

type Claimed = Pick<ClaimedMail, 'id' | 'claim' | 'to'>

/** What a failure is a matter of, by all that is known: `nobody` where a refusal to relay may still be the server's or the address's. */
export type Blamed = FailureOf | 'nobody'

/** Its sender took too long, or the person has stopped their e-mails, left or got another address. */
export class ClaimLost extends Error {}

/** Notes that its end is on the way: from here on it is never made anew, only sent again. */
export async function markHanded({ id, claim, to }: Claimed): Promise<void> {
  await transaction(async (tx) => {
    const user = { email: to, deactivatedAt: null, mailChoice: { mode: { not: 'off' } } } as const
    const { count } = await tx.mail.updateMany({
      where: { id, claim, state: { in: ['claimed', 'handed'] }, user },
      data: { state: 'handed', handedAt: new Date() },
    })
    if (count === 0) throw new ClaimLost('the e-mail is not this sender’s any more')
  })
}

/** The server has taken it: the person knows what it says. */
export async function markSent({ id, claim, userId }: ClaimedMail): Promise<void> {
  await transaction(async (tx) => {
    await lockChoice(tx, userId)
    const mail = await tx.mail.findFirst({ where: { id, claim, state: 'handed' }, select: { told: true } })
    if (!mail) return
    const now = new Date()
    await tx.mail.update({ where: { id }, data: { state: 'sent', sentAt: now, told: {} } })
    const choice = await tx.mailChoice.findUnique({ where: { userId }, select: { mode: true } })
    if (!choice || choice.mode === 'off') return
    const next = nextDue(choice.mode, now, true)
    await tx.mailChoice.update({
      where: { userId },
      data: { told: mail.told ?? {}, dueAt: next, failures: 0, problem: null, deniedAt: null },
    })
  })
}

/** Forgets what was sent long ago, also to people who get no e-mails any more. */
export async function dropOldMails(): Promise<void> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000)
  await transaction((tx) => tx.mail.deleteMany({ where: { state: 'sent', sentAt: { lt: before } } }))
}

/**
 * It was not taken, or nobody knows. One that was handed over and has no answer stays, to be sent again; any other is forgotten, so that the next
 * one says what waits by then.
 */
export async function markFailed(
  { id, claim, userId }: ClaimedMail,
  failure: MailFailure,
  blamed: Blamed,
): Promise<void> {
  await transaction(async (tx) => {
    await lockChoice(tx, userId)
    const states = failure.isAnswer ? (['claimed', 'handed'] as const) : (['claimed'] as const)
    await tx.mail.deleteMany({ where: { id, claim, state: { in: [...states] } } })
    const choice = await tx.mailChoice.findUnique({ where: { userId } })
    if (!choice || choice.mode === 'off') return
    if (blamed === 'relaying' || blamed === 'nobody') {
      // Others are tried first, also once the server's own pause is over. Whether it is the address is not known yet.
      const now = Date.now()
      const dueAt = new Date(now + PAUSE_OF_DENIED_MS)
      await tx.mailChoice.update({ where: { userId }, data: { deniedAt: new Date(now), dueAt } })
      return
    }
    const isOwn = blamed === 'address'
    const failures = isOwn ? choice.failures + 1 : choice.failures
    // Trouble of the server is the server's: everybody waits for its `retryAt`, and nobody longer.
    const dueAt = isOwn ? new Date(Date.now() + pauseAfter(failures)) : new Date()
    await tx.mailChoice.update({
      where: { userId },
      data: { failures, dueAt, ...(isOwn ? { problem: failure.message } : {}) },
    })
  })
}

/** Whoever stops gives the person back to the next sender at once. */
export const release = ({ userId }: ClaimedMail): Promise<void> =>
  transaction(async (tx: Tx) => {
    await tx.mailChoice.updateMany({ where: { userId, mode: { not: 'off' } }, data: { dueAt: new Date() } })
  })
