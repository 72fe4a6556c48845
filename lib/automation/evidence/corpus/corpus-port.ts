import 'server-only'
import type { SearchPort } from '@/lib/automation/search/port'
import { StepFailure } from '@/lib/protocols/prefill'
import { searchCorpus } from './search-corpus'

/** As in a project's settings. */
export const CORPUS = 'corpus'

/** The port to the documents of one project. Throws StepFailure `timeout` or `cancelled`. */
export function corpusPort(projectId: string): SearchPort {
  return {
    id: CORPUS,
    title: 'Local corpus',
    needs: [],
    search: async ({ query, asOf, most }, { signal, timeoutMs }) => {
      if (signal.aborted) throw new StepFailure('cancelled', 'The search was cancelled.')
      try {
        const hits = await searchCorpus({ projectId, query, asOf, most, timeoutMs })
        return hits.map(({ start: _, end: __, ...hit }) => hit)
      } catch (error) {
        throw isTimeout(error) ? tooSlow() : error
      }
    },
  }
}

/** PostgreSQL stopped the statement. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '57014'

const tooSlow = () =>
  new StepFailure('timeout', 'The corpus did not answer in time. Search for fewer or rarer words.', true)
