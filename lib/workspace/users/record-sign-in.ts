/**
 * Sign-ins for the audit log. They are written after the answer has gone its way: what is written differs between
 * accounts that there are and others, and nobody may learn that from the time an answer takes.
 */
import 'server-only'
import type { EventMap } from '@/lib/platform/events/events'
import { record } from '@/lib/platform/events/record'
import { prisma, transaction } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'

type SignInEvent = 'session.started' | 'session.ended' | 'sign_in.failed' | 'sign_in.locked'

/** Somebody came in or went out; `userId` is theirs. */
export function recordSession<T extends 'session.started' | 'session.ended'>(
  type: T,
  userId: string,
  data: EventMap[T],
): void {
  if (userId !== '') later(() => write(type, userId, data))
}

/** A wrong password for this account. Of accounts that there are not, nothing is written: people mistype their own. */
export function tellFailed(userId: string): void {
  later(() => write('sign_in.failed', null, { userId }))
}

/** Too many attempts, once a window. The e-mail is only looked up: it is kept nowhere. */
export function tellLocked(by: 'account' | 'address', email?: string): void {
  later(async () => {
    const user = email ? await prisma().user.findUnique({ where: { email }, select: { id: true } }) : null
    if (by === 'address' || user) await write('sign_in.locked', null, { by, userId: user?.id ?? null })
  })
}

const write = <T extends SignInEvent>(type: T, actorId: string | null, data: EventMap[T]) =>
  transaction((tx) => record(tx, type, { actorId }, data))

function later(work: () => Promise<unknown>): void {
  setImmediate(() => {
    work().catch((error: unknown) => log.error('audit of a sign-in', { cause: String(error) }))
  })
}
