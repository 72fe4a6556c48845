/**
 * Claims by rules: a sentence is one claim, unless its clauses can be parted without doubt. Conservative on purpose: a
 * claim that is too long is easily split by hand, a mutilated one has to be written anew.
 */

import { withoutEnding } from '@/lib/text/without-ending'
import { withoutListMark } from './check-worthiness'
import { saysAnything } from './words'

/** Verbs that cannot well be anything else, so that what follows an "and" is a statement of its own. */
const FINITE =
  'is|are|was|were|has|had|became|won|died|lived|moved|served|wrote|began|grew|took|went|led|made|held|ran|joined|founded|published|released|received|does|did|can|will|contains|includes|covers|consists'
const VERB = new RegExp(`\\b(?:${FINITE})\\b`, 'iu')
const BEGINS_WITH_VERB = new RegExp(
  `^(?:(?:also|later|then|still|previously|subsequently|eventually) )?(?:${FINITE})\\b`,
  'iu',
)
/** Clauses that would not mean the same without what stands before them. */
const DEPENDENT =
  /\b(?:if|unless|because|although|though|since|whether|that|which|who|whose|when|where|until|rather than|not only|either|neither|both|between|he|she|it|they|this|these|those|such)\b/iu
/** A sentence about a pronoun is no worse off for being parted: its claims have to be read with it anyway. */
const LEADING_PRONOUN = /^(?:He|She|It|They)\b/u
const QUOTED = /["“”„«»]/u
const MOST_SUBJECT_WORDS = 6
/** Of a longer sentence, in characters, nobody could tell without doubt where it parts. */
const LONGEST_SENTENCE = 2_000
const FEWEST_CLAUSE_WORDS = 4

/** The claims of a sentence, in order; none where it holds no words. */
export function claimsOf(sentence: string): string[] {
  const text = withoutListMark(sentence)
  if (!saysAnything(text)) return []
  if (text.length > LONGEST_SENTENCE) return [asSentence(text)]
  const clauses = atSemicolons(text).flatMap(atConjunctions)
  return clauses.map(asSentence)
}

/** Parts at semicolons, if each of them is a statement by itself. */
function atSemicolons(text: string): string[] {
  const parts = text.split(/;\s+/).map((part) => part.replace(/^(?:and|but|while)\s+/iu, ''))
  return parts.length > 1 && !QUOTED.test(text) && parts.every(standsAlone) ? parts : [text]
}

/** "A is x, and B is y" as two statements; "A is x and was y" with its subject repeated. */
function atConjunctions(text: string): string[] {
  if (QUOTED.test(text)) return [text]
  for (const found of text.matchAll(/,?\s+(?:and|but|while|whereas)\s+/giu)) {
    const left = text.slice(0, found.index)
    const right = text.slice(found.index + found[0].length)
    if (found[0].startsWith(',') && standsAlone(left) && standsAlone(right)) return [left, ...atConjunctions(right)]
    const subject = LEADING_PRONOUN.exec(left)?.[0] ?? subjectOf(left)
    if (
      subject &&
      standsAlone(left.replace(LEADING_PRONOUN, 'The one')) &&
      BEGINS_WITH_VERB.test(right) &&
      !DEPENDENT.test(right)
    )
      return [left, ...atConjunctions(`${subject} ${right}`)]
  }
  return [text]
}

/** What stands before the first verb, where it is short and a name or begins with an article. */
function subjectOf(clause: string): string | null {
  const verb = VERB.exec(clause)
  const subject = clause.slice(0, verb?.index ?? 0).trim()
  const words = subject.split(/\s+/)
  const isPlain = /^(?:The |An? )?\p{Lu}?[\p{L}\p{N}.'’ -]+$/u.test(subject) && !/[,:]/.test(subject)
  const isShort = subject !== '' && words.length <= MOST_SUBJECT_WORDS
  return isPlain && isShort && !DEPENDENT.test(subject) ? subject : null
}

/** Has a subject before an unmistakable verb, and nothing that leans on another clause. */
function standsAlone(clause: string): boolean {
  const words = clause.trim().split(/\s+/)
  if (words.length < FEWEST_CLAUSE_WORDS || DEPENDENT.test(clause)) return false
  const verb = VERB.exec(clause)
  if (!verb || verb.index === 0) return false
  return clause.slice(0, verb.index).trim().split(/\s+/).length <= MOST_SUBJECT_WORDS
}

/** With a capital at its beginning and a mark at its end. */
function asSentence(clause: string): string {
  const text = withoutEnding(clause.trim(), ',;:')
  const [first = ''] = text
  const capital = first.toUpperCase() + text.slice(first.length)
  return /[.!?。！？।؟…]["'”’)\]]*$/u.test(capital) ? capital : `${capital}.`
}
