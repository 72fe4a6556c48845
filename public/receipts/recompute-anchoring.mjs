/**
 * Computes every difference of the receipt about suggestions again, from the counts in it, and compares all digits:
 *
 *   node recompute-anchoring.mjs receipt.json          prints each figure as it stands in the receipt and as computed here
 *   node recompute-anchoring.mjs receipt.json --json   prints what was computed as JSON instead
 *
 * Ends with 1 when anything differs by more than 1e-9, else with 0. A plain program for Node 18 or later that needs
 * nothing else; it shares no code with the product. A receipt downloaded as a script has its data above this line.
 */
import { readFileSync } from 'node:fs'

const args = process.argv.slice(2)
const receipt = globalThis.receipt ?? JSON.parse(readFileSync(args.find((arg) => !arg.startsWith('--')) ?? 0, 'utf8'))
const { bootstrap } = receipt
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0)
const isNumber = (value) => typeof value === 'number'

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

// ------------------------------------------------------------------ two sides: made with the suggestion in sight, and without
const SIDES = ['shown', 'without']
const sideOf = ({ arm }) => (arm === 'shown' ? 'shown' : 'without')
/** The sums of each item, in the order in which items come: of both sides labels, agreed, and labels of each value. */
function itemsOf(rows, values) {
  const items = new Map()
  const width = 2 + values.length
  for (const row of rows) {
    const sums = items.get(row.item) ?? new Array(2 * width).fill(0)
    items.set(row.item, sums)
    const start = SIDES.indexOf(sideOf(row)) * width
    sums[start] += row.labels
    sums[start + 1] += row.agreed
    const place = values.indexOf(row.value)
    if (place >= 0) sums[start + 2 + place] += row.labels
  }
  return [...items.values()]
}
function summed(items, width) {
  const sums = new Array(width).fill(0)
  for (const item of items) for (let cell = 0; cell < width; cell++) sums[cell] += item[cell]
  return sums
}
/** Shown minus without, of the share that stands at this cell of a side. */
const differenceAt = (cell) => (sums) => {
  const width = sums.length / 2
  return sums[0] === 0 || sums[width] === 0 ? null : sums[cell] / sums[0] - sums[width + cell] / sums[width]
}
function shift(sums) {
  const cells = Array.from({ length: sums.length / 2 - 2 }, (_, value) => differenceAt(2 + value)(sums))
  return cells.includes(null) ? null : total(cells.map(Math.abs)) / 2
}
function shiftByChance(sums) {
  const width = sums.length / 2
  const spread = 1 / sums[0] + 1 / sums[width]
  const shares = Array.from(
    { length: width - 2 },
    (_, k) => (sums[2 + k] + sums[width + 2 + k]) / (sums[0] + sums[width]),
  )
  return total(shares.map((p) => Math.sqrt((2 / Math.PI) * p * (1 - p) * spread))) / 2
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
const compare = (key, stated, here) => found.push([key, stated, here])

function compareDifference(name, stated, { items, isDefined, of, range }) {
  const sums = isDefined ? summed(items, items[0].length) : null
  const point = sums && of(sums)
  compare(name, stated.value, point)
  if (point === null) return
  const nextIndex = generator(bootstrap.seed)
  const values = []
  for (let run = 0; run < bootstrap.resamples; run++) {
    const value = of(
      summed(
        items.map(() => items[nextIndex(items.length)]),
        items[0].length,
      ),
    )
    if (value !== null) values.push(value)
  }
  const isFew = items.length < bootstrap.fewest || values.length < 2
  const sorted = values.sort((a, b) => a - b)
  const limits = { range, confidence: bootstrap.confidence }
  const [low, high] = isFew ? [null, null] : arcsineLimits(point, sorted, items.length, limits)
  compare(`${name}, low`, stated.low, low)
  compare(`${name}, high`, stated.high, high)
  compare(`${name}, undefined resamples`, stated.undefinedResamples, bootstrap.resamples - values.length)
}

/** What an effect says, or what it says where the suggestion is right or wrong. */
function compareEffect(name, stated, rows) {
  const values = (stated.values ?? []).map(({ value }) => value)
  const chosen = rows.filter(({ randomised }) => randomised)
  const causal = SIDES.every((side) => chosen.some((row) => sideOf(row) === side))
  const compared = causal ? chosen : rows
  compare(`${name}, causal`, stated.causal, causal)
  const counts = SIDES.map((side) => {
    const own = compared.filter((row) => sideOf(row) === side)
    const items = new Set(own.filter(({ labels }) => labels > 0).map(({ item }) => item)).size
    compare(`${name}, ${side}, labels`, stated[side].labels.count, total(own.map(({ labels }) => labels)))
    compare(`${name}, ${side}, items`, stated[side].items, items)
    if (stated[side].agreed)
      compare(`${name}, ${side}, agreed`, stated[side].agreed.count, total(own.map(({ agreed }) => agreed)))
    return items
  })
  const items = itemsOf(compared, values)
  const asked = { items, isDefined: Math.min(...counts) >= bootstrap.minItems, range: [-1, 1] }
  compareDifference(`${name}, agreement`, stated.agreement, { ...asked, of: differenceAt(1) })
  if (!stated.values) return
  values.forEach((value, k) => {
    compareDifference(`${name}, ${value}`, stated.values[k].difference, { ...asked, of: differenceAt(2 + k) })
  })
  if (!stated.shift) return
  compareDifference(`${name}, shift`, stated.shift, { ...asked, of: shift, range: [0, 1] })
  const byChance = asked.isDefined ? shiftByChance(summed(items, items[0].length)) : null
  compare(`${name}, shift by chance`, stated.shiftByChance, byChance)
}

const places = new Set()
for (const { stage, unitKind, question, effect } of receipt.questions) {
  const name = `${stage}/${unitKind}/${question}`
  places.add(name)
  const rows = receipt.rows.filter((row) => `${row.stage}/${row.unitKind}/${row.question}` === name)
  compareEffect(name, effect, rows)
  const kinds = [true, false].filter((right) => rows.some((row) => row.right === right))
  compare(`${name}, by correctness`, effect.byCorrectness.length, kinds.length)
  for (const split of effect.byCorrectness) {
    const right = split.suggestion === 'right'
    compareEffect(
      `${name}, suggestion ${split.suggestion}`,
      split,
      rows.filter((row) => row.right === right),
    )
  }
}
printFigures(found, receipt.rows.length)
