/** What the environment says of providers, with the keys that administrators entered where it says nothing. */
import 'server-only'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { type Env, env } from '@/lib/platform/server/env'
import { KEY_VARIABLE, keyProviders } from './rules'
import { open } from './sealing'

/**
 * Read anew each time: a key that was entered, replaced or removed holds from the next call on, in every process. One that cannot be opened
 * counts as none.
 */
export async function currentSettings(db: Tx = prisma()): Promise<Env> {
  const environment = env()
  const missing = keyProviders.filter((provider) => environment[KEY_VARIABLE[provider]] === undefined)
  if (missing.length === 0) return environment
  const rows = await db.providerKey.findMany({ where: { provider: { in: missing } } })
  const entered = rows.flatMap(({ provider, ...row }) => {
    const keyProvider = missing.find((each) => each === provider)
    const key = keyProvider && open(keyProvider, row)
    return keyProvider && key ? [[KEY_VARIABLE[keyProvider], key] as const] : []
  })
  return { ...environment, ...Object.fromEntries(entered) }
}
