/**
 * Computes every figure of an Assay receipt again, from the ratings in it, and compares all digits:
 *
 *   node recompute.mjs receipt.json          prints each figure as it stands in the receipt and as computed here
 *   node recompute.mjs receipt.json --json   prints what was computed as JSON instead
 *
 * Ends with 1 when anything differs by more than 1e-9, else with 0. A plain program for Node 18 or later that needs
 * nothing else; it shares no code with the product. A receipt downloaded as a script has its data above this line.
 */
import { readFileSync } from 'node:fs'

const args = process.argv.slice(2)
const receipt = globalThis.receipt ?? JSON.parse(readFileSync(args.find((arg) => !arg.startsWith('--')) ?? 0, 'utf8'))
const { options, selection, columns, rows } = receipt
const categories = (receipt.categories ?? []).map(({ value }) => value)
const Q = categories.length
const column = (name) => columns.indexOf(name)
const compared = receipt.kind === 'comparison'
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0)
const isNumber = (value) => typeof value === 'number'

// ------------------------------------------------------------------ which rows enter the figures, or why not
const annotators = receipt.raters.filter(({ kind }) => kind === 'annotator').map(({ key }) => key)
const wanted = selection.pair ?? annotators
const codesOf = (row, keys) => keys.map((key) => categories.indexOf(row[column(key)] ?? null))
const given = (codes) => codes.filter((code) => code >= 0).length

function useOf(row) {
  if (row[column('unit')] === null) return row[column('use')]
  if (selection.by !== null && row[column(selection.by)] !== selection.slice) return 'not in slice'
  if (compared) return 'used'
  const ratings = given(codesOf(row, wanted))
  if (selection.pair) return ratings === 2 ? 'used' : 'not rated by both'
  return ratings > 1 ? 'used' : 'single rating'
}
const misplaced = rows.filter((row) => useOf(row) !== row[column('use')]).length
const entering = rows.filter((row) => row[column('use')] === 'used')
const counted = rows.filter((row) => ['used', 'single rating'].includes(row[column('use')]))

// ------------------------------------------------------------------ units rated alike are one pattern, responses are clusters
function sampleOf(units) {
  const indexes = new Map()
  const patterns = []
  const clusters = new Map()
  for (const row of units) {
    const codes = codesOf(row, wanted)
    const key = codes.join()
    if (!indexes.has(key)) {
      indexes.set(key, patterns.length)
      const counts = categories.map((_, k) => codes.filter((code) => code === k).length)
      const size = given(codes)
      const agreeing = size > 1 ? total(counts.map((n) => n * (n - 1))) / (size * (size - 1)) : 0
      patterns.push({ codes, counts, size, agreeing })
    }
    const item = row[column('item')]
    clusters.set(item, [...(clusters.get(item) ?? []), indexes.get(key)])
  }
  return { patterns, clusters: inOrder(clusters) }
}

/** The responses in the order of their items, as they are numbered when one is drawn. */
const inOrder = (clusters) => [...clusters].sort(([a], [b]) => a - b).map(([, content]) => content)

// ------------------------------------------------------------------ coefficients: a number, or the reason there is none
/** The sum of a function of each pattern over all units. */
const over = ({ patterns, times }, of) => times.reduce((sum, n, i) => (n === 0 ? sum : sum + n * of(patterns[i])), 0)
/** Units with two ratings or more: all of them, but for AC1. */
const size = (x) => over(x, (p) => +(p.size > 1))
const percent = (x) => (size(x) === 0 ? 'no-pairable-units' : over(x, (p) => p.agreeing) / size(x))
const unanimous = (x) => (size(x) === 0 ? 'no-pairable-units' : over(x, (p) => +p.counts.includes(p.size)) / size(x))

/** Krippendorff 2011: 1 - Do/De, for any distance of two categories. */
function alpha(x, distances) {
  if (size(x) === 0) return 'no-pairable-units'
  const n = categories.map((_, k) => over(x, (p) => p.counts[k]))
  const d = distances(n)
  const from = (c, counts) => counts.reduce((sum, count, k) => (count === 0 ? sum : sum + count * d(c, k)), 0)
  const apart = (counts) => counts.reduce((sum, count, c) => (count === 0 ? sum : sum + count * from(c, counts)), 0)
  const expected = apart(n) / (total(n) - 1)
  if (n.filter((count) => count > 0).length < 2 || expected === 0) return 'no-variation'
  return 1 - over(x, (p) => apart(p.counts) / (p.size - 1)) / expected
}
const LEVELS = {
  nominal: () => (c, k) => +(c !== k),
  interval: () => (c, k) => (Number(categories[c]) - Number(categories[k])) ** 2,
  ordinal: (n) => {
    const rank = n.map((count, k) => total(n.slice(0, k)) + count / 2)
    return (c, k) => (rank[c] - rank[k]) ** 2
  },
}

/** Gwet 2014: (pa - pe) / (1 - pe), pe from the mean shares of the categories over all units, those rated once too. */
function corrected(x, chance) {
  const pa = percent(x)
  if (!isNumber(pa)) return pa
  const pe = chance(categories.map((_, k) => over(x, (p) => p.counts[k] / p.size) / total(x.times)))
  return pe >= 1 ? 'no-variation' : (pa - pe) / (1 - pe)
}
const pooled = (x) => corrected(x, (shares) => total(shares.map((share) => share * share)))
const ifTold = (of) => (x) => (Q < 2 ? 'single-category-universe' : of(x))
const ac1 = ifTold((x) => corrected(x, (shares) => total(shares.map((share) => share * (1 - share))) / (Q - 1)))
const brennanPrediger = ifTold((x) => corrected(x, () => 1 / Q))
const sizes = new Set(counted.map((row) => given(codesOf(row, wanted))))
const fleiss = (x) => (sizes.size > 1 ? 'incomplete-data' : pooled(x))

/** Rows: the first rater's category; columns: the second's; a and b are positions among the raters wanted. */
function crossed(x, a = 0, b = 1) {
  const cells = categories.map(() => categories.map(() => 0))
  x.patterns.forEach(({ codes }, i) => {
    if (codes[a] >= 0 && codes[b] >= 0) cells[codes[a]][codes[b]] += x.times[i]
  })
  return cells
}
/** Cohen 1960: chance from each rater's own shares. */
function cohen(x, a = 0, b = 1) {
  const cells = crossed(x, a, b)
  const n = total(cells.flat())
  if (n === 0) return 'no-pairable-units'
  const expected = total(cells.map((row, k) => total(row) * total(cells.map((other) => other[k])))) / n ** 2
  return expected >= 1 ? 'no-variation' : (total(cells.map((row, k) => row[k])) / n - expected) / (1 - expected)
}
/** Cohen 1968: agreement of two categories counts by a weight. */
const WEIGHTS = {
  linear: (i, j) => 1 - Math.abs(i - j) / (Q - 1),
  quadratic: (i, j) => 1 - (i - j) ** 2 / (Q - 1) ** 2,
  distances: (i, j) => 1 - receipt.distances[i][j] / Math.max(...receipt.distances.flat()),
}
const weightedCohen =
  (name) =>
  (x, a = 0, b = 1) => {
    const cells = crossed(x, a, b)
    const n = total(cells.flat())
    if (n === 0) return 'no-pairable-units'
    const [rows, sums] = [cells.map(total), categories.map((_, k) => total(cells.map((row) => row[k])))]
    const weighed = (of) => total(cells.flatMap((row, i) => row.map((_, j) => WEIGHTS[name](i, j) * of(i, j))))
    const expected = weighed((i, j) => rows[i] * sums[j]) / n ** 2
    return expected >= 1 ? 'no-variation' : (weighed((i, j) => cells[i][j]) / n - expected) / (1 - expected)
  }
/** Those who gave a rating, by their positions among the raters wanted. */
const present = wanted.flatMap((key, at) => (counted.some((row) => row[column(key)] !== null) ? [at] : []))
/** Conger 1980: chance is the mean over pairs of raters, each with the own shares, of units that all rated. */
function conger(x) {
  const times = x.times.map((n, i) => (present.every((at) => x.patterns[i].codes[at] >= 0) ? n : 0))
  const complete = { ...x, times }
  const po = percent(complete)
  if (!isNumber(po)) return po
  const chances = present.flatMap((a, i) =>
    present.slice(i + 1).map((b) => {
      const cells = crossed(complete, a, b)
      return total(cells.map((row, k) => total(row) * total(cells.map((other) => other[k])))) / total(cells.flat()) ** 2
    }),
  )
  const pe = total(chances) / chances.length
  return pe >= 1 ? 'no-variation' : (po - pe) / (1 - pe)
}
const numbersOf = ({ codes }) => present.flatMap((at) => (codes[at] < 0 ? [] : [Number(categories[codes[at]])]))
const squares = (values, around) => total(values.map((value) => (value - around) ** 2))
const mean = (values) => total(values) / values.length
const ratioOr = (part, whole) => (Math.abs(whole) > 1e-12 ? part / whole : 'no-variation')
/** ICC(1), Shrout & Fleiss 1979; m0 of unequal numbers of ratings: Donner 1986. */
function icc(x) {
  const of = (f) => over(x, (p) => (p.size > 1 ? f(numbersOf(p)) : 0))
  const [n, all] = [size(x), of((values) => values.length)]
  if (n === 0) return 'no-pairable-units'
  const grand = of(total) / all
  const between = of((values) => values.length * (mean(values) - grand) ** 2) / (n - 1)
  const within = of((values) => squares(values, mean(values))) / (all - n)
  const m0 = (all - of((values) => values.length ** 2) / all) / (n - 1)
  return ratioOr(between - within, between + (m0 - 1) * within)
}
/** ICC(2,1), McGraw & Wong 1996: units that all rated. */
function iccAgreement(x) {
  const k = present.length
  const of = (f) => over(x, (p) => (p.size === k && k > 1 ? f(numbersOf(p)) : 0))
  const n = of(() => 1)
  if (n === 0) return 'no-pairable-units'
  const grand = of(total) / (n * k)
  const rows = k * of((values) => (mean(values) - grand) ** 2)
  const raters =
    n *
    squares(
      present.map((_, at) => of((values) => values[at]) / n),
      grand,
    )
  const error = (of((values) => squares(values, grand)) - rows - raters) / ((n - 1) * (k - 1))
  const [msr, msc] = [rows / (n - 1), raters / (k - 1)]
  return ratioOr(msr - error, msr + (k - 1) * error + (k * (msc - error)) / n)
}
/** Light 1971: the mean over all pairs of raters that have one. */
const meanCohen = (x) => meanOfPairs(x, cohen)
function meanOfPairs(x, of) {
  const found = wanted.flatMap((_, a) => wanted.slice(a + 1).map((__, b) => of(x, a, a + 1 + b)))
  const values = found.filter(isNumber)
  if (values.length > 0) return total(values) / values.length
  return found.includes('no-variation') ? 'no-variation' : 'no-pairable-units'
}
/** Byrt, Bishop & Carlin 1993. */
const index = (of) => (x) =>
  Q !== 2 ? 'not-two-categories' : size(x) === 0 ? 'no-pairable-units' : of(crossed(x)) / size(x)

const FIGURES = {
  units: () => counted.length,
  unitsWithTwo: () => entering.length,
  unanimousUnits: (x) => over(x, (p) => +p.counts.includes(p.size)),
  ratings: () => total(counted.map((row) => given(codesOf(row, wanted)))),
  responses: () => new Set(counted.map((row) => row[column('item')])).size,
  responsesWithTwo: () => new Set(entering.map((row) => row[column('item')])).size,
  raters: () => wanted.filter((key) => counted.some((row) => row[column(key)] !== null)).length,
  categoryCount: (_, of) => total(counted.map((row) => codesOf(row, wanted).filter((code) => code === of).length)),
  categoryShare: (_, of) => FIGURES.categoryCount(_, of) / FIGURES.ratings(),
  // One category against all others.
  categoryAlpha: (x, of) => alpha(x, () => (a, b) => +((a === of) !== (b === of))),
  met: (x, [r, c]) => over(x, ({ counts: n }) => (r === c ? (n[r] * (n[r] - 1)) / 2 : r < c ? n[r] * n[c] : 0)),
  crossed: (x, [r, c]) => crossed(x)[r][c],
  alpha: (x) => alpha(x, LEVELS[receipt.level]),
  alphaWeighted: (x) => alpha(x, () => (c, k) => receipt.distances[c][k]),
  prevalenceIndex: index((cells) => Math.abs(cells[0][0] - cells[1][1])),
  biasIndex: index((cells) => Math.abs(cells[0][1] - cells[1][0])),
  percent,
  unanimous,
  fleiss,
  meanCohen,
  meanCohenLinear: (x) => meanOfPairs(x, weightedCohen('linear')),
  meanCohenQuadratic: (x) => meanOfPairs(x, weightedCohen('quadratic')),
  cohen,
  cohenLinear: (x) => weightedCohen('linear')(x),
  cohenQuadratic: (x) => weightedCohen('quadratic')(x),
  cohenDistances: (x) => weightedCohen('distances')(x),
  conger,
  icc,
  iccAgreement,
  scott: pooled,
  ac1,
  brennanPrediger,
}

// ------------------------------------------------------------------ comparisons of lists and texts: sums, and ratios of them
const linear = (weights, sums) => total(weights.map((weight, i) => weight * sums[i]))
function ratio({ sums }, { over: above, under }) {
  const below = under ? linear(under, sums) : 1
  return below === 0 ? 'empty' : linear(above, sums) / below
}
/** Krippendorff's alpha for unitizing, 2016; where `within` is `given`, that of single characters. */
function alphaOfSums({ sums }, { values, agreeing, given, within }) {
  const l = linear(values, sums)
  if (l === 0) return 'empty'
  const counts = given.map((weights) => linear(weights, sums))
  const own = within.map((weights) => linear(weights, sums))
  const expected = l - total(counts.map((count, k) => count ** 2 - own[k])) / (l - total(own) / l)
  const varies = counts.filter((count) => count > 0).length > 1 && expected > 0
  return varies ? 1 - (l - linear(agreeing, sums)) / expected : 'no-variation'
}
const different = (...names) => new Set(entering.map((row) => names.map((name) => row[column(name)]).join('/'))).size
const units = () => different('item', 'unit')
const COMPARED = { units, pairs: () => entering.length, responses: () => different('item'), ratio, alphaOfSums }
function sumsOf(units) {
  const from = column('second') + 1
  const clusters = new Map()
  for (const row of units) {
    const item = row[column('item')]
    const sums = row.slice(from).map((sum, i) => sum + (clusters.get(item)?.[i] ?? 0))
    clusters.set(item, sums)
  }
  return { clusters: inOrder(clusters) }
}

// ------------------------------------------------------------------ the bootstrap
/** sfc32 filled by splitmix32, its first twelve outputs thrown away; an index is floor(output / 2^32 * size). */
function generator(seed) {
  let state = seed | 0
  const fill = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return mixed ^ (mixed >>> 15)
  }
  let [a, b, c, counter] = [fill(), fill(), fill(), 1]
  const next = () => {
    const result = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    return result >>> 0
  }
  for (let i = 0; i < 12; i++) next()
  return (size) => Math.floor((next() / 2 ** 32) * size)
}
/** Type 7 (Hyndman & Fan 1996). */
function quantile(sorted, p) {
  const at = (sorted.length - 1) * p
  const low = sorted[Math.floor(at)]
  return low + (at - Math.floor(at)) * (sorted[Math.min(Math.floor(at) + 1, sorted.length - 1)] - low)
}

/** The t that Student's variable lies within on both sides with this chance (Abramowitz & Stegun 1964, 26.7.3, 26.7.4). */
function studentWithin(chance, degrees) {
  const within = (angle) => {
    const odd = degrees % 2
    let sum = degrees === 1 ? 0 : odd ? Math.cos(angle) : 1
    for (let k = 2 + odd, term = sum; k < degrees; k += 2) sum += term *= ((k - 1) / k) * Math.cos(angle) ** 2
    return odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum
  }
  let [low, high] = [0, Math.PI / 2]
  for (let step = 0; step < 100; step++) {
    const angle = (low + high) / 2
    if (within(angle) < chance) low = angle
    else high = angle
  }
  return Math.tan(low) * Math.sqrt(degrees)
}
/** On the scale asin(2 (x - a) / (b - a) - 1) of a figure from a to b; on its own where it has no range. */
function arcsineLimits(found, resampled, n, { range, confidence }) {
  const [point, ...values] = [found, ...resampled].map((x) => Math.round(x * 1e12) / 1e12)
  const bounded = range && [point, ...values].every((x) => x >= range[0] && x <= range[1])
  const [a, width] = bounded ? [range[0], range[1] - range[0]] : [0, 1]
  const to = (x) => (bounded ? Math.asin((2 * (x - a)) / width - 1) : x)
  const from = (y) => (bounded ? a + (width * (1 + Math.sin(Math.max(-Math.PI / 2, Math.min(Math.PI / 2, y))))) / 2 : y)
  if (values.every((x) => x === values[0])) return [found, found]
  const scaled = Array.from(values, to)
  const mean = total(scaled) / scaled.length
  const spread = Math.sqrt(total(scaled.map((y) => (y - mean) ** 2)) / (scaled.length - 1))
  const reach = studentWithin(confidence, n - 1) * spread * Math.sqrt(n / (n - 1))
  return [from(to(point) - reach), from(to(point) + reach)]
}
/** By the method that the receipt names. */
function shownLimits(quantiles, { point, sorted, n, range }) {
  const { method, confidence } = options
  return method === 'percentile' ? quantiles : arcsineLimits(point, sorted, n, { range, confidence })
}

const sample = compared ? sumsOf(entering) : sampleOf(entering)
/** AC1 is of all rated units, for which resamples are drawn anew; everything else is of those rated twice. */
const ofAllRated = counted.length === entering.length ? sample : sampleOf(counted)
const sampleFor = ({ formula }) => (formula === 'ac1' ? ofAllRated : sample)
/** All units of these responses, as sums or as numbers of units of each pattern. */
function drawn({ patterns, clusters }) {
  const sums = new Float64Array(compared ? columns.length - column('second') - 1 : patterns.length)
  for (const content of clusters)
    for (let i = 0; i < content.length; i++) sums[compared ? i : content[i]] += compared ? content[i] : 1
  return compared ? { sums } : { patterns, times: sums }
}
const compute = (x, line) => (compared ? COMPARED : FIGURES)[line.formula](x, line.of)
const n = compared ? COMPARED.units() : entering.length
const tooFew = n > 0 && n < options.minUnits
const wholes = new Map([sample, ofAllRated].map((each) => [each, drawn(each)]))
const resampled = new Map(receipt.figures.map((line) => [line, []]))
for (const from of wholes.keys()) {
  const lines = receipt.figures.filter((line) => line.interval && sampleFor(line) === from)
  for (let run = 0, nextIndex = generator(options.seed); lines.length > 0 && run < options.resamples; run++) {
    const x = drawn({ ...from, clusters: from.clusters.map((_, __, all) => all[nextIndex(all.length)]) })
    for (const line of lines) resampled.get(line).push(compute(x, line))
  }
}

// ------------------------------------------------------------------ resamples of annotators and responses at once
const numberOf = (key) => Number(key.slice(1))
const rating = annotators
  .filter((key) => entering.some((row) => row[column(key)] !== null))
  .sort((a, b) => numberOf(a) - numberOf(b))
/** Percent agreement and alpha where the ratings of each annotator count so often; one annotator is never compared with a copy. */
function weighed(x, times) {
  const weights = wanted.map((key) => times[rating.indexOf(key)] ?? 0)
  const of = x.patterns.map(({ codes }) => {
    const sums = categories.map((_, k) => total(codes.map((code, i) => (code === k ? weights[i] : 0))))
    const own = total(codes.map((code, i) => (code < 0 ? 0 : weights[i] ** 2)))
    return { sums, own, mass: total(sums), pairs: total(sums) ** 2 - own }
  })
  const mean = (value) => total(of.map((unit, i) => (unit.pairs > 0 ? x.times[i] * value(unit) : 0)))
  const units = mean(() => 1)
  if (units === 0) return { percent: 'no-pairable-units', alpha: 'no-pairable-units' }
  const percent = mean(({ sums, own, pairs }) => (total(sums.map((sum) => sum ** 2)) - own) / pairs) / units
  const counts = categories.map((_, k) => mean(({ sums }) => sums[k]))
  const d = LEVELS[receipt.level](counts)
  const apart = (sums) =>
    total(sums.map((a, c) => (a === 0 ? 0 : total(sums.map((b, k) => (b === 0 ? 0 : a * b * d(c, k)))))))
  const [all, expected] = [total(counts), apart(counts)]
  if (expected === 0) return { percent, alpha: 'no-variation' }
  const observed = mean(({ sums, mass, pairs }) => (mass * apart(sums)) / pairs) / all
  return { percent, alpha: 1 - (observed * all * (all - 1)) / expected }
}
const crossing = receipt.figures.filter(({ interval }) => interval?.withAnnotators)
const withOthers = new Map(crossing.map((line) => [line, []]))
for (let run = 0, nextIndex = generator(options.seed); crossing.length > 0 && run < options.resamples; run++) {
  const times = rating.map(() => 0)
  for (const _ of rating) times[nextIndex(rating.length)] += 1
  const x = drawn({ ...sample, clusters: sample.clusters.map((_, __, all) => all[nextIndex(all.length)]) })
  const found = weighed(x, times)
  for (const line of crossing) withOthers.get(line).push(found[line.formula])
}
function crossedLimits(line, point) {
  const { low, high, percentile, undefinedResamples, annotators: drawnOf } = line.interval.withAnnotators
  const [sorted, tail] = [Float64Array.from(withOthers.get(line).filter(isNumber)).sort(), (1 - options.confidence) / 2]
  const quantiles = [quantile(sorted, tail), quantile(sorted, 1 - tail)]
  const n = Math.min(rating.length, sample.clusters.length)
  const own = shownLimits(quantiles, { point, sorted, n, range: line.interval.range })
  return [
    [`${line.key}, low with annotators`, low, own[0]],
    [`${line.key}, high with annotators`, high, own[1]],
    [`${line.key}, percentile low with annotators`, percentile.low, quantiles[0]],
    [`${line.key}, percentile high with annotators`, percentile.high, quantiles[1]],
    [`${line.key}, undefined resamples with annotators`, undefinedResamples, options.resamples - sorted.length],
    [`${line.key}, annotators drawn`, drawnOf, rating.length],
  ]
}

// ------------------------------------------------------------------ the class probabilities of Dawid & Skene 1979
/** From the shares of each unit's ratings, after so many rounds; `change`: the largest change of a probability in the last. */
function dawidSkene({ patterns, times }, rounds) {
  const ways = patterns.map(({ codes, counts, size }, i) => ({
    codes,
    n: times[i],
    start: counts.map((n) => n / size),
  }))
  const shares = (amounts) => amounts.map((amount) => amount / total(amounts))
  const mass = (of) => total(ways.map((way, i) => way.n * of(way, i)))
  let [classes, change] = [ways.map(({ start }) => start), 0]
  for (let round = 0; round < rounds; round++) {
    const prevalence = shares(categories.map((_, truth) => mass((__, i) => classes[i][truth])))
    const labelled = (column, truth, label) => mass(({ codes }, i) => (codes[column] === label ? classes[i][truth] : 0))
    const errors = wanted.map((_, column) =>
      categories.map((__, truth) => shares(categories.map((___, label) => labelled(column, truth, label)))),
    )
    const next = ways.map(({ codes }) => {
      const log = (truth) =>
        total(codes.map((code, column) => (code < 0 ? 0 : Math.log(errors[column][truth][code] || 0))))
      const logs = categories.map((_, truth) => Math.log(prevalence[truth]) + log(truth))
      return shares(logs.map((each) => Math.exp(each - Math.max(...logs))))
    })
    // One after the other: a call takes only so many arguments.
    change = 0
    for (const [i, own] of next.entries())
      for (const [k, each] of own.entries()) change = Math.max(change, Math.abs(each - classes[i][k]))
    classes = next
  }
  return { classes, change }
}
/** What a model says of each way of rating, beside the class probabilities found here. */
function comparedClasses(model, { converged, units }, { classes, change }) {
  const whole = wholes.get(ofAllRated)
  const places = new Map(whole.patterns.map(({ codes }, i) => [codes.join(), i]))
  const compared = units.flatMap(({ ratings, units: n, probabilities }) => {
    const place = places.get(wanted.map((key) => categories.indexOf(ratings[key] ?? null)).join())
    const name = `${model}, ${Object.entries(ratings)
      .map((each) => each.join(' '))
      .join(', ')}`
    const own = probabilities.map((each, k) => [
      `${name}: ${categories[k]}`,
      each,
      classes[place]?.[k] ?? 'not rated so',
    ])
    return [[`${name}: units`, n, whole.times[place] ?? 0], ...own]
  })
  return [
    ...compared,
    [`${model}, ways of rating`, units.length, whole.patterns.length],
    [`${model}, converged`, converged ? 'yes' : 'no', change <= 1e-8 ? 'yes' : 'no'],
  ]
}
const comparedDawidSkene = (lines) =>
  comparedClasses('Dawid-Skene', lines, dawidSkene(wholes.get(ofAllRated), lines.iterations))

// ------------------------------------------------------------------ MACE (Hovy et al. 2013), by variational Bayes
/** Abramowitz & Stegun 1964, 6.3.5 and 6.3.18. */
function digamma(x) {
  if (x < 10) return digamma(x + 1) - 1 / x
  const terms = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760]
  return Math.log(x) - 1 / (2 * x) - total(terms.map((term, i) => term / x ** (2 * i + 2)))
}
/** Those who know or guess, from weights of one half and even habits, after so many rounds. */
function mace({ patterns, times }, rounds) {
  const all = wanted.map((_, column) => column)
  const weight = (count, of, kinds, prior) => Math.exp(digamma(count + prior) - digamma(of + kinds * prior))
  const expected = ({ knowing, guessing, habits }) => {
    const known = all.map(() => 0)
    const guessed = all.map(() => categories.map(() => 0))
    const classes = patterns.map(({ codes }, i) => {
      const given = all.filter((column) => codes[column] >= 0)
      const guess = (column) => guessing[column] * habits[column][codes[column]]
      const logs = categories.map((_, k) =>
        total(given.map((column) => Math.log(guess(column) + (codes[column] === k ? knowing[column] : 0)))),
      )
      const sizes = logs.map((log) => Math.exp(log - Math.max(...logs)))
      const own = sizes.map((size) => size / total(sizes))
      for (const column of given) {
        const right = (own[codes[column]] * knowing[column]) / (knowing[column] + guess(column))
        known[column] += times[i] * right
        guessed[column][codes[column]] += times[i] * (1 - right)
      }
      return own
    })
    return { classes, known, guessed }
  }
  let now = expected({
    knowing: all.map(() => 1 / 2),
    guessing: all.map(() => 1 / 2),
    habits: all.map(() => categories.map(() => 1 / Q)),
  })
  let change = 0
  for (let round = 0; round < rounds; round++) {
    const { known, guessed } = now
    const guesses = guessed.map(total)
    const rated = all.map((column) => known[column] + guesses[column])
    const next = expected({
      knowing: all.map((column) => weight(known[column], rated[column], 2, 1 / 2)),
      guessing: all.map((column) => weight(guesses[column], rated[column], 2, 1 / 2)),
      habits: all.map((column) => guessed[column].map((count) => weight(count, guesses[column], Q, 10))),
    })
    change = 0
    for (const [i, own] of next.classes.entries())
      for (const [k, each] of own.entries()) change = Math.max(change, Math.abs(each - now.classes[i][k]))
    now = next
  }
  const competence = all.map(
    (column) => (now.known[column] + 1 / 2) / (now.known[column] + total(now.guessed[column]) + 1),
  )
  const raters = all.filter((column) => now.known[column] + total(now.guessed[column]) > 0).length
  return { classes: now.classes, change, competence, raters }
}
function comparedMace(lines) {
  const here = mace(wholes.get(ofAllRated), lines.iterations)
  const competence = lines.competence.map(({ rater, value }) => [
    `MACE, competence of ${rater}`,
    value,
    here.competence[wanted.indexOf(rater)] ?? 'no such annotator',
  ])
  const raters = ['MACE, annotators', lines.competence.length, here.raters]
  return [...comparedClasses('MACE', lines, here), raters, ...competence]
}

// ------------------------------------------------------------------ the ceiling: an annotator beside most of the others
/** How often each two values met, of the ratings of one annotator or of all (null), by responses in the order of items. */
function besideOthers(rater) {
  const clusters = new Map()
  for (const row of entering) {
    const codes = codesOf(row, wanted)
    codes.forEach((code, at) => {
      if (code < 0 || (rater !== null && wanted[at] !== rater)) return
      const others = codes.filter((each, i) => i !== at && each >= 0)
      const most = others.find((each) => 2 * others.filter((other) => other === each).length > others.length)
      if (most === undefined) return
      const item = row[column('item')]
      const cells = clusters.get(item) ?? new Array(Q * Q).fill(0)
      cells[code * Q + most]++
      clusters.set(item, cells)
    })
  }
  return inOrder(clusters).map((cells) => [...cells.entries()].filter(([, count]) => count > 0))
}
function summed(clusters) {
  const sums = new Array(Q * Q).fill(0)
  for (const cells of clusters) for (const [cell, count] of cells) sums[cell] += count
  return sums
}
/** As the figures of two, whose table of values is known. */
const OF_CELLS = {
  percent: (cells) => total(categories.map((_, k) => cells[k * (Q + 1)])) / total(cells),
  cohen: (cells) => {
    const n = total(cells)
    const [own, others] = [(k, l) => cells[k * Q + l], (k, l) => cells[l * Q + k]]
    const margin = (of, k) => total(categories.map((_, l) => of(k, l)))
    const expected = total(categories.map((_, k) => margin(own, k) * margin(others, k))) / n ** 2
    return expected >= 1 ? 'no-variation' : (OF_CELLS.percent(cells) - expected) / (1 - expected)
  },
}
function comparedCeiling({ rater, units, alike, responses, figures }) {
  const name = `Ceiling, ${rater ?? 'all annotators'}`
  const clusters = besideOthers(rater)
  const whole = summed(clusters)
  const compared = total(whole)
  const found = new Map(figures.map((line) => [line, []]))
  const nextIndex = generator(options.seed)
  for (let run = 0; figures.some(({ interval }) => interval) && run < options.resamples; run++) {
    const cells = summed(clusters.map((_, __, all) => all[nextIndex(all.length)]))
    for (const line of figures) found.get(line).push(OF_CELLS[line.formula](cells))
  }
  return [
    [`${name}, units`, units, compared],
    [`${name}, alike`, alike, total(categories.map((_, k) => whole[k * (Q + 1)]))],
    [`${name}, responses`, responses, clusters.length],
    ...figures.flatMap((line) => {
      const point = compared < options.minUnits ? 'too-few-units' : OF_CELLS[line.formula](whole)
      const key = `${name}, ${line.key}`
      return [
        [key, line.value ?? line.reason, point],
        ...limitLines(key, line.interval, { point, values: found.get(line), n: clusters.length }),
      ]
    }),
  ]
}

// ------------------------------------------------------------------ beside the receipt
/** The limits of a figure as they stand in the receipt, beside those of these resamples of n responses. */
function limitLines(key, interval, { point, values, n }) {
  if (!interval) return []
  const { low, high, percentile, range, undefinedResamples, drawn: responses } = interval
  const [sorted, tail] = [Float64Array.from(values.filter(isNumber)).sort(), (1 - options.confidence) / 2]
  const quantiles = [quantile(sorted, tail), quantile(sorted, 1 - tail)]
  const [least, most] = shownLimits(quantiles, { point, sorted, n, range })
  return [
    [`${key}, low`, low, least],
    [`${key}, high`, high, most],
    [`${key}, percentile low`, percentile.low, quantiles[0]],
    [`${key}, percentile high`, percentile.high, quantiles[1]],
    [`${key}, undefined resamples`, undefinedResamples, options.resamples - sorted.length],
    [`${key}, responses drawn`, responses, n],
  ]
}
const found = receipt.figures.flatMap((line) => {
  const point = line.estimate && tooFew ? 'too-few-units' : compute(wholes.get(sampleFor(line)), line)
  const n = sampleFor(line).clusters.length
  const limits = limitLines(line.key, line.interval, { point, values: resampled.get(line), n })
  const crossed = line.interval?.withAnnotators ? crossedLimits(line, point) : []
  return [[line.key, line.value ?? line.reason, point], ...limits, ...crossed]
})
found.push(...(receipt.dawidSkene?.iterations ? comparedDawidSkene(receipt.dawidSkene) : []))
found.push(...(receipt.mace?.iterations ? comparedMace(receipt.mace) : []))
for (const line of receipt.ceiling ?? []) found.push(...comparedCeiling(line))
if (receipt.ceiling) {
  const compared = [null, ...wanted].filter((rater) => besideOthers(rater).length > 0)
  found.push(['Ceiling, all and each who is compared', receipt.ceiling.length, compared.length])
}
found.push(['responses drawn', receipt.drawn ?? sample.clusters.length, sample.clusters.length])
found.push(['rows with another reason for use', 0, misplaced])
const same = (a, b) => a === b || Math.abs(a - b) <= 1e-9
const differing = found.filter(([, a, b]) => !same(a, b))
if (args.includes('--json'))
  console.log(JSON.stringify(Object.fromEntries(found.map(([key, , value]) => [key, value]))))
else {
  for (const [key, a, b] of found) console.log(`${same(a, b) ? 'same     ' : 'DIFFERENT'} ${key}: ${a}, here ${b}`)
  console.log(`${found.length} figures of ${rows.length} rows, ${differing.length} different.`)
}
if (receipt.changedMeanwhile) console.error('The data changed while this receipt was written; download it again.')
process.exitCode = differing.length > 0 || receipt.changedMeanwhile ? 1 : 0
