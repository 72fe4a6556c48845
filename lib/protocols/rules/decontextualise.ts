/** Pronouns replaced by the name they stand for, only where nothing else can be meant; otherwise nothing. */

const NOT_A_NAME =
  /^(?:The|This|That|These|Those|There|Here|It|He|She|They|We|You|I|In|On|At|As|By|For|From|To|If|When|While|Yes|No|Some|Many|Most|One|A|An|However|Although|Also|But|And|So)$/u
const NAMED_SUBJECT =
  /^((?:\p{Lu}[\p{L}'’.-]*)(?:\s+(?:(?:of|de|van|von|the|al|bin)\s+)?\p{Lu}[\p{L}'’.-]*){0,5})\s+(?:\([^()]*\)\s*)?,?\s*(?:is|was|has|had|became)\b/u
/** A name, what is said of it in brackets, and the verb stand within so many characters. */
const LONGEST_BEGINNING = 500
const PRONOUN = /^(He|She|It|His|Her|Its)\b(?!['’])/u
/** Two capitalised words in a row behind the subject: perhaps somebody else whom the next pronoun could mean. */
const ANOTHER_NAME = /\p{Lu}[\p{L}'’.-]*\s+\p{Lu}/u
const OWNER = /^(?:His|Her|Its)$/
const KIND: Readonly<Record<string, string>> = { He: 'he', His: 'he', She: 'she', Her: 'she', It: 'it', Its: 'it' }

/**
 * For each sentence its text on its own, or null where nothing is to be changed or it is not safe. Safe: the first
 * sentence is about a name, since then every sentence has begun with that name or with one and the same pronoun, and no
 * other full name has come up.
 */
export function standAlone(sentences: readonly string[]): (string | null)[] {
  let name: string | null = null
  let kind: string | null = null
  return sentences.map((sentence, index) => {
    const text = sentence.trim()
    if (index === 0) {
      name = withoutRival(namedSubject(text), text)
      return null
    }
    const [pronoun = ''] = PRONOUN.exec(text) ?? []
    const isSame = kind === null || KIND[pronoun] === kind
    if (name === null || (pronoun === '' && !text.startsWith(name)) || (pronoun !== '' && !isSame)) {
      name = null
      return null
    }
    const subject = name
    name = withoutRival(name, text)
    if (pronoun === '') return null
    kind = KIND[pronoun] ?? null
    return (OWNER.test(pronoun) ? possessive(subject) : subject) + text.slice(pronoun.length)
  })
}

/** The name that a sentence is about, if it begins with one. */
function namedSubject(sentence: string): string | null {
  const name = NAMED_SUBJECT.exec(sentence.slice(0, LONGEST_BEGINNING))?.[1] ?? null
  return name === null || NOT_A_NAME.test(name.split(/\s/)[0] ?? '') ? null : name
}

/** The name, unless the sentence brings up another that later pronouns could stand for. */
function withoutRival(name: string | null, sentence: string): string | null {
  if (name === null) return null
  const rest = sentence.startsWith(name) ? sentence.slice(name.length) : sentence
  return ANOTHER_NAME.test(rest) ? null : name
}

const possessive = (name: string): string => (name.endsWith('s') ? `${name}'` : `${name}'s`)
