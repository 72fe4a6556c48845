/**
 * Ratings as figures are made of them, whether a project's ledger or a file gave them: who rated each unit and how, units rated alike
 * counted together, responses folded by what they hold, and the tables of counts that resamples are added up in. Pure.
 */
import type { Measure } from '@/lib/protocols/protocol'
import type { Drawable } from '@/lib/stats/bootstrap'
import type { Draws } from '@/lib/stats/draws'
import { foldRows, sumByRow } from '@/lib/stats/fold-rows'
import { type Label, type RatingTable, UNRATED, withTimes } from '@/lib/stats/ratings'

/** The scale of a measure: what of it decides which figures there are. */
export interface MeasureScale extends Pick<Measure, 'level' | 'distances'> {
  readonly categories: readonly { readonly value: string; readonly text: string }[]
}

/** A scale alone, which can be sent to another process: a measure holds functions as well. */
export const scaleOf = ({ level, categories, distances }: MeasureScale): MeasureScale => ({
  level,
  distances,
  categories: categories.map(({ value, text }) => ({ value, text })),
})

/** Who rated a unit, and how: numbers of raters, ascending, and indexes of categories beside them. */
export interface Rated {
  readonly raters: readonly number[]
  readonly codes: readonly number[]
}

/** So many units were rated by these people in this way. */
export interface Pattern extends Rated {
  readonly units: number
}

/** How many of a response's units are of which kind. */
export type ClusterType = readonly (readonly [kind: number, units: number])[]

/** Responses that are alike share a type. `typeOf` has one entry for each response, in the order in which they are drawn. */
export interface TypedResponses {
  readonly types: readonly ClusterType[]
  readonly typeOf: ArrayLike<number>
}

/** Responses whose units are told apart by how they were rated: the kinds are indexes of patterns. */
export interface Clusters extends TypedResponses {
  readonly typeOf: readonly number[]
  readonly patterns: readonly Rated[]
}

/** A unit with the response that it belongs to. */
export interface RatedUnit extends Rated {
  readonly response: string
}

/** Units as a file lists them, folded; responses stand in the order of their first units. */
export function foldUnits(units: readonly RatedUnit[]): Clusters {
  const patterns: Rated[] = []
  const types: ClusterType[] = []
  const patternOf = new Map<string, number>()
  const typeOfKey = new Map<string, number>()
  const responses = new Map<string, Map<number, number>>()
  for (const { response, raters, codes } of units) {
    const pattern = indexIn(patternOf, `${raters}:${codes}`, () => patterns.push({ raters, codes }))
    const amounts = responses.get(response) ?? new Map<number, number>()
    responses.set(response, amounts.set(pattern, (amounts.get(pattern) ?? 0) + 1))
  }
  const typeOf = [...responses.values()].map((amounts) => {
    const type = [...amounts].sort(([a], [b]) => a - b)
    return indexIn(typeOfKey, type.join(';'), () => types.push(type))
  })
  return { patterns, types, typeOf }
}

/** Responses given as the patterns of their units, folded. */
export function foldClusters(responses: readonly (readonly Rated[])[]): Clusters {
  const words = responses.map((units) => units.map(({ raters, codes }) => `${raters}:${codes}`).join(' '))
  return foldWords(words)
}

/** The same of responses as `rated_responses` has them: a word for each unit, "1,2:0,1". */
export function foldWords(responses: readonly string[]): Clusters {
  const patterns: Rated[] = []
  const types: ClusterType[] = []
  const patternOf = new Map<string, number>()
  const typeOfText = new Map<string, number>()
  const typeOfKey = new Map<string, number>()
  const patternAt = (word: string) => indexIn(patternOf, word, () => patterns.push(patternFrom(word)))
  const typeOf = responses.map((text) => {
    const existingIndex = typeOfText.get(text)
    if (existingIndex !== undefined) return existingIndex
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

function patternFrom(word: string): Rated {
  const [raters = '', codes = ''] = word.split(':')
  return { raters: raters.split(',').map(Number), codes: codes.split(',').map(Number) }
}

/** Patterns written as words, with their numbers of units, in the order of raters and codes. */
export function fromWords(counted: readonly { pattern: string; units: number }[]): Pattern[] {
  return counted.map(({ pattern, units }) => ({ ...patternFrom(pattern), units })).sort(byRaters)
}

/** How many units of all responses have each pattern, in the order of raters and codes. */
export const countPatterns = (clusters: Clusters): Pattern[] => patternsOf(clusters).sort(byRaters)

/** The same in the order in which the patterns stand. */
export function patternsOf(clusters: Clusters): Pattern[] {
  const units = unitsOfKinds(clusters, clusters.patterns.length)
  return clusters.patterns.map((rated, index) => ({ ...rated, units: units[index] ?? 0 }))
}

const byRaters = (a: Rated, b: Rated) => inOrder(a.raters, b.raters) || inOrder(a.codes, b.codes)

/** As the database orders arrays. */
function inOrder(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.min(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The index of a key; `add` is called for a new one and returns how many there are then. */
function indexIn(indexByKey: Map<string, number>, key: string, add: () => number): number {
  const index = indexByKey.get(key)
  if (index !== undefined) return index
  const fresh = add() - 1
  indexByKey.set(key, fresh)
  return fresh
}

/**
 * The draws by which responses are resampled: each unit adds one at all `placesOf` its kind. Responses that add nothing
 * are no responses of this figure and are not drawn.
 */
export function drawsOfClusters({ types, typeOf }: TypedResponses, placesOf: readonly ArrayLike<number>[]): Draws {
  const starts = [0]
  const rows: number[] = []
  const amounts: number[] = []
  const keyOf = new Map<string, number>()
  const typeIndexes = types.map((type) => {
    const added = amountsOf(type, placesOf)
    if (added.length === 0) return -1
    const key = added.join(';')
    const existingIndex = keyOf.get(key)
    if (existingIndex !== undefined) return existingIndex
    for (const [row, amount] of added) {
      rows.push(row)
      amounts.push(amount)
    }
    starts.push(rows.length)
    keyOf.set(key, keyOf.size)
    return keyOf.size - 1
  })
  return {
    typeOf: Int32Array.from(typeOf, (type) => typeIndexes[type] ?? -1).filter((type) => type >= 0),
    starts: Int32Array.from(starts),
    rows: Int32Array.from(rows),
    amounts: Float64Array.from(amounts),
  }
}

function amountsOf(type: ClusterType, placesOf: readonly ArrayLike<number>[]): [number, number][] {
  const amounts = new Map<number, number>()
  for (const [kind, units] of type)
    for (const place of Array.from(placesOf[kind] ?? [])) amounts.set(place, (amounts.get(place) ?? 0) + units)
  return [...amounts].sort(([a], [b]) => a - b)
}

/** How many units of each kind there are in all responses together. */
export function unitsOfKinds({ types, typeOf }: TypedResponses, kinds: number): Float64Array {
  const responses = responsesOfTypes({ types, typeOf })
  const units = new Float64Array(kinds)
  types.forEach((type, index) => {
    for (const [kind, count] of type) units[kind] = (units[kind] ?? 0) + count * (responses[index] ?? 0)
  })
  return units
}

/** Responses with a unit that two or more rated. */
export function responsesWithTwo({ patterns, types, typeOf }: Clusters): number {
  const hasTwo = types.map((type) => type.some(([kind]) => (patterns[kind]?.codes.length ?? 0) > 1))
  return typeOf.reduce((sum, type) => sum + Number(hasTwo[type] ?? false), 0)
}

function responsesOfTypes({ types, typeOf }: TypedResponses): Float64Array {
  const responses = new Float64Array(types.length)
  for (let index = 0; index < typeOf.length; index++) {
    const type = typeOf[index] ?? 0
    responses[type] = (responses[type] ?? 0) + 1
  }
  return responses
}

/** Rows of a table and, for every pattern, the row that its units are counted in. */
export interface PatternTable {
  readonly table: RatingTable
  readonly rowOf: Int32Array
}

/** The universe of a measure; numbers, where its distances are differences. */
export const labelsOf = ({ level, categories }: Pick<MeasureScale, 'level' | 'categories'>): Label[] =>
  categories.map(({ value }) => (level === 'interval' ? Number(value) : value))

/** All rated units, whoever rated them, those rated once too: as wide as the most ratings of one unit. */
export function anyRaters(measure: MeasureScale, patterns: readonly Pattern[]): PatternTable {
  const categories = labelsOf(measure)
  const raters = patterns.reduce((most, { codes }) => Math.max(most, codes.length), 0)
  const rows = patterns.map(({ codes }) =>
    [...codes, ...Array<number>(raters - codes.length).fill(UNRATED)].sort((a, b) => a - b),
  )
  const folded = foldRows(Int32Array.from(rows.flat()), raters, categories.length, patterns.length)
  const units = Float64Array.from(patterns, (pattern) => pattern.units)
  const times = sumByRow(units, folded.rowOf, folded.rows)
  return { table: { categories, declared: true, raters, codes: folded.codes, times }, rowOf: folded.rowOf }
}

/** Confusions of every two raters, as one list of counts. Pair p has `q * q` cells from `p * q * q` on: rows are the first rater's categories. */
export interface PairCells {
  readonly q: number
  /** Numbers of annotators, the lower first; in ascending order. */
  readonly pairs: readonly (readonly [number, number])[]
  /** For every pattern, the cells that each of its units adds one to. */
  readonly cellsOf: readonly Int32Array[]
}

/** The pairs of annotators with common units. */
export function pairCells(q: number, patterns: readonly Rated[]): PairCells {
  const found = new Map<string, [number, number]>()
  const met = patterns.map((pattern) => pairsIn(pattern))
  for (const pairs of met) for (const { key, first, second } of pairs) found.set(key, [first, second])
  const pairs = [...found].sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1])
  const indexOf = new Map(pairs.map(([key], index) => [key, index]))
  const cellsOf = met.map((each) =>
    Int32Array.from(each, ({ key, row, column }) => (indexOf.get(key) ?? 0) * q * q + row * q + column),
  )
  return { q, pairs: pairs.map(([, pair]) => pair), cellsOf }
}

function pairsIn({ raters, codes }: Rated) {
  return raters.flatMap((first, i) =>
    raters.slice(i + 1).map((second, offset) => ({
      key: `${first}-${second}`,
      first,
      second,
      row: codes[i] ?? 0,
      column: codes[i + 1 + offset] ?? 0,
    })),
  )
}

/** The counts of all cells where every pattern stands for so many units. */
export function fillPairCells({ q, pairs, cellsOf }: PairCells, units: ArrayLike<number>, into?: Float64Array) {
  const counts = into ?? new Float64Array(pairs.length * q * q)
  counts.fill(0)
  for (let pattern = 0; pattern < cellsOf.length; pattern++) {
    const times = units[pattern] ?? 0
    if (times === 0) continue
    for (const cell of cellsOf[pattern] ?? []) counts[cell] = (counts[cell] ?? 0) + times
  }
  return counts
}

/** What two raters gave the units that both rated. */
export interface PairCounts {
  first: string
  second: string
  /** Rows: the first rater's category; columns: the second's. */
  confusion: number[][]
  /** Responses with a unit that both rated. */
  responses: number
}

/** In which cell of the confusion of two raters a unit of each pattern counts; -1 where not both rated it. */
export const cellsOfPair = (
  q: number,
  patterns: readonly Rated[],
  [first, second]: readonly [number, number],
): number[] =>
  patterns.map(({ raters, codes }) => {
    const [row, column] = [codes[raters.indexOf(first)], codes[raters.indexOf(second)]]
    return row === undefined || column === undefined ? -1 : row * q + column
  })

/** A confusion as the patterns of two raters. */
export const patternsOfPair = (confusion: readonly (readonly number[])[]): Pattern[] =>
  confusion.flatMap((row, i) =>
    row.flatMap((units, j) => (units === 0 ? [] : [{ raters: [0, 1], codes: [i, j], units }])),
  )

/** A pair by the numbers in the patterns. */
export interface NumberedPair extends Omit<PairCounts, 'first' | 'second'> {
  numbers: readonly [number, number]
  /** For every pattern, the cell in which its units count; -1 for none. */
  cellOf: readonly number[]
}

/** The pairs that `wanted` says yes to, in the order of their numbers. */
export function countPairs(
  q: number,
  clusters: Clusters,
  wanted: (first: number, second: number) => boolean,
): NumberedPair[] {
  const { patterns } = clusters
  const units = unitsOfKinds(clusters, patterns.length)
  const ofTypes = responsesOfTypes(clusters)
  return listPairs(clusters, wanted).map((numbers) => {
    const cellOf = cellsOfPair(q, patterns, numbers)
    const confusion = Array.from({ length: q }, () => Array<number>(q).fill(0))
    cellOf.forEach((cell, pattern) => {
      const row = cell < 0 ? undefined : confusion[Math.floor(cell / q)]
      if (row) row[cell % q] = (row[cell % q] ?? 0) + (units[pattern] ?? 0)
    })
    const responses = clusters.types.reduce(
      (sum, type, index) => sum + (type.some(([kind]) => (cellOf[kind] ?? -1) >= 0) ? (ofTypes[index] ?? 0) : 0),
      0,
    )
    return { numbers, cellOf, confusion, responses }
  })
}

function listPairs({ patterns }: Clusters, wanted: (first: number, second: number) => boolean): [number, number][] {
  const found = new Map<string, [number, number]>()
  for (const { raters } of patterns)
    raters.forEach((first, index) => {
      for (const second of raters.slice(index + 1))
        if (wanted(first, second)) found.set(`${first} ${second}`, [first, second])
    })
  return [...found.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

/**
 * What statistics are computed of: ratings whoever gave them, the confusions of every two raters, and the ratings with a column for
 * each rater. The last two are there where they are asked for.
 */
export interface Sample {
  readonly any: RatingTable
  readonly pairs: Pick<PairCells, 'q' | 'pairs'>
  readonly pairCounts: Float64Array
  readonly byRater: RatingTable
}

/** What of a sample statistics need beside the ratings whoever gave them. */
export interface SampleParts {
  readonly pairs: boolean
  readonly raters: boolean
}

/** Counts laid out so that resamples can be added up in them: rows of `any`, then the cells of pairs, then rows of `byRater`. */
export interface MeasureSample {
  readonly drawable: Drawable<Sample>
  /** For every pattern, where each of its units adds one. */
  readonly placesOf: readonly Int32Array[]
  /** The same, but nowhere for units rated once: they enter only statistics of all rated units (`isOfAllRated`). */
  readonly pairablePlacesOf: readonly Int32Array[]
}

export function sampleOf(
  scale: MeasureScale,
  patterns: readonly Pattern[],
  parts: SampleParts = { pairs: true, raters: false },
): MeasureSample {
  const { table, rowOf } = anyRaters(scale, patterns)
  const cells = pairCells(scale.categories.length, parts.pairs ? patterns : [])
  const units = patterns.map((pattern) => pattern.units)
  const byRater = tableByRater(scale, parts.raters ? patterns : [])
  const whole = { any: table, pairs: cells, pairCounts: fillPairCells(cells, units), byRater }
  const rows = table.times.length
  const end = rows + whole.pairCounts.length
  const times = new Float64Array(end + byRater.times.length)
  const drawn = {
    any: withTimes(table, times.subarray(0, rows)),
    pairs: cells,
    pairCounts: times.subarray(rows, end),
    byRater: withTimes(byRater, times.subarray(end)),
  }
  const placesOf = patterns.map((_, pattern) => {
    const row = rowOf[pattern] ?? -1
    if (row < 0) return new Int32Array(0)
    const ofPairs = (cells.cellsOf[pattern] ?? []).map((cell) => rows + cell)
    return Int32Array.of(row, ...ofPairs, ...(parts.raters ? [end + pattern] : []))
  })
  const pairablePlacesOf = placesOf.map((places, pattern) =>
    (patterns[pattern]?.codes.length ?? 0) > 1 ? places : new Int32Array(0),
  )
  return { drawable: { whole, drawn, times }, placesOf, pairablePlacesOf }
}

/** A row for each pattern, a column for each rater, in the order of their numbers. */
export function tableByRater(scale: MeasureScale, patterns: readonly Pattern[]): RatingTable {
  const raters = [...new Set(patterns.flatMap((pattern) => pattern.raters))].sort((a, b) => a - b)
  const columnOf = new Map(raters.map((rater, column) => [rater, column]))
  const codes = new Int32Array(patterns.length * raters.length).fill(UNRATED)
  patterns.forEach((pattern, row) => {
    pattern.raters.forEach((rater, place) => {
      codes[row * raters.length + (columnOf.get(rater) ?? 0)] = pattern.codes[place] ?? UNRATED
    })
  })
  const times = Float64Array.from(patterns, ({ units }) => units)
  return { categories: labelsOf(scale), declared: true, raters: raters.length, codes, times }
}
