import 'server-only'
import { randomUUID } from 'node:crypto'
import { askForModels } from '@/lib/automation/llm/openai'
import { searchPortsOf } from '@/lib/automation/search/searches'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { Env } from '@/lib/platform/server/env'
import { StepFailure } from '@/lib/protocols/prefill'
import { counted } from '@/lib/text/counted'
import type { KeyTest } from './contract'
import { currentSettings } from './current-settings'
import { authorizeKeys } from './queries'
import { KEY_VARIABLE, type KeyProvider } from './rules'

const TIMEOUT_MS = 15_000

/**
 * Asks the provider something cheap with the key that is used: the list of models, or one search for one result, which some providers count.
 * What it says comes back in words that hold no key.
 */
export async function testKey(actor: Actor, provider: KeyProvider, signal: AbortSignal): Promise<KeyTest> {
  authorizeKeys(actor)
  const result = await ask(provider, await currentSettings(), signal)
  const about = { provider, works: result.works }
  await transaction((tx) => record(tx, 'provider_key.tested', { actorId: actor.userId }, about))
  return result
}

async function ask(provider: KeyProvider, settings: Env, signal: AbortSignal): Promise<KeyTest> {
  const options = { key: randomUUID(), signal, timeoutMs: TIMEOUT_MS }
  try {
    if (provider !== 'openai') {
      const search = searchPortsOf(settings).find(({ port }) => port.id === provider)
      const hits = await search?.port.search({ query: 'Pacific Ocean', asOf: null, most: 1 }, options)
      return { works: true, said: `It works: one search was made, with ${counted(hits?.length ?? 0, 'result')}.` }
    }
    if (!settings[KEY_VARIABLE.openai]) return { works: false, said: 'No key is set, so nothing was asked.' }
    const count = await askForModels({ apiKey: settings.OPENAI_API_KEY, baseURL: settings.OPENAI_BASE_URL }, options)
    if (count === null)
      return {
        works: false,
        said: 'The endpoint has no list of models, so the key could not be tried without a paid call. The first run will tell.',
      }
    return { works: true, said: `It works: the endpoint lists ${counted(count, 'model')}.` }
  } catch (error) {
    if (error instanceof StepFailure) return { works: false, said: error.message }
    throw error
  }
}
