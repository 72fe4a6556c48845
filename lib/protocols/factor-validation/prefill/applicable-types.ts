/** Which kinds of error a sentence has room for, and which kind an edit is: rough rules for English (SEEDS 5.4). Pure. */
import { type ErrorType, errorTypes } from '@/lib/protocols/factor-validation/options'
import { wordDiff } from '@/lib/text/word-diff'

const wordPattern = (words: string) => new RegExp(`\\b(?:${words})\\b`, 'iu')

const PRONOUNS = wordPattern(
  'he|she|it|they|him|her|them|his|hers|its|their|theirs|himself|herself|itself|themselves|who|whose|this|these|those|former|latter',
)
const LINKS = wordPattern(
  'because|since|although|though|while|whereas|after|before|until|unless|if|so|therefore|thus|hence|however|but|despite|instead|as a result|due to|in order to|following|prior to|then|when',
)
const TIMES_AND_PLACES = wordPattern(
  'january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|yesterday|tomorrow|year|years|month|months|week|weeks|day|days|hour|hours|century|decade|morning|evening|night|north|south|east|west|northern|southern|eastern|western|near|inside|outside|across|abroad|here|there|always|never|often|rarely|quickly|slowly',
)
const NAMED_PLACE = /\b(?:in|at|from|near|to|of|on)\s+(?:the\s+)?\p{Lu}/u
const AUXILIARIES = wordPattern(
  'is|are|was|were|be|been|being|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|became|becomes|said|says',
)
const VERB_ENDINGS = /\b\p{Ll}{2,}(?:ed|ing|ise|ize|ises|izes|ify|ifies)\b/u
/** What stands behind a pronoun that is a subject. */
const PREDICATED = /\b(?:he|she|it|they|we|i|who|which)\s+\p{Ll}{2,}/iu
/** A capital within the sentence, or a word behind an article. */
const NOUN = /(?<=\S\s)\p{Lu}\p{L}+|\b(?:the|a|an|this|that|these|those|its|his|her|their|our)\s+\p{L}{3,}/iu

const TESTS: Readonly<Record<ErrorType, (text: string) => boolean>> = {
  predicate: (text) => AUXILIARIES.test(text) || VERB_ENDINGS.test(text) || PREDICATED.test(text),
  entity: (text) => NOUN.test(text),
  circumstance: (text) => /\p{N}/u.test(text) || TIMES_AND_PLACES.test(text) || NAMED_PLACE.test(text),
  coreference: (text) => PRONOUNS.test(text),
  link: (text) => LINKS.test(text),
}

export const applicableTypes = (sentence: string): ErrorType[] => errorTypes.filter((type) => TESTS[type](sentence))

/** The kinds that an edit is tried against: small words first, as they are told with the most certainty. */
const BY_CERTAINTY: readonly ErrorType[] = ['coreference', 'link', 'circumstance', 'predicate']

/** The kind of an edit by the words that it changes. A guess: what is nothing else counts as an entity. */
export function typeOfEdit(completion: string, contradiction: string): ErrorType {
  const changed = wordDiff(completion, contradiction).filter(({ kind }) => kind !== 'same')
  const words = changed.map(({ text }) => text).join(' ')
  const isNegated = wordPattern("not|no|never|n't").test(words)
  if (isNegated) return 'predicate'
  if (/^[^\p{Ll}]*\p{Lu}/u.test(words.trim()) && !/\p{N}/u.test(words) && !TIMES_AND_PLACES.test(words)) {
    return PRONOUNS.test(words) ? 'coreference' : 'entity'
  }
  return BY_CERTAINTY.find((type) => TESTS[type](words)) ?? 'entity'
}
