/**
 * Computes every figure of the receipt about adjudicators again, from the decisions in it, and compares all digits:
 *
 *   node recompute-adjudicators.mjs receipt.json          prints each figure as it stands in the receipt and as computed here
 *   node recompute-adjudicators.mjs receipt.json --json   prints what was computed as JSON instead
 *
 * Ends with 1 when anything differs by more than 1e-9, else with 0. A plain program for Node 18 or later that needs
 * nothing else; it shares no code with the product. A receipt downloaded as a script has its data above this line.
 */
import { readFileSync } from 'node:fs'

const args = process.argv.slice(2)
const receipt = globalThis.receipt ?? JSON.parse(readFileSync(args.find((arg) => !arg.startsWith('--')) ?? 0, 'utf8'))
if (!/^assay-adjudicator-receipt\//.test(receipt.format ?? '')) {
  console.error(`This is no receipt about adjudicators: its format is ${receipt.format}.`)
  process.exit(1)
}
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0)
const isNumber = (value) => typeof value === 'number'
const taskOf = ({ item, stage }) => `${item} ${stage}`

// ------------------------------------------------------------------ a share of decisions in tasks, with Wilson's limits
const Z = 1.959963984540054
/** Korn & Graubard 1998; Franco, Little, Louis & Slud 2019. `of`: one entry a decision. */
function shareOf(of) {
  const tasks = new Map()
  for (const { task, success } of of) {
    const { n, successes } = tasks.get(task) ?? { n: 0, successes: 0 }
    tasks.set(task, { n: n + 1, successes: successes + +success })
  }
  const [n, m] = [of.length, tasks.size]
  if (n === 0) return { n, m, share: null, low: null, high: null }
  const p = of.filter(({ success }) => success).length / n
  const spread = total([...tasks.values()].map((each) => (each.successes - p * each.n) ** 2))
  const v = m < 2 ? 0 : ((m / (m - 1)) * spread) / n ** 2
  const worth = m < 2 || p === 0 || p === 1 ? m : v === 0 ? n : Math.min(n, Math.max(m, (p * (1 - p)) / v))
  const middle = p + Z ** 2 / (2 * worth)
  const reach = Z * Math.sqrt((p * (1 - p)) / worth + Z ** 2 / (4 * worth ** 2))
  const limit = (sign) => (middle + sign * reach) / (1 + Z ** 2 / worth)
  return { n, m, share: p, low: p === 0 ? 0 : Math.max(0, limit(-1)), high: p === 1 ? 1 : Math.min(1, limit(1)) }
}

// ------------------------------------------------------------------ what could be taken, was it, and how likely by chance
function chancesOf(rows) {
  const lanes = new Map()
  const people = new Map()
  const origins = new Map()
  const add = (map, key, chance) => map.set(key, [...(map.get(key) ?? []), chance])
  for (const row of rows.filter(({ taken, lanes: shown }) => taken !== null && shown.length > 1)) {
    const task = taskOf(row)
    row.lanes.forEach(({ annotator }, place) => {
      const chance = { task, success: place === row.taken, expected: 1 / row.lanes.length }
      add(lanes, String.fromCharCode(65 + place), chance)
      add(people, annotator, chance)
    })
    const suggested = row.lanes.filter((lane) => lane.suggested === true).length
    const typed = row.lanes.filter((lane) => lane.suggested === false).length
    if (suggested === 0 || typed === 0) continue
    const success = row.lanes[row.taken].suggested === true
    add(origins, 'suggestion', { task, success, expected: suggested / (suggested + typed) })
  }
  return { lanes, people, origins }
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

function compareTaken(name, stated, chances) {
  compare(`${name}, how many`, stated.length, chances.size)
  for (const line of stated) {
    const of = chances.get(line.key) ?? []
    const { n, m, share, low, high } = shareOf(of)
    const expected = total(of.map((each) => each.expected)) / n
    const here = {
      taken: of.filter(({ success }) => success).length,
      decisions: n,
      tasks: m,
      share,
      low,
      high,
      expected,
    }
    for (const [key, value] of Object.entries(here)) compare(`${name}, ${line.key}, ${key}`, line[key], value)
    const verdict = low > expected ? 'more' : high < expected ? 'less' : null
    compare(`${name}, ${line.key}, verdict`, line.verdict, verdict)
  }
}
for (const line of receipt.adjudicators) {
  const rows = receipt.decisions.filter(({ by }) => by === line.key)
  compare(`${line.key}, decisions`, line.decisions, rows.length)
  compare(`${line.key}, tasks`, line.tasks, new Set(rows.map(taskOf)).size)
  compare(`${line.key}, edited`, line.edited, rows.filter(({ edited }) => edited).length)
  compare(`${line.key}, shared`, line.shared, rows.filter(({ taken, edited }) => taken === null && !edited).length)
  const chances = chancesOf(rows)
  for (const kind of ['lanes', 'people', 'origins']) compareTaken(`${line.key}, ${kind}`, line[kind], chances[kind])
}
const adjudicators = new Set(receipt.adjudicators.map(({ key }) => key))
compare('decisions of nobody', 0, receipt.decisions.filter(({ by }) => !adjudicators.has(by)).length)

/** A value as text, whatever the order of its fields; texts without outer blanks. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, plain(value[key])]),
  )
}
const asText = (value) => JSON.stringify(typeof value === 'string' ? value.trim() : plain(value))
for (const { stage, question, ...line } of receipt.twice) {
  const name = question === null ? 'twice' : `twice, ${stage}, ${question}`
  const rows = receipt.decidedTwice.filter(
    (row) => question === null || (row.stage === stage && row.question === question),
  )
  const of = rows
    .filter(({ first, second }) => first !== null && second !== null)
    .map((row) => ({ task: taskOf(row), success: asText(row.first) === asText(row.second) }))
  const { n, m, share, low, high } = shareOf(of)
  const here = { compared: n, alike: of.filter(({ success }) => success).length, tasks: m, share, low, high }
  for (const [key, value] of Object.entries(here)) compare(`${name}, ${key}`, line[key], value)
}

printFigures(found, receipt.decisions.length + receipt.decidedTwice.length)
