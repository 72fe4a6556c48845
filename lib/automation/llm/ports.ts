/** Which models there are: chosen once, from the environment. */
import 'server-only'
import { type Env, env } from '@/lib/platform/server/env'
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

let port: ModelPort | null | undefined

/** Asks these models from now on, in this process: for the demo's recorded runs and for tests; null: what the environment says. */
export function replaceModels(given: ModelPort | null): void {
  port = given ?? undefined
}

/** The models that this process asks; null where none are configured, and every step by rules works all the same. */
export function modelPort(): ModelPort | null {
  if (port === undefined) port = choosePort(env())
  return port
}

/** What the environment says of models. */
export function modelSettings(): ModelSettings {
  return settingsOf(env())
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
  const asked = from.OPENAI_API_KEY !== undefined || from.OPENAI_BASE_URL !== undefined
  return {
    configured: scripted || asked,
    baseUrl: asked && !scripted ? shownUrl(from.OPENAI_BASE_URL ?? OPENAI_URL) : null,
    standard: from.ASSAY_MODEL ?? null,
    embedding: asked && !scripted ? (from.ASSAY_EMBEDDING_MODEL ?? null) : null,
    scripted,
  }
}
