/**
 * Computes every figure of the receipt of an evaluation again, from what gold and the systems say in it, and compares it to within 1e-9:
 *
 *   node recompute-evaluation.mjs receipt.json          prints each figure as it stands in the receipt and as computed here
 *   node recompute-evaluation.mjs receipt.json --json   prints what was computed as JSON instead
 *
 * Ends with 1 when anything differs by more than 1e-9, else with 0. A plain program for Node 18 or later that needs
 * nothing else; it shares no code with the product. A receipt downloaded as a script has its data above this line.
 */
import { readFileSync } from 'node:fs'

const args = process.argv.slice(2)
const receipt = globalThis.receipt ?? JSON.parse(readFileSync(args.find((arg) => !arg.startsWith('--')) ?? 0, 'utf8'))
const FORMATS = ['assay-evaluation-receipt/1', 'assay-evaluation-receipt/2']
if (!FORMATS.includes(receipt.format)) {
  console.error(`This program reads ${FORMATS.join(' and ')}, and this is ${receipt.format}.`)
  process.exit(1)
}
const { bootstrap } = receipt
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0)
const isNumber = (value) => typeof value === 'number'

// ------------------------------------------------------------------ what one prediction adds
const share = (counts) => counts.map((count) => count / total(counts))
/** In bits; nothing where there is none of it. */
const bits = (p, q) => (p === 0 ? 0 : p * Math.log2(p / q))
function distributionSums(counts, q) {
  const p = share(counts)
  const cross = -total(p.map((each, k) => (each === 0 ? 0 : each * Math.log2(q[k]))))
  const middle = p.map((each, k) => (each + q[k]) / 2)
  const divergence = total(p.map((each, k) => bits(each, middle[k]) + bits(q[k], middle[k]))) / 2
  const brier = total(p.map((each, k) => (each - q[k]) ** 2))
  return Number.isFinite(cross) ? [1, cross, 0, divergence, brier] : [1, 0, 1, divergence, brier]
}
function addedBy(scoring, row, prediction) {
  if (scoring.holds === 'sums') return prediction
  if (scoring.holds === 'distributions') return distributionSums(row.gold, prediction)
  const place = scoring.table.cells[row.gold][prediction]
  return Array.from({ length: scoring.sums }, (_, sum) => +(sum === place))
}
const isScored = (prediction) => prediction !== null && prediction !== 'abstained' && prediction !== 'not counted'

/** The sums of each item, in the order in which items first come; `both`: only rows on which these were all scored. */
function tableOf(scoring, rows, system, both = [system]) {
  const numbers = new Map()
  for (const { item } of rows) if (!numbers.has(item)) numbers.set(item, numbers.size)
  const items = Array.from(numbers, () => null)
  let scored = 0
  for (const row of rows) {
    if (!both.every((each) => isScored(row.predictions[each]))) continue
    const at = numbers.get(row.item)
    const added = addedBy(scoring, row, row.predictions[system])
    items[at] = added.map((amount, sum) => amount + (items[at]?.[sum] ?? 0))
    scored++
  }
  const of = (what) => rows.filter(({ predictions }) => predictions[system] === what).length
  return {
    scored,
    missing: of(null),
    leftOut: of('abstained'),
    resampled: items.filter((sums) => sums !== null).length,
    items: items.map((sums) => sums ?? new Array(scoring.sums).fill(0)),
  }
}
const totalsOf = (items, width) => Array.from({ length: width }, (_, sum) => total(items.map((sums) => sums[sum])))

// ------------------------------------------------------------------ figures: a number, or the reason there is none
const sumAt = (sums, places) => total(places.map((place) => sums[place]))
const quotient = (sums, { over, under }) => sumAt(sums, over) / (under ? sumAt(sums, under) : 1)
/** `classes`: the titles of what a macro average is over; null: of what occurs. */
function figure(scoring, { formula }, sums, classes) {
  // Receipts of /1 may have it under the name of the contrary.
  const infinite = formula.infinite ?? formula.finite
  if (infinite !== undefined && sums[infinite] > 0) return 'infinite'
  if (formula.is === 'mean') {
    const found = formula.ratios.map((ratio) => quotient(sums, ratio))
    return found.every(Number.isFinite) ? total(found) / found.length : 'empty'
  }
  const occurring = formula.classes.filter(({ occurs }) => sumAt(sums, occurs) > 0)
  if (occurring.length === 0) return 'empty'
  const over = classes ? formula.classes.filter((_, k) => classes.includes(scoring.table.rows[k])) : occurring
  return total(over.map(({ ratio }) => quotient(sums, ratio) || 0)) / over.length
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
function limitsOf(point, values, n, range) {
  const sorted = values.filter(isNumber).sort((x, y) => x - y)
  const nUndefined = values.length - sorted.length
  const tail = (1 - bootstrap.confidence) / 2
  const isPercentile = bootstrap.method === 'percentile'
  if (n < bootstrap.fewest || sorted.length < (isPercentile ? 1 : 2)) return { low: null, high: null, nUndefined }
  const [low, high] = isPercentile
    ? [quantile(sorted, tail), quantile(sorted, 1 - tail)]
    : arcsineLimits(point, sorted, n, { range, confidence: bootstrap.confidence })
  return { low, high, nUndefined }
}
/** What `of` makes of each resample, which is told how often each item is drawn. */
const resamplesOf = (items, resamples) => (of) => {
  const nextIndex = generator(bootstrap.seed)
  const times = new Int32Array(items)
  return Array.from({ length: items < bootstrap.fewest ? 0 : resamples }, () => {
    times.fill(0)
    for (let each = 0; each < items; each++) times[nextIndex(items)]++
    return of(times)
  })
}
const drawnTotals = (items, times, width) => {
  const sums = new Array(width).fill(0)
  items.forEach((own, at) => {
    if (times[at] > 0) for (let sum = 0; sum < width; sum++) sums[sum] += times[at] * own[sum]
  })
  return sums
}

// ------------------------------------------------------------------ beside the receipt
/** Prints each of `found`, which are [name, in the receipt, computed here]; the process ends with 1 where any differs. */
function printFigures(found, rows) {
  const same = (a, b) => a === b || (isNumber(a) && isNumber(b) && Math.abs(a - b) <= 1e-9)
  const differing = found.filter(([, a, b]) => !same(a, b))
  if (args.includes('--json'))
    console.log(JSON.stringify(Object.fromEntries(found.map(([key, , value]) => [key, value]))))
  else {
    for (const [key, a, b] of found) console.log(`${same(a, b) ? 'same     ' : 'DIFFERENT'} ${key}: ${a}, here ${b}`)
    console.log(`${found.length} figures of ${rows} rows, ${differing.length} different.`)
  }
  process.exitCode = differing.length > 0 ? 1 : 0
}
const found = []
const compare = (key, told, here) => found.push([key, told, here])
const told = ({ value, reason }) => value ?? reason

function compareFigure(key, line, point, { values, n, range }) {
  compare(key, told(line), point)
  if (!isNumber(point)) return
  const { low, high, nUndefined } = limitsOf(point, values, n, range)
  compare(`${key}, low`, line.low, low)
  compare(`${key}, high`, line.high, high)
  compare(`${key}, undefined resamples`, line.nUndefined, nUndefined)
}

/** A system among some rows: what its standing says of everything, or of a stratum. */
function compareStanding(name, { scoring, rows, resamples }, standing) {
  const system = scoring.systems.indexOf(standing.system)
  const table = tableOf(scoring, rows, system)
  compare(`${name}, scored`, standing.scored ?? standing.targets, table.scored)
  for (const count of ['missing', 'leftOut', 'resampled']) compare(`${name}, ${count}`, standing[count], table[count])
  const drawn = resamples((times) => drawnTotals(table.items, times, scoring.sums))
  const totals = totalsOf(table.items, scoring.sums)
  return scoring.figures.map((each) => {
    const point = figure(scoring, each, totals, standing.classes)
    const values = drawn.map((sums) => figure(scoring, each, sums, standing.classes))
    const line = standing.figures[each.key]
    compareFigure(`${name}, ${each.title}`, line, point, { values, n: table.resampled, range: each.range })
    return point
  })
}

/** Equals share their rank; only what was scored on all rows has one. */
function compareRanks(name, scoring, standings, points) {
  const [{ better }] = scoring.figures
  const isRanked = ({ baseline, missing, leftOut }, at) => !baseline && missing + leftOut === 0 && isNumber(points[at])
  standings.forEach((standing, at) => {
    const isBefore = (other) => (better === 'low' ? points[other] < points[at] : points[other] > points[at])
    const before = standings.filter((each, other) => isRanked(each, other) && isBefore(other)).length
    compare(`${name}, ${standing.system}, rank`, standing.rank, isRanked(standing, at) ? before + 1 : null)
  })
}

function compareAll(scoring) {
  const items = new Set(scoring.rows.map(({ item }) => item)).size
  const resamples = resamplesOf(items, bootstrap.resamples)
  const points = scoring.standings.map((standing) => {
    const among = { scoring, rows: scoring.rows, resamples }
    return compareStanding(`${scoring.title}, ${standing.system}`, among, standing)[0]
  })
  compareRanks(scoring.title, scoring, scoring.standings, points)
  for (const pair of scoring.pairs) comparePair(scoring, pair, resamples)
  for (const figures of scoring.figures) compareHolm(scoring, figures)
}

function compareStrata(scoring) {
  const all = new Map(
    scoring.standings.flatMap(({ strata }) => strata.map(({ key, value }) => [`${key}: ${value}`, { key, value }])),
  )
  for (const [name, { key, value }] of all) {
    const rows = scoring.rows.filter(({ strata }) => strata[key]?.includes(value))
    const resamples = resamplesOf(new Set(rows.map(({ item }) => item)).size, bootstrap.inStrata)
    const own = scoring.standings.flatMap(({ system, baseline, strata }) =>
      strata.filter((each) => each.key === key && each.value === value).map((each) => ({ system, baseline, ...each })),
    )
    const points = own.map((standing) => {
      const title = `${scoring.title}, ${name}, ${standing.system}`
      return compareStanding(title, { scoring, rows, resamples }, standing)[0]
    })
    compareRanks(`${scoring.title}, ${name}`, scoring, own, points)
  }
}

function comparePair(scoring, pair, resamples) {
  const name = `${scoring.title}, ${pair.first} - ${pair.second}`
  const both = [pair.first, pair.second].map((system) => scoring.systems.indexOf(system))
  const [one, other] = both.map((system) => tableOf(scoring, scoring.rows, system, both))
  compare(`${name}, common`, pair.common, one.scored)
  compare(`${name}, resampled`, pair.resampled, one.resampled)
  const drawn = resamples((times) => [one, other].map(({ items }) => drawnTotals(items, times, scoring.sums)))
  const whole = [one, other].map(({ items }) => totalsOf(items, scoring.sums))
  const exchanges = exchangesOf(one.items, other.items, whole)
  for (const each of scoring.figures) {
    const minus = ([a, b]) => {
      const [left, right] = [a, b].map((sums) => figure(scoring, each, sums, pair.classes))
      return isNumber(left) && isNumber(right) ? left - right : isNumber(left) ? right : left
    }
    const [point, line] = [minus(whole), pair.differences[each.key]]
    const range = each.range && [each.range[0] - each.range[1], each.range[1] - each.range[0]]
    compareFigure(`${name}, ${each.title}`, line, point, { values: drawn.map(minus), n: one.resampled, range })
    const test = pair.tests[each.key]
    if (!test) continue
    const distances = exchanges.map(minus).filter(isNumber).map(Math.abs)
    const asFar = distances.filter((distance) => distance >= Math.abs(point) - 1e-12).length
    compare(`${name}, ${each.title}, p`, test.pValue, (1 + asFar) / (1 + distances.length))
  }
}

/** The totals of both where items whose sums differ are exchanged by chance. */
function exchangesOf(first, second, [left, right]) {
  const differing = first.flatMap((sums, at) => (sums.some((sum, k) => sum !== second[at][k]) ? [at] : []))
  const nextIndex = generator(bootstrap.seed)
  return Array.from({ length: bootstrap.resamples }, () => {
    const [a, b] = [[...left], [...right]]
    for (const at of differing) {
      if (nextIndex(2) === 0) continue
      first[at].forEach((sum, k) => {
        a[k] += second[at][k] - sum
        b[k] -= second[at][k] - sum
      })
    }
    return [a, b]
  })
}

/** Holm 1979: the smallest p times the number of tests, and so on downwards, never falling. */
function compareHolm(scoring, { key, title }) {
  const tested = scoring.pairs
    .filter(({ tests }) => tests[key])
    .sort((a, b) => a.tests[key].pValue - b.tests[key].pValue)
  let adjusted = 0
  tested.forEach((pair, at) => {
    adjusted = Math.max(adjusted, Math.min(1, pair.tests[key].pValue * (tested.length - at)))
    compare(
      `${scoring.title}, ${pair.first} - ${pair.second}, ${title}, adjusted p`,
      pair.tests[key].adjusted,
      adjusted,
    )
  })
}

// ------------------------------------------------------------------ orders of systems, and McNemar's test: receipts of before have neither
/** Kendall's tau-b (1945) of pairs of values. */
function tauOf(points) {
  let [concordance, differX, differY] = [0, 0, 0]
  points.forEach(([x, y], at) => {
    for (const [otherX, otherY] of points.slice(0, at)) {
      const [signX, signY] = [Math.sign(x - otherX), Math.sign(y - otherY)]
      concordance += signX * signY
      differX += Math.abs(signX)
      differY += Math.abs(signY)
    }
  })
  return differX === 0 || differY === 0 ? null : concordance / Math.sqrt(differX * differY)
}
/** What a system has in an order; null where it has nothing. */
function placeIn(scoring, standings, standing, order) {
  const { key } = scoring.figures[0]
  if (order.by === 'all') return standing.figures[key].value
  if (order.by === 'fact') return standing.about[order.key] === undefined ? null : Number(standing.about[order.key])
  const inStratum = (value) =>
    standing.strata.find((each) => each.key === order.key && each.value === value)?.figures[key].value ?? null
  if (order.by === 'stratum') return inStratum(order.value)
  const strata = standings.flatMap((each) => each.strata).filter((each) => each.key === order.key)
  const values = [...new Set(strata.map(({ value }) => value))].sort().map(inStratum)
  return values.includes(null) ? null : total(values) / values.length
}
function compareRankings(scoring) {
  const standings = scoring.standings.filter(({ baseline }) => !baseline)
  for (const { first, second, orders, systems, tau } of scoring.rankings ?? []) {
    if (!orders) continue
    const points = standings
      .map((standing) => orders.map((order) => placeIn(scoring, standings, standing, order)))
      .filter((point) => !point.includes(null))
    compare(`${scoring.title}, ${first} and ${second}, systems`, systems, points.length)
    compare(`${scoring.title}, ${first} and ${second}, tau`, tau, tauOf(points))
  }
}

/** Twice the chance of at most `least` heads in `n` throws of a fair coin, at most 1. */
function binomialBothSides(least, n) {
  const ways = [1]
  for (let heads = 1; heads <= least; heads++) ways.push((ways[heads - 1] * (n - heads + 1)) / heads)
  return Math.min(1, (2 * total(ways)) / 2 ** n)
}
/** The chance that chi-squared with one degree of freedom is at least x: 1 - erf(sqrt(x / 2)) (Abramowitz & Stegun 1964, 7.1.6). */
function chiSquaredAbove(x) {
  const z = Math.sqrt(x / 2)
  if (z > 6) return 0
  let [term, sum] = [z, z]
  for (let n = 1; n < 300; n++) sum += term *= (2 * z * z) / (2 * n + 1)
  return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-z * z) * sum
}
function compareMcNemar(scoring, { first, second, mcnemar }) {
  if (mcnemar === undefined || !scoring.rows.some(({ right }) => right)) return
  const [one, other] = [first, second].map((system) => scoring.systems.indexOf(system))
  const judged = scoring.rows.filter(({ right }) => right[one] !== null && right[other] !== null)
  const onlyFirst = judged.filter(({ right }) => right[one] && !right[other]).length
  const onlySecond = judged.filter(({ right }) => right[other] && !right[one]).length
  const n = onlyFirst + onlySecond
  const exact = n < 25
  const statistic = exact ? null : Math.max(Math.abs(onlyFirst - onlySecond) - 1, 0) ** 2 / n
  const pValue = exact ? binomialBothSides(Math.min(onlyFirst, onlySecond), n) : chiSquaredAbove(statistic)
  const here = { method: exact ? 'exact' : 'chi-squared', onlyFirst, onlySecond, statistic, pValue }
  const name = `${scoring.title}, ${first} - ${second}, McNemar`
  compare(`${name}, is there`, mcnemar !== null, judged.length > 0)
  if (mcnemar) for (const [key, value] of Object.entries(here)) compare(`${name}, ${key}`, mcnemar[key], value)
}

for (const scoring of receipt.scorings) {
  compareAll(scoring)
  compareStrata(scoring)
  compareRankings(scoring)
  for (const pair of scoring.pairs) compareMcNemar(scoring, pair)
}
printFigures(found, total(receipt.scorings.map(({ rows }) => rows.length)))
