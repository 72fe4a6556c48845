import 'server-only'
import { Prisma, type User } from '@/generated/prisma/client'
import type { EventMap } from '@/lib/platform/events/events'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'

export interface NewUser {
  email: string
  name: string
  /** From `hashPassword`; null for people who only sign in through the identity provider. */
  passwordHash: string | null
  by: EventMap['user.created']['by']
  isAdmin?: boolean
  canCreateProjects?: boolean
  /** Came with the demo data, with a published password. */
  demo?: boolean
  oidcIssuer?: string
  oidcSubject?: string
  /** Who made the account; left out when the person did. */
  actorId?: string
}

/** Adds an account, for every way in which one can come about. Throws `conflict` when the e-mail is taken. */
export async function createUser(tx: Tx, input: NewUser): Promise<User> {
  const { by, actorId, ...columns } = input
  const user = await tx.user
    .create({ data: { ...columns, email: input.email.trim().toLowerCase() } })
    .catch((error: unknown) => {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
        throw new AppError('conflict', 'This e-mail address cannot be used for a new account.')
      throw error
    })
  await record(tx, 'user.created', { actorId: actorId ?? user.id }, { userId: user.id, by })
  return user
}
