import 'server-only'
import { searchPorts } from '@/lib/automation/search/searches'
import type { Tx } from '@/lib/platform/server/db'
import type { PrefillOverview } from './settings/contract'

/** The id of the search in the project's own documents, which needs nothing. */
export const CORPUS = 'corpus'

/** Where a project can search. */
export async function knownSearches(db?: Tx): Promise<PrefillOverview['searches']> {
  const web = (await searchPorts(db)).map(({ port, configured }) => {
    const { id, title, needs } = port
    return { id, title, configured, needs: [...needs] }
  })
  return [{ id: CORPUS, title: 'The project’s own documents', configured: true, needs: [] }, ...web]
}
