/**
 * Files that are made at random: columns renamed and shuffled, values of mixed types, nested, huge or missing, lines cut off, in any container
 * and encoding. Each is read by the readers alone, where every row has to become an item, a warning or a problem with its line; and it is
 * imported, from the upload to the rows, into a database whose triggers say what was written: that has to come to the same counts, all of it or nothing
 * has to be there, and nothing may be thrown. Prints how many of each there were, and ends with an error where one file breaks the rule.
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
import type { ColumnMapping } from '@/lib/workspace/imports/mapping/contract'
import { findingsAbout } from '@/lib/workspace/imports/mapping/findings'
import { type AsTheyStand, guessMapping } from '@/lib/workspace/imports/mapping/guess'
import { columnsOf, itemsOf } from '@/lib/workspace/imports/read-file-items'
import type { FuzzPlace } from '@/tests/fuzz/fuzz-place'
import { withThrowAwayDatabase } from '@/tests/support/throw-away-database'
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

interface Counts {
  items: number
  warnings: number
  problems: number
}

/** Reads a file under a protocol; throws where a row is neither an item nor a problem with its line. `kept`: the project's mapping of the file before. */
async function readFile(protocol: Protocol, bytes: Buffer, kept: ColumnMapping | null): Promise<Counts> {
  const entries = await entriesOf(bytes)
  const collector = new ColumnCollector()
  const asTheyStand: AsTheyStand = { published: 0, plain: 0, recognised: 0, unread: 0 }
  for (const reading of entries.map(columnsOf({ protocolId: protocol.id }))) {
    if (!reading.ok) continue
    collector.add(reading.glimpses)
    asTheyStand[reading.asItStands ?? 'unread']++
  }
  const columns = collector.list()
  const guess = guessMapping(protocol, columns, asTheyStand, kept)
  const isAnyRead = entries.some(({ ok }) => ok)
  const about = isAnyRead ? findingsAbout(protocol, { ...guess, columns }) : []
  const unclear = about.filter(({ severity }) => severity === 'error').length
  // One sentence says which column is missing, and not one for each row.
  if (unclear > 0) return { items: 0, warnings: 0, problems: unclear }
  const counts: Counts = { items: 0, warnings: 0, problems: 0 }
  for (const reading of entries.map(itemsOf({ protocolId: protocol.id, mapping: guess.mapping, withSizes: true }))) {
    if (!(reading.line >= 1)) throw new Error(`a line ${reading.line}`)
    const made = reading.ok ? reading.items : []
    const warnings = reading.ok ? [...reading.warnings, ...made.flatMap((each) => each.warnings)] : []
    const problems = reading.ok ? made.flatMap((each) => (each.ok ? [] : each.problems)) : [reading]
    const items = made.filter(({ ok }) => ok).length
    if (items + warnings.length + problems.length === 0) throw new Error('a row that became nothing')
    for (const each of made) if (each.ok && each.item.title.trim() === '') throw new Error('an item without a text')
    counts.items += items
    counts.warnings += warnings.length
    counts.problems += problems.length
  }
  // A file of which nothing came is refused in one sentence.
  if (counts.items + counts.problems === 0) counts.problems = 1
  return counts
}

/** The project of each protocol that files go into at the moment. */
class Places {
  private readonly now = new Map<string, { place: FuzzPlace; files: number }>()

  async for(protocolId: string): Promise<FuzzPlace> {
    const { FILES_A_PROJECT, fuzzPlace } = await import('@/tests/fuzz/fuzz-place')
    const known = this.now.get(protocolId)
    const current = known && known.files < FILES_A_PROJECT ? known : { place: await fuzzPlace(protocolId), files: 0 }
    this.now.set(protocolId, { ...current, files: current.files + 1 })
    return current.place
  }
}

async function importFiles(): Promise<boolean> {
  const { prisma } = await import('@/lib/platform/server/db')
  const { importedWith } = await import('@/tests/fuzz/fuzz-files')
  const { Journal } = await import('@/tests/fuzz/journal')
  const { columnMappingSchema } = await import('@/lib/workspace/imports/mapping/contract')
  const [journal, places] = [await Journal.open(), new Places()]
  const total = { items: 0, warnings: 0, problems: 0, written: 0, whole: 0, part: 0 }
  let broken = 0
  for (let index = 0; index < files; index++) {
    const protocol = protocols[index % protocols.length]
    if (!protocol) break
    const { bytes, kind } = fileOf(random)
    try {
      const place = await places.for(protocol.id)
      const where = { id: place.projectId }
      const { importMapping } = await prisma().project.findUniqueOrThrow({ where, select: { importMapping: true } })
      const read = await readFile(protocol, bytes, columnMappingSchema.nullable().catch(null).parse(importMapping))
      const { checked, isDone, said } = await importedWith(journal, place, { bytes, seed: seed + index })
      const [items, problems] = [(checked?.newCount ?? 0) + (checked?.duplicateCount ?? 0), checked?.problemCount ?? 0]
      // Where a file breaks off depends on the pieces that it is read in: of one that holds no items, not all problems may be met.
      const isSame = items === read.items && (items === 0 ? problems > 0 : problems === read.problems)
      if (!isSame)
        said.push(
          `${read.items} items and ${read.problems} problems were read, ${items} and ${problems} told: ${checked?.groups[0]?.message}`,
        )
      if (said.length > 0) throw new Error(said.join('; '))
      for (const key of ['items', 'warnings', 'problems'] as const) total[key] += read[key]
      if (isDone) total[problems > 0 ? 'part' : 'whole']++
      if (isDone) total.written += checked?.newCount ?? 0
    } catch (error) {
      broken++
      say(`file ${index} (${kind}, ${protocol.id}): ${error instanceof Error ? error.stack : String(error)}`)
      say(bytes.toString('utf8').slice(0, 300))
    }
  }
  const { items, warnings, problems, written, whole, part } = total
  say(`${files} files: ${items} items, ${warnings} warnings, ${problems} problems, ${broken} files that break the rule`)
  say(`imported: ${whole} whole, ${part} without the records with problems, the others not; ${written} new items`)
  return broken === 0
}

await withThrowAwayDatabase('own_files', importFiles)
