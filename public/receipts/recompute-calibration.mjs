/**
 * Computes the bars of the calibration gate again, from the ratings in the receipt, and compares all digits:
 *
 *   node recompute-calibration.mjs receipt.json          prints each figure as it stands in the receipt and as computed here
 *   node recompute-calibration.mjs receipt.json --json   prints what was computed as JSON instead
 *
 * Ends with 1 when anything differs by more than 1e-9, else with 0. A plain program for Node 18 or later that needs
 * nothing else; it shares no code with the product. A receipt downloaded as a script has its data above this line.
 */
import { readFileSync } from 'node:fs'

const args = process.argv.slice(2)
const receipt = globalThis.receipt ?? JSON.parse(readFileSync(args.find((arg) => !arg.startsWith('--')) ?? 0, 'utf8'))
if (receipt.format !== 'assay-calibration-receipt/1') {
  console.error(`This is no receipt about calibration: its format is ${receipt.format}.`)
  process.exit(1)
}
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0)
const isNumber = (value) => typeof value === 'number'

// ------------------------------------------------------------------ one person's ratings under one question
/** A value by itself is rare from so many units of gold on. */
const OFTEN = 5

/** The rare values, of those that gold gives in these rows: the least frequent that comes up often, or all but the commonest. */
function rareOf(rows, values) {
  const byValue = values
    .map((value) => {
      const ofGold = rows.filter(({ gold }) => gold === value)
      return { value, units: ofGold.length, right: ofGold.filter(({ given }) => given === value).length }
    })
    .filter(({ units }) => units > 0)
  if (byValue.length < 2) return { values: [], units: 0, right: 0 }
  const most = Math.max(...byValue.map(({ units }) => units))
  const commonest = byValue.find(({ units }) => units === most)
  const others = byValue.filter((each) => each !== commonest)
  const often = others.filter(({ units }) => units >= OFTEN)
  often.sort((a, b) => a.units - b.units || a.right - b.right)
  const rare = often.length > 0 ? often.slice(0, 1) : others
  return {
    values: rare.map(({ value }) => value),
    units: total(rare.map(({ units }) => units)),
    right: total(rare.map(({ right }) => right)),
  }
}

/** Cohen 1960, with gold as the second rater; null where chance alone would always agree. */
function kappaOf(rows, values) {
  const shareOf = (side, value) => rows.filter((row) => row[side] === value).length / rows.length
  const observed = rows.filter(({ given, gold }) => given === gold).length / rows.length
  const expected = total(values.map((value) => shareOf('given', value) * shareOf('gold', value)))
  return 1 - expected < 1e-12 ? null : (observed - expected) / (1 - expected)
}

function judge(rows, { values, bar }) {
  const units = rows.length
  const alike = rows.filter(({ given, gold }) => given === gold).length
  const rare = rareOf(rows, values)
  const kappa = rare.units === 0 ? null : kappaOf(rows, values)
  const isMet = (wanted, reached) => (wanted === null || reached === null ? null : reached >= wanted - 1e-9)
  return {
    units,
    alike,
    rare,
    kappa,
    met: {
      percent: isMet(bar.percent, units === 0 ? null : (100 * alike) / units),
      recall: isMet(bar.recall, rare.units === 0 ? null : (100 * rare.right) / rare.units),
      kappa: isMet(bar.kappa, kappa === null ? null : 100 * kappa),
    },
  }
}

/** Where a person stands whose questions came to this. */
function stateOf({ done, required, waived }, judged) {
  if (required === 0) return 'off'
  if (waived) return 'waived'
  if (done < required) return 'todo'
  const compared = judged.filter(({ units }) => units > 0)
  if (compared.some(({ met }) => Object.values(met).includes(false))) return 'not_passed'
  return compared.length === 0 && judged.length > 0 ? 'not_passed' : 'passed'
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

const isOf =
  ({ stage, measure }) =>
  (row) =>
    row.stage === stage && row.measure === measure
for (const person of receipt.people) {
  const rows = receipt.ratings.filter((row) => row.person === person.key)
  compare(`${person.key}, units`, person.pooled.units, rows.length)
  compare(`${person.key}, alike`, person.pooled.alike, rows.filter(({ given, gold }) => given === gold).length)
  const held = receipt.questions.filter(({ bar }) => Object.values(bar).some((wanted) => wanted !== null))
  compare(`${person.key}, questions with bars`, person.bars.length, held.length)
  const judged = held.map((question) => {
    const name = `${person.key}, ${question.stage}/${question.measure}`
    const here = judge(rows.filter(isOf(question)), question)
    const stated = person.bars.find(isOf(question))
    compare(`${name}, units`, stated?.units, here.units)
    compare(`${name}, alike`, stated?.alike, here.alike)
    compare(`${name}, rare`, stated?.recall.values.join(), here.rare.values.join())
    compare(`${name}, rare units`, stated?.recall.units, here.rare.units)
    compare(`${name}, rare found`, stated?.recall.right, here.rare.right)
    compare(`${name}, kappa`, stated?.kappa.value, here.kappa)
    for (const bar of ['percent', 'recall', 'kappa']) {
      compare(`${name}, bar of ${bar}`, stated?.[bar].bar, question.bar[bar])
      compare(`${name}, ${bar} met`, stated?.[bar].met, here.met[bar])
    }
    return here
  })
  compare(`${person.key}, gate`, person.gate, stateOf(person, judged))
}
const people = new Set(receipt.people.map(({ key }) => key))
compare('ratings of nobody', 0, receipt.ratings.filter(({ person }) => !people.has(person)).length)
printFigures(found, receipt.ratings.length)
