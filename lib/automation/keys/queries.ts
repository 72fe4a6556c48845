import 'server-only'
import { OPENAI_URL } from '@/lib/automation/llm/openai'
import { shownUrl } from '@/lib/automation/llm/openai-failure'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { type Env, env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import type { KeyStatuses } from './contract'
import { endingOf, KEY_VARIABLE, type KeyProvider, keyProviders, PROVIDER_TITLE, usedOf } from './rules'
import { open } from './sealing'

/** Which keys there are and which are used. Administrators only; no key leaves the server. */
export async function listKeys(actor: Actor): Promise<KeyStatuses> {
  authorizeKeys(actor)
  return readStatuses(prisma())
}

export function authorizeKeys(actor: Actor): void {
  if (!actor.isAdmin) throw new AppError('forbidden', 'Keys of providers are for administrators.')
}

export const keyConflict = (): AppError =>
  new AppError(
    'revision_conflict',
    'Somebody else has changed this key since you opened the page. Look at it as it is now, and try again.',
  )

const addressOf = (provider: KeyProvider, environment: Env): string =>
  shownUrl(
    {
      openai: environment.OPENAI_BASE_URL ?? OPENAI_URL,
      serper: environment.SERPER_BASE_URL,
      brave: environment.BRAVE_BASE_URL,
      tavily: environment.TAVILY_BASE_URL,
    }[provider],
  )

export async function readStatuses(tx: Tx): Promise<KeyStatuses> {
  const environment = env()
  const rows = await tx.providerKey.findMany({ include: { setBy: { select: { name: true } } } })
  return {
    ownSecret: environment.ASSAY_KEYS_SECRET !== undefined,
    scripted: environment.ASSAY_LLM === 'scripted',
    keys: keyProviders.map((provider) => {
      const row = rows.find((each) => each.provider === provider)
      const isEntered = row !== undefined && row.sealed.length > 0
      const key = isEntered ? open(provider, row) : null
      return {
        provider,
        title: PROVIDER_TITLE[provider],
        variable: KEY_VARIABLE[provider],
        address: addressOf(provider, environment),
        used: usedOf(environment[KEY_VARIABLE[provider]], key),
        entered: isEntered
          ? {
              ending: key === null ? null : endingOf(key),
              readable: key !== null,
              setBy: row.setBy.name,
              setAt: row.setAt.toISOString(),
            }
          : null,
        revision: row?.revision ?? 0,
      }
    }),
  }
}
