import { canTask, type TaskSubject } from '@/lib/platform/policy/can'
import { toCodePointOffset } from '@/lib/text/code-points'

type Who = Parameters<typeof canTask>[0]

/** Whoever works on a task now searches for it: its annotators, partners in discussion, and the third person who settles. */
export const maySearch = (actor: Who, subject: TaskSubject): boolean =>
  canTask(actor, 'task.annotate', subject) ||
  canTask(actor, 'task.discuss', subject) ||
  canTask(actor, 'task.adjudicate', subject)

/** Would a search look through nothing at all, so that finding nothing would say nothing? */
export const searchesNothing = ({
  configured,
  documents,
}: {
  configured: boolean
  documents: number | null
}): boolean => !configured || documents === 0

/** The longest quote, in code points. */
export const MAX_QUOTE = 5000
/** Shorter pieces of a snippet stand in many places. */
const TELLING = 20
/** Snippets have a few pieces; each is looked for in the whole text. */
const MOST_PIECES = 20

/**
 * Where a result's snippet stands in the text, word by word, in code points; or its first piece between dots of omission
 * that does. null where the provider wrote something else than the page.
 */
export function findSnippet(text: string, snippet: string): { start: number; end: number } | null {
  const pieces = snippet
    .split(/…|\.{3}/)
    .filter((piece) => piece.trim().length >= TELLING)
    .slice(0, MOST_PIECES)
  for (const piece of [snippet, ...pieces].map((each) => each.trim())) {
    const offset = piece === '' ? -1 : text.indexOf(piece)
    if (offset >= 0)
      return { start: toCodePointOffset(text, offset), end: toCodePointOffset(text, offset + piece.length) }
  }
  return null
}
