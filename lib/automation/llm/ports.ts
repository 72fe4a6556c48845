/** Which models there are: by the environment, and by the key that an administrator entered where it has none. */
import 'server-only'
import { currentSettings } from '@/lib/automation/keys/current-settings'
import type { Tx } from '@/lib/platform/server/db'
import type { Env } from '@/lib/platform/server/env'
import { OPENAI_URL, openaiModels } from './openai'
import { shownUrl } from './openai-failure'
import type { ModelPort } from './port'
import { scriptedModels } from './scripted'

type ModelEnv = Pick<
  Env,
  'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'ASSAY_MODEL' | 'ASSAY_EMBEDDING_MODEL' | 'ASSAY_LLM' | 'ASSAY_SCRIPT'
>

/** What may be told of the models: nothing of it is a secret. */
export interface ModelSettings {
  configured: boolean
  /** Where they are asked, without credentials; null where nobody is asked. */
  baseUrl: string | null
  /** The model that a step gets where nothing else is said. */
  standard: string | null
  /** The model of embeddings; null where there are none. */
  embedding: string | null
  scripted: boolean
}

/** The models that are asked now, and what may be told of them. */
export interface Models {
  /** null where none are configured, and every step by rules works all the same. */
  port: ModelPort | null
  settings: ModelSettings
}

let replacement: ModelPort | null = null
/** The adapter that was made last, which remembers what its endpoint does not take; another key or address makes another. */
let lastAdapter: { from: string; port: ModelPort | null } | null = null

/** Asks these models from now on, in this process: for the demo's recorded runs and for tests; null: what is configured. */
export function replaceModels(modelPort: ModelPort | null): void {
  replacement = modelPort
}

/** The models as the environment and the keys that administrators entered have them at this moment. */
export async function currentModels(db?: Tx): Promise<Models> {
  const from = await currentSettings(db)
  return { port: replacement ?? portFor(from), settings: settingsOf(from) }
}

function portFor(from: ModelEnv): ModelPort | null {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ASSAY_EMBEDDING_MODEL, ASSAY_LLM, ASSAY_SCRIPT } = from
  const settingsKey = JSON.stringify([OPENAI_API_KEY, OPENAI_BASE_URL, ASSAY_EMBEDDING_MODEL, ASSAY_LLM, ASSAY_SCRIPT])
  if (lastAdapter?.from !== settingsKey) lastAdapter = { from: settingsKey, port: choosePort(from) }
  return lastAdapter.port
}

export function choosePort(from: ModelEnv): ModelPort | null {
  const { configured, scripted, embedding } = settingsOf(from)
  if (!configured) return null
  if (scripted) return scriptedModels(from.ASSAY_SCRIPT)
  return openaiModels({
    apiKey: from.OPENAI_API_KEY,
    baseURL: from.OPENAI_BASE_URL,
    embeddings: embedding !== null,
  })
}

export function settingsOf(from: ModelEnv): ModelSettings {
  const scripted = from.ASSAY_LLM === 'scripted'
  const hasEndpoint = from.OPENAI_API_KEY !== undefined || from.OPENAI_BASE_URL !== undefined
  return {
    configured: scripted || hasEndpoint,
    baseUrl: hasEndpoint && !scripted ? shownUrl(from.OPENAI_BASE_URL ?? OPENAI_URL) : null,
    standard: from.ASSAY_MODEL ?? null,
    embedding: hasEndpoint && !scripted ? (from.ASSAY_EMBEDDING_MODEL ?? null) : null,
    scripted,
  }
}
