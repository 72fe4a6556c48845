/** Revisions without a model, from corrections that came with the record. */
import type { Correction, Revision } from '@/lib/protocols/factcheck-bench-revision/content'
import { segmentText } from '@/lib/text/segment-text'

/** The response with every wrong stretch replaced, and with every sentence left out that holds one; those found at all. */
export function revisionsByRules(response: string, corrections: readonly Correction[]): Revision[] {
  const usable = corrections.filter(({ original }) => original.trim() !== '' && response.includes(original))
  if (usable.length === 0) return []
  const corrected = usable.reduce(
    // A function, so that signs such as $& in the correction mean nothing.
    (text, { original, corrected: right }) => text.replace(original, () => right),
    response,
  )
  const kept = withoutWrong(response, usable)
  const revisions = [
    { method: 'corrected', text: corrected },
    { method: 'shortened', text: kept },
  ]
  return revisions.filter(({ text }) => text.trim() !== '')
}

/** The sentences that no wrong stretch reaches into. */
function withoutWrong(response: string, corrections: readonly Correction[]): string {
  const wrong = corrections.map(({ original }) => {
    const start = response.indexOf(original)
    return { start, end: start + original.length }
  })
  let start = 0
  const kept = segmentText(response).filter((sentence) => {
    const from = start
    start += sentence.length
    return !wrong.some((each) => each.start < from + sentence.length && from < each.end)
  })
  return kept.join('').trim()
}
