/**
 * Patterns that a text has to match: regular expressions without groups, for the whole text, whose work is bounded whatever
 * the text is. Backtracking can try every quantifier's choices with every other's, so the product of the choices is bounded.
 */

/** The longest text that is matched against a pattern, in UTF-16 units. */
export const LONGEST_MATCHED = 200
const LONGEST_PATTERN = 200
const MOST_CHOICES = 100_000

const ATOM = /\\[dDwWsS]|\\[^\p{L}\p{N}]|\[\^?(?:\\[dDwWsS]|\\[^\p{L}\p{N}]|[^\]\\[])+\]|[^\\[\](){}*+?|^$]/uy
const QUANTIFIER = /[*+?]|\{(\d{1,3})(?:(,)(\d{1,3})?)?\}/uy

/** What is wrong with a pattern, in a sentence, or null. */
export function patternProblem(pattern: string): string | null {
  if (pattern === '' || pattern.length > LONGEST_PATTERN) return `A pattern has 1 to ${LONGEST_PATTERN} characters.`
  let total = 0
  let choices = 1
  let place = 0
  while (place < pattern.length) {
    if (pattern[place] === '|') {
      total += choices
      choices = 1
      place += 1
      continue
    }
    ATOM.lastIndex = place
    const atom = ATOM.exec(pattern)
    if (!atom)
      return `"${pattern.slice(place, place + 10)}" cannot stand in a pattern; there are no groups and no anchors.`
    place = ATOM.lastIndex
    QUANTIFIER.lastIndex = place
    const quantifier = QUANTIFIER.exec(pattern)
    if (!quantifier) continue
    place = QUANTIFIER.lastIndex
    const [least, most] = bounds(quantifier)
    if (most < least) return `"${quantifier[0]}" asks for fewer than it begins with.`
    choices *= Math.min(most, LONGEST_MATCHED) - least + 1
    if (total + choices > MOST_CHOICES) return 'The pattern could take too long: use fewer of *, + and ?.'
  }
  return isRegExp(pattern) ? null : 'The pattern is not a regular expression.'
}

function bounds([sign, from, comma, to]: RegExpExecArray): [number, number] {
  if (sign === '?') return [0, 1]
  if (sign === '*') return [0, LONGEST_MATCHED]
  if (sign === '+') return [1, LONGEST_MATCHED]
  const least = Number(from)
  return [least, comma === undefined ? least : to === undefined ? LONGEST_MATCHED : Number(to)]
}

function isRegExp(pattern: string): boolean {
  try {
    return compiled(pattern) !== null
  } catch {
    return false
  }
}

const compiled = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'u')

/** Does the whole text match? The pattern has passed `patternProblem`; a longer text never matches. */
export function matchesPattern(pattern: string, text: string): boolean {
  return text.length <= LONGEST_MATCHED && compiled(pattern).test(text)
}
