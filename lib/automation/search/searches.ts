import 'server-only'
import { env } from '@/lib/platform/server/env'
import { StepFailure } from '@/lib/protocols/prefill'
import { brave } from './brave'
import type { SearchPort } from './port'
import { searxng } from './searxng'
import { serper } from './serper'
import { tavily } from './tavily'

export interface KnownSearch {
  port: SearchPort
  /** Is everything set that it needs? */
  configured: boolean
}

/** The searches of the internet. A project's own corpus is lib/automation/evidence/corpus. */
export function searchPorts(): KnownSearch[] {
  const set = env()
  return [
    {
      port: serper({ key: set.SERPER_API_KEY, baseUrl: set.SERPER_BASE_URL }),
      configured: Boolean(set.SERPER_API_KEY),
    },
    { port: brave({ key: set.BRAVE_API_KEY, baseUrl: set.BRAVE_BASE_URL }), configured: Boolean(set.BRAVE_API_KEY) },
    {
      port: tavily({ key: set.TAVILY_API_KEY, baseUrl: set.TAVILY_BASE_URL }),
      configured: Boolean(set.TAVILY_API_KEY),
    },
    { port: searxng({ baseUrl: set.SEARXNG_URL }), configured: Boolean(set.SEARXNG_URL) },
  ]
}

/** The search of that id. Throws StepFailure where there is none; one without its key says so when it is asked. */
export function searchPort(id: string): SearchPort {
  const known = searchPorts().find(({ port }) => port.id === id)
  if (known) return known.port
  throw new StepFailure('bad_request', `There is no search called "${id}". Choose another in the project's settings.`)
}
