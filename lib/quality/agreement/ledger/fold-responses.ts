/** Responses and the patterns that their units were rated in. Pure. */

/** Annotators' numbers in ascending order, and the indexes of the categories that they gave. */
export interface Pattern {
  raters: number[]
  codes: number[]
}

export interface CountedPattern extends Pattern {
  units: number
}

/** The responses of a measure: bootstrap intervals draw them whole. */
export interface Clusters {
  patterns: Pattern[]
  /** The different responses: how many units of each have which pattern, as pairs with patterns in ascending order. */
  types: (readonly [pattern: number, units: number])[][]
  /** The type of every response, in the order of items: indexes of `types`. */
  typeOf: number[]
}

/** Responses given as the patterns of their units, folded. */
export function foldClusters(responses: readonly (readonly Pattern[])[]): Clusters {
  const words = responses.map((units) => units.map(({ raters, codes }) => `${raters}:${codes}`).join(' '))
  return foldWords(words)
}

/** The same of responses as `rated_responses` has them: a word for each unit, "1,2:0,1". */
export function foldWords(responses: readonly string[]): Clusters {
  const patterns: Pattern[] = []
  const types: Clusters['types'] = []
  const patternOf = new Map<string, number>()
  const typeOfText = new Map<string, number>()
  const typeOfKey = new Map<string, number>()
  const patternAt = (word: string) => indexIn(patternOf, word, () => patterns.push(patternFrom(word)))
  const typeOf = responses.map((text) => {
    const known = typeOfText.get(text)
    if (known !== undefined) return known
    const amounts = new Map<number, number>()
    for (const word of text === '' ? [] : text.split(' ')) {
      const pattern = patternAt(word)
      amounts.set(pattern, (amounts.get(pattern) ?? 0) + 1)
    }
    const type = [...amounts].sort(([a], [b]) => a - b)
    const index = indexIn(typeOfKey, type.join(';'), () => types.push(type))
    typeOfText.set(text, index)
    return index
  })
  return { patterns, types, typeOf }
}

function patternFrom(word: string): Pattern {
  const [raters = '', codes = ''] = word.split(':')
  return { raters: raters.split(',').map(Number), codes: codes.split(',').map(Number) }
}

/** Patterns written as words, with their numbers of units, in the order of raters and codes. */
export function fromWords(counted: readonly { pattern: string; units: number }[]): CountedPattern[] {
  return counted.map(({ pattern, units }) => ({ ...patternFrom(pattern), units })).sort(byRaters)
}

/** How many units of all responses have each pattern. */
export function countPatterns({ patterns, types, typeOf }: Clusters): CountedPattern[] {
  const responses = new Float64Array(types.length)
  for (const type of typeOf) responses[type] = (responses[type] ?? 0) + 1
  const units = new Float64Array(patterns.length)
  types.forEach((type, index) => {
    for (const [pattern, count] of type) units[pattern] = (units[pattern] ?? 0) + count * (responses[index] ?? 0)
  })
  return patterns.map((pattern, index) => ({ ...pattern, units: units[index] ?? 0 })).sort(byRaters)
}

const byRaters = (a: Pattern, b: Pattern) => inOrder(a.raters, b.raters) || inOrder(a.codes, b.codes)

/** As the database orders arrays. */
function inOrder(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.min(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The index of a key; `add` is called for a new one and returns how many there are then. */
function indexIn(known: Map<string, number>, key: string, add: () => number): number {
  const index = known.get(key)
  if (index !== undefined) return index
  const fresh = add() - 1
  known.set(key, fresh)
  return fresh
}
