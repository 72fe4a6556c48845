/** What an extractor is given of a text for one of its sentences (VeriScore, appendix A; SEEDS 5.3). */

const BEFORE = 3
const AFTER = 1
/** Longer texts that answer no question get their first sentence in front, whatever else the window holds. */
const LONG = 5

/**
 * The sentence at `at` between marks, with up to three before it and one after it; in front of that the first sentence of a
 * text of more than five that answers no question.
 */
export function windowAt(sentences: readonly string[], at: number, isAnswer: boolean): string {
  const before = sentences.slice(Math.max(0, at - BEFORE), at)
  const after = sentences.slice(at + 1, at + 1 + AFTER)
  const lead = !isAnswer && sentences.length > LONG ? sentences.slice(0, 1) : []
  const focus = `<SOS>${(sentences[at] ?? '').trim()}<EOS>`
  return [...lead, ...before, focus, ...after].map((sentence) => sentence.trim()).join(' ')
}
