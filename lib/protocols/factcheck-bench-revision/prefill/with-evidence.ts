/** The content with the revisions that runs made: of one method the latest stands. */
import { z } from 'zod'
import { contentOf, partsOf, revisionsOf } from '@/lib/protocols/factcheck-bench-revision/content'
import { MOST_REVISIONS } from '@/lib/protocols/factcheck-bench-revision/questions'
import type { Json } from '@/lib/protocols/protocol'
import { latestByMethod } from '@/lib/protocols/side-by-side/methods'

const madeRevision = z.object({ method: z.string().trim().min(1), text: z.string().min(1) })

/** What is not in the shape of a revision is left out. The same revisions twice change nothing. */
export function withEvidence(content: Json, found: readonly Json[]): Json {
  const own = contentOf(content)
  const made = found.flatMap((entry) => madeRevision.safeParse(entry).data ?? [])
  if (made.length === 0) return content
  return { ...own, ...partsOf(latestByMethod([...revisionsOf(own), ...made]).slice(0, MOST_REVISIONS)) }
}
