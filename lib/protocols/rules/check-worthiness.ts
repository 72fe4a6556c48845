/** Does a text state something to check? By its outer signs only; a person decides. */
import { hasName, numbersIn, saysAnything, wordsIn } from './words'

export type Worth = 'fact' | 'opinion' | 'not_a_claim' | 'other'

export interface WorthHint {
  worth: Worth
  /** From 0 to 1; modest, as these are cues. */
  score: number
  why: string
}

const ASSISTANT =
  /\b(?:as an? (?:ai|artificial intelligence|language model|assistant)|i(?: am|['’]m) (?:an? )?(?:ai|language model|sorry|unable|not able)|i (?:cannot|can['’]t|could not|couldn['’]t|do not|don['’]t|apologi[sz]e)|(?:hope|glad|happy) (?:this|that|i|to) (?:help|can|could))/iu
const OPINION =
  /\b(?:i (?:think|believe|feel|would say|prefer|suggest)|in my (?:opinion|view)|(?:arguably|ultimately|hopefully|unfortunately|fortunately)|it (?:is|['’]s) (?:important|essential|crucial|best|worth|up to|hard to say|difficult to say)|should|ought to|matter of (?:taste|opinion|preference)|depends? on|beautiful|wonderful|amazing|delicious|fascinating|great choice|worth (?:a visit|visiting|seeing))\b/iu
const REQUEST =
  /^(?:please|let['’]?s|let (?:me|us)|try|remember|consider|imagine|note|make sure|be sure|feel free|ask|tell|don['’]t|do not|check|visit|enjoy|take|use|add|keep|start|avoid|choose|find|compare|select|research|determine|evaluate|write|read|see|click|follow)\b/iu
const LEAD_IN = /^(?:here (?:is|are)|the following (?:is|are)|sure|of course|certainly|yes|no|okay|great)\b/iu
const SHORTEST_CLAIM = 3

/** The kind of statement that a sentence or claim looks like. */
export function worthOf(statement: string): WorthHint {
  const text = withoutListMark(statement)
  const length = wordsIn(text).length
  if (!saysAnything(text)) return hint('not_a_claim', 0.8, 'It holds no words.')
  if (/[?？؟]["'”’)\]]*$/u.test(text)) return hint('not_a_claim', 0.7, 'It ends with a question mark.')
  if (ASSISTANT.test(text)) return hint('other', 0.6, 'It reads as if the assistant spoke of itself.')
  const isSpecific = numbersIn(text).size > 0 || hasName(text)
  if (isLeadIn(text, length) || (text.endsWith(':') && !isSpecific))
    return hint('not_a_claim', 0.5, 'It leads over to something else and states nothing.')
  if (REQUEST.test(text)) return hint('not_a_claim', 0.5, 'It begins like a request or an instruction.')
  if (OPINION.test(text))
    return isSpecific
      ? hint('fact', 0.4, 'It has words of judgement, but names or numbers too.')
      : hint('opinion', 0.4, 'It has words of judgement, and neither names nor numbers.')
  if (length < SHORTEST_CLAIM && /^[\p{Script=Latin}\P{L}]*$/u.test(text))
    return hint('not_a_claim', 0.4, 'It is only a word or two.')
  return isSpecific
    ? hint('fact', 0.6, 'It has names or numbers, and no sign of opinion or request.')
    : hint('fact', 0.45, 'It has no sign of opinion, question or request.')
}

/** The text without outer blanks and the bullet or number of a list. */
export const withoutListMark = (text: string): string => text.trim().replace(/^(?:[-*•–]|\(?\d{1,3}[.)])\s+/u, '')

const hint = (worth: Worth, score: number, why: string): WorthHint => ({ worth, score, why })

const isLeadIn = (text: string, length: number) =>
  (LEAD_IN.test(text) && (length <= SHORTEST_CLAIM || /:$/.test(text))) || /^here (?:is|are)\b.*:$/iu.test(text)
