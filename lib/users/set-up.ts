import 'server-only'
import { transaction } from '@/lib/server/db'
import { AppError } from '@/lib/server/errors'
import type { NewAccount } from './contract'
import { createUser } from './create-user'
import { lockUsers } from './lock-users'
import { hashPassword } from './password'
import { isSetUp } from './queries'
import { throttleLink } from './throttles'

/** Makes the first administrator. Of two people who try at once, one does; afterwards nobody can. */
export async function setUp(account: NewAccount, address: string): Promise<void> {
  await throttleLink(address, async () => {
    refuseWhen(await isSetUp())
    const passwordHash = await hashPassword(account.password)
    await transaction(async (tx) => {
      await lockUsers(tx)
      refuseWhen((await tx.user.count()) > 0)
      await createUser(tx, { name: account.name, email: account.email, passwordHash, isAdmin: true, by: 'setup' })
    })
  })
}

function refuseWhen(done: boolean) {
  if (done) throw new AppError('conflict', 'Assay has been set up already. Sign in instead.')
}
