/**
 * Files that are made at random, read as an import reads them: columns renamed and shuffled, values of mixed types, nested, huge or missing,
 * lines cut off, in any container and encoding. Every row has to become an item or a problem with its line; nothing may throw, and no item may
 * lack its response. Prints how many of each there were, and ends with an error where one file breaks the rule.
 * Run: npm run bench -- own-files [--files 20000] [--seed 1]
 */
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'
import { protocols } from '@/lib/protocols'
import type { Json, Protocol } from '@/lib/protocols/protocol'
import { type NextIndex, seededRandom } from '@/lib/stats/seeded-random'
import { ColumnCollector } from '@/lib/workspace/imports/mapping/columns'
import { type AsTheyStand, guessMapping } from '@/lib/workspace/imports/mapping/guess'
import { columnsOf, itemsOf } from '@/lib/workspace/imports/read-file-items'
import { say } from './setting/app'

const { values } = parseArgs({
  options: { files: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
})
const [files, seed] = [Number(values.files), Number(values.seed)]
const random = seededRandom(seed)
const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T

const HEADINGS =
  'Prompt prompt question instruction input Response answer output completion text id ID index category source model label label_1 labels messages data x'
const TEXTS = [
  'It is old. It is in Rome.',
  '',
  ' ',
  'true',
  '7',
  '"',
  'a;b,c',
  'zwei\nZeilen',
  'né à Paris',
  '[true, false]',
  '=1+1',
]

function randomValue(depth = 0): Json {
  switch (random(depth > 2 ? 5 : 9)) {
    case 0:
      return null
    case 1:
      return random(1000) / 7
    case 2:
      return random(2) === 0
    case 5:
      return { [pick(HEADINGS.split(' '))]: randomValue(depth + 1) }
    case 6:
      return [randomValue(depth + 1), randomValue(depth + 1)]
    case 7:
      return [{ role: pick(['user', 'assistant', 'system']), content: randomValue(depth + 1) }]
    case 8:
      return random(40) === 0 ? 'long '.repeat(500_000) : pick(TEXTS)
    default:
      return pick(TEXTS)
  }
}

/** One file, and how it was made. */
function fileOf(next: NextIndex): { bytes: Buffer; kind: string } {
  const headings = Array.from({ length: 1 + next(5) }, () => pick(HEADINGS.split(' ')))
  const rows = Array.from({ length: 1 + next(6) }, () => headings.map(() => randomValue()))
  const objects = rows.map((row) =>
    JSON.stringify(Object.fromEntries(headings.map((name, at) => [name, row[at] ?? null]))),
  )
  const cell = (value: Json) => `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`
  const separator = pick([',', ';', '\t', '|'])
  const table = [headings, ...rows].map((row) => row.map(cell).join(separator)).join('\n')
  const kinds = {
    lines: objects.join('\n'),
    list: `[${objects.join(',\n')}]`,
    table,
    texts: rows.flat().map(String).join('\n'),
  }
  const kind = pick(Object.keys(kinds) as (keyof typeof kinds)[])
  const text = kinds[kind]
  const cut = next(5) === 0 ? text.slice(0, next(text.length + 1)) : text
  const encoded = pick([Buffer.from(cut), Buffer.from(cut), Buffer.from(cut, 'utf16le'), Buffer.from(cut, 'latin1')])
  return { bytes: next(6) === 0 ? gzipSync(encoded) : encoded, kind }
}

async function entriesOf(bytes: Buffer): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = []
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  })()
  for await (const entry of readRecords(chunks)) entries.push(entry)
  return entries
}

/** Reads a file under a protocol; throws where a row is neither an item nor a problem with its line. */
async function readFile(protocol: Protocol, bytes: Buffer) {
  const entries = await entriesOf(bytes)
  const collector = new ColumnCollector()
  const asTheyStand: AsTheyStand = { published: 0, plain: 0, recognised: 0 }
  for (const reading of entries.map(columnsOf({ protocolId: protocol.id }))) {
    if (!reading.ok) continue
    collector.add(reading.glimpses)
    if (reading.asItStands) asTheyStand[reading.asItStands]++
  }
  const { mapping } = guessMapping(protocol, collector.list(), asTheyStand)
  const counts = { items: 0, problems: 0 }
  // The check of an import says so.
  if (entries.length === 0) counts.problems++
  for (const reading of entries.map(itemsOf({ protocolId: protocol.id, mapping, withSizes: true }))) {
    if (!(reading.line >= 1)) throw new Error(`a line ${reading.line}`)
    const made = reading.ok ? reading.items : [reading]
    if (made.length === 0 && (!reading.ok || reading.warnings.length === 0))
      throw new Error('a row that became nothing')
    for (const each of made) {
      if (each.ok) counts.items++
      else counts.problems++
      if (each.ok && 'item' in each && each.item.title.trim() === '') throw new Error('an item without a text')
    }
  }
  return counts
}

const total = { items: 0, problems: 0 }
let broken = 0
for (let index = 0; index < files; index++) {
  const protocol = protocols[index % protocols.length]
  if (!protocol) break
  const { bytes, kind } = fileOf(random)
  try {
    const { items, problems } = await readFile(protocol, bytes)
    total.items += items
    total.problems += problems
  } catch (error) {
    broken++
    say(`file ${index} (${kind}, ${protocol.id}): ${error instanceof Error ? error.stack : String(error)}`)
    say(bytes.toString('utf8').slice(0, 300))
  }
}
say(`${files} files: ${total.items} items, ${total.problems} problems, ${broken} files that break the rule`)
process.exitCode = broken > 0 ? 1 : 0
