import { verifyPassword } from '@/lib/workspace/users/password'
import { PASSWORD, people } from '@/prisma/scenarios/people'

/** An account of the demo, as it is shown to the person at the terminal. */
export interface DemoAccount {
  name: string
  email: string
  password: string
  role: string
}

interface Row {
  email: string
  name: string
  passwordHash: string
}

/** The demo accounts that can sign in with the published password, in the order of the cast. `ask` asks the database. */
export async function demoAccounts(ask: (sql: string) => Promise<Row[]>): Promise<DemoAccount[]> {
  const users = await ask(
    `select email, name, password_hash as "passwordHash" from users
     where demo and deactivated_at is null and email is not null and password_hash is not null`,
  )
  // All have one hash unless somebody has chosen a password of their own; checking one takes a fifth of a second.
  const published = new Set<string>()
  for (const hash of new Set(users.map(({ passwordHash }) => passwordHash)))
    if (await verifyPassword(PASSWORD, hash)) published.add(hash)
  return Object.values(people).flatMap(({ email, does }) => {
    const user = users.find((each) => each.email === email)
    return user && published.has(user.passwordHash) ? [{ name: user.name, email, password: PASSWORD, role: does }] : []
  })
}
