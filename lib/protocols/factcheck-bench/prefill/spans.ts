/** Where in its sentence a claim is made, as far as words tell. */
import type { Span } from '@/lib/protocols/protocol'
import { toCodePointOffset } from '@/lib/text/code-points'
import { placeFuzzily } from '@/lib/text/place-fuzzily'
import { withoutEnding } from '@/lib/text/without-ending'

/** The stretch of the sentence, in code points; null where the claim's words are not there together. */
export function spanOf(sentence: string, claim: string): Span | null {
  const text = claim.trim()
  const bare = withoutEnding(text, '.!?')
  for (const wanted of [text, bare]) {
    const at = wanted === '' ? -1 : sentence.indexOf(wanted)
    if (at >= 0) return codePoints(sentence, at, at + wanted.length)
  }
  const piece = placeFuzzily(sentence, [{ key: 'claim', text }]).find(
    ({ unit, text: found }) => unit !== null && found.trim() !== '',
  )
  return piece ? codePoints(sentence, piece.at, piece.at + piece.text.length) : null
}

const codePoints = (text: string, start: number, end: number): Span => ({
  start: toCodePointOffset(text, start),
  end: toCodePointOffset(text, end),
})
