import 'server-only'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { FirstAccount } from './contract'
import { createUser } from './create-user'
import { lockUsers } from './lock-users'
import { ownSetUpCode } from './own-set-up-code'
import { hashPassword } from './password'
import { isCode } from './set-up-code'
import { countWrongLink } from './throttles'

/**
 * Makes the first administrator, for whoever has the code that the server printed. Of two people who try at once, one does;
 * afterwards nobody can. Wrong codes count as guesses at links do; the right one gets in whatever others at the same address
 * have tried, because nobody guesses 60 bits.
 */
export async function setUp(account: FirstAccount, address: string): Promise<void> {
  const code = await ownSetUpCode()
  if (code === null) throw isDone()
  if (!isCode(code, account.code)) {
    await countWrongLink(address)
    throw new AppError('forbidden', 'This code is wrong. Copy it from what Assay printed when it started.')
  }
  const passwordHash = await hashPassword(account.password)
  await transaction(async (tx) => {
    await lockUsers(tx)
    if ((await tx.user.count()) > 0) throw isDone()
    const rights = { isAdmin: true, canCreateProjects: true }
    await createUser(tx, { name: account.name, email: account.email, passwordHash, ...rights, by: 'setup' })
  })
}

const isDone = () => new AppError('conflict', 'Assay has been set up already. Sign in instead.')
