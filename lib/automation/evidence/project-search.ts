import 'server-only'
import type { SearchPort } from '@/lib/automation/search/port'
import { type KnownSearch, searchPorts, searchPortsOf } from '@/lib/automation/search/searches'
import type { Tx } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { CORPUS, corpusPort } from './corpus/corpus-port'
import { countDocuments } from './corpus/queries'

export interface ProjectSearch {
  /** null where the settings name a search that there is not any more. */
  port: SearchPort | null
  id: string
  title: string
  configured: boolean
  needs: readonly string[]
}

/** Where a project searches: its settings' choice, its own corpus where nothing was chosen. `documents`: how many it holds; null beyond it. */
export async function projectSearch(tx: Tx, projectId: string): Promise<ProjectSearch & { documents: number | null }> {
  const settings = await tx.prefillSettings.findUnique({ where: { projectId }, select: { search: true } })
  const id = settings?.search ?? CORPUS
  return {
    ...searchAmong(await searchPorts(tx), projectId, id),
    documents: id === CORPUS ? await countDocuments(tx, projectId) : null,
  }
}

/** What a search is called, by its id as in records. */
export const searchTitle = (projectId: string, id: string): string =>
  searchAmong(searchPortsOf(env()), projectId, id).title

function searchAmong(ports: readonly KnownSearch[], projectId: string, id: string): ProjectSearch {
  if (id === CORPUS) {
    const port = corpusPort(projectId)
    return { port, id, title: port.title, configured: true, needs: [] }
  }
  const search = ports.find(({ port }) => port.id === id)
  if (!search) return { port: null, id, title: id, configured: false, needs: [] }
  return { port: search.port, id, title: search.port.title, configured: search.configured, needs: search.port.needs }
}
