import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { NewAccount } from '@/lib/workspace/users/contract'
import { createUser } from '@/lib/workspace/users/create-user'
import { findAlike } from '@/lib/workspace/users/find-alike'
import { hashPassword } from '@/lib/workspace/users/password'
import { holdPeople } from '@/lib/workspace/users/queries'
import { throttleLink } from '@/lib/workspace/users/throttles'
import type { Accepted, AcceptInvitation } from './contract'
import { grant } from './grant'
import { lockInvitation, type StoredInvitation } from './open-invitations'

type Applicant = { account: NewAccount; passwordHash: string } | { userId: string }

/** Accepts an invitation, each person once: with a new account, or with the one the actor is signed in with. */
export async function acceptInvitation(
  actor: Actor | null,
  body: AcceptInvitation,
  address: string,
): Promise<Accepted> {
  return throttleLink(address, async () => {
    const applicant = await whoApplies(actor, body)
    return transaction(async (tx) => {
      // Before the invitation: removing an account holds it first, and then what was addressed to it.
      if ('userId' in applicant && (await holdPeople(tx, [applicant.userId])).length === 0)
        throw new AppError('unauthenticated', 'This account is closed.')
      const invitation = await lockInvitation(tx, body.token)
      if (!invitation)
        throw new AppError('gone', 'This invitation has been used or withdrawn, or it has expired. Ask for a new one.')
      await refuseOthers(tx, invitation, applicant)
      const userId = 'userId' in applicant ? applicant.userId : await makeAccount(tx, applicant)
      const isNew = await grant(tx, invitation, userId)
      if (!isNew) throw new AppError('rule', 'You are a member of this project already.')
      const scope = { actorId: userId, projectId: invitation.projectId }
      await record(tx, 'invitation.accepted', scope, { invitationId: invitation.id, userId })
      const alike = 'account' in applicant ? await findAlike(tx, userId, applicant.account.name) : {}
      return { projectId: invitation.projectId, ...alike }
    })
  })
}

async function whoApplies(actor: Actor | null, { account }: AcceptInvitation): Promise<Applicant> {
  // Hashed before the transaction: a fifth of a second is long to hold a row.
  if (account) return { account, passwordHash: await hashPassword(account.password) }
  if (actor?.via === 'session') return { userId: actor.userId }
  throw new AppError('unauthenticated', 'Sign in, or make an account.')
}

/**
 * An invitation that names an e-mail address is for its owner only, one that names a domain for its addresses. What somebody
 * types is taken at their word, as with any new account: a provider's word replaces it (auth-options.ts).
 */
async function refuseOthers(tx: Tx, invitation: StoredInvitation, applicant: Applicant) {
  if (!invitation.email && !invitation.emailDomain) return
  const email =
    'account' in applicant
      ? applicant.account.email
      : (await tx.user.findUniqueOrThrow({ where: { id: applicant.userId } })).email
  if (invitation.email && email !== invitation.email)
    throw new AppError('rule', 'This invitation is for another e-mail address.')
  if (invitation.emailDomain && !email?.endsWith(`@${invitation.emailDomain}`))
    throw new AppError('rule', `This invitation is for addresses that end with @${invitation.emailDomain}.`)
}

async function makeAccount(tx: Tx, { account, passwordHash }: Extract<Applicant, { account: NewAccount }>) {
  const { name, email } = account
  const user = await createUser(tx, { name, email, passwordHash, by: 'invitation' }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    const advice = 'If it is yours, sign in first and open this link again.'
    throw new AppError('conflict', `This e-mail address cannot be used for a new account. ${advice}`)
  })
  return user.id
}
