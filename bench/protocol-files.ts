/**
 * Protocol files and expressions, generated and changed at random: every one is checked, and what passes is compiled and
 * reads a record. Whatever comes, the answer is a definition or problems with a place and a way out, within the limit (processor
 * time in milliseconds).
 * Run: npm run bench -- protocol-files [--files 10000] [--expressions 10000] [--seed 1] [--limit 100]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { groupedRecord, rowKey, rowsOf } from '@/lib/platform/foreign/records/row-groups'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { evaluate } from '@/lib/protocols/language/expressions/evaluate'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { changedExpression, changedFile, expressionsFor } from '@/tests/protocols/changed-files'
import { say } from './setting/app'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    expressions: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '100' },
  },
})
const limit = Number(values.limit)
const seed = Number(values.seed)
const FOLDER = 'docs/examples/protocols'
const examples = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))

const tally = { passed: 0, refused: 0, failed: 0, slow: 0, slowest: 0 }
const MOST_SHOWN = 5

function time(what: string, run: () => boolean): void {
  const start = process.cpuUsage()
  try {
    if (run()) tally.passed += 1
    else tally.refused += 1
  } catch (error) {
    tally.failed += 1
    if (tally.failed <= MOST_SHOWN)
      say(`failed on ${what.slice(0, 2_000)}\n  ${error instanceof Error ? error.stack : error}`)
  }
  const { user, system } = process.cpuUsage(start)
  const milliseconds = (user + system) / 1000
  if (milliseconds > limit) {
    tally.slow += 1
    if (tally.slow <= MOST_SHOWN) say(`${milliseconds.toFixed(0)} ms for ${JSON.stringify(what.slice(0, 200))}`)
  }
  tally.slowest = Math.max(tally.slowest, milliseconds)
}

function checkOne(source: string): boolean {
  const checked = checkFile(source)
  if (checked.ok) {
    const [format] = compileProtocol(checked.definition).formats
    const row: JsonRecord = {
      id: '1',
      doc_id: 'a',
      topic: 'b',
      model_name: 'c',
      question: 'Why?',
      response: 'So. There.',
      answer: 'So.',
      claim: 'So.',
      references: [],
    }
    const { rows } = format
    if (!rows) format.read(row)
    else if (rowKey(rows, row).ok) {
      // Rows of one item: each has words of its own, the last another order of fields and one of its own.
      const shared = new Set(rows.shared.map(([field]) => field))
      const changed = (number: number): JsonRecord =>
        Object.fromEntries(
          Object.entries(row).map(([field, value]) => [
            field,
            typeof value === 'string' && !shared.has(field) ? `${value} ${number}` : value,
          ]),
        )
      const last = Object.fromEntries([...Object.entries(changed(3)).toReversed(), ['note', 'So.']])
      const all = [changed(1), changed(2), last]
      const [one, two, three] = all.map((value, at) => ({ line: at * 3 + 2, value }))
      if (!one || !two || !three) throw new Error('there are no rows')
      const { value, problems } = groupedRecord(rows, [one, two, three])
      format.read(value)
      if (problems.length > 0) throw new Error(`rows are no item: ${JSON.stringify(problems)}`)
      if (JSON.stringify(rowsOf(rows, value)) !== JSON.stringify(all)) throw new Error('rows differ')
    }
    return true
  }
  const isPlaced = checked.problems.every(({ line, column, message, fix }) => line > 0 && column > 0 && message && fix)
  if (checked.problems.length === 0 || !isPlaced) throw new Error(JSON.stringify(checked.problems))
  return false
}

// What is loaded once is no part of the time of the first file.
for (const example of examples) checkFile(example)

for (let index = 0; index < Number(values.files); index += 1) {
  const source = changedFile(examples, seed + index)
  time(source, () => checkOne(source))
}
say(`${values.files} files: ${JSON.stringify({ ...tally, slowest: Math.round(tally.slowest) })}`)
const afterFiles = tally.failed + tally.slow
Object.assign(tally, { passed: 0, refused: 0, failed: 0, slow: 0, slowest: 0 })

const { read, names } = expressionsFor()
for (let index = 0; index < Number(values.expressions); index += 1) {
  const source = changedExpression(seed + index)
  time(source, () => {
    const reading = read(source)
    if (reading.ok) evaluate(reading.tree, names)
    else if (!reading.problem.fix || reading.problem.offset < 0) throw new Error(JSON.stringify(reading.problem))
    return reading.ok
  })
}
say(`${values.expressions} expressions: ${JSON.stringify({ ...tally, slowest: Math.round(tally.slowest) })}`)
process.exit(afterFiles + tally.failed + tally.slow > 0 ? 1 : 0)
