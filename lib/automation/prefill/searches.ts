import 'server-only'
import { searchPorts } from '@/lib/automation/search/searches'
import type { PrefillOverview } from './settings/contract'

/** The id of the search in the project's own documents, which needs nothing. */
export const CORPUS = 'corpus'

/** Where a project can search. */
export function knownSearches(): PrefillOverview['searches'] {
  const web = searchPorts().map(({ port, configured }) => {
    const { id, title, needs } = port
    return { id, title, configured, needs: [...needs] }
  })
  return [{ id: CORPUS, title: 'The project’s own documents', configured: true, needs: [] }, ...web]
}
