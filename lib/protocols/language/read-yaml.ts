/**
 * The YAML of a protocol file as a value, with the place of everything in it. YAML 1.2 without tags and merge keys. Whatever
 * the bytes are, the answer is a value or problems, in a time that does not grow faster than the file.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml'
import type { Json } from '@/lib/protocols/answers'
import type { FileProblem, Path, PathProblem } from './problems'

/** The largest file, in UTF-16 units. */
export const LONGEST_FILE = 131_072
const LONGEST_LINE = 20_000
const DEEPEST = 30
/** Columns that a line may be indented by. */
const DEEPEST_INDENT = 200
/** Values in the file, those that an alias repeats counted again. */
const MOST_NODES = 10_000

export type YamlReading =
  | { ok: true; value: Json; place(problem: PathProblem): FileProblem }
  | { ok: false; problems: FileProblem[] }

interface Places {
  /** Offset of the key, where what stands here has one. */
  key: number | null
  /** Offset of the value. */
  value: number
  /** Where the letters of a text begin, which quotes stand before. */
  text: number
}

/** Reads a file. Problems have their line and column. */
export function readYaml(source: string): YamlReading {
  const refused = refusedUnread(source)
  if (refused) return { ok: false, problems: [refused] }
  const lines = new LineCounter()
  const document = parseDocument(source, {
    lineCounter: lines,
    prettyErrors: false,
    strict: true,
    // It compares every key with every other; the walk below uses a set.
    uniqueKeys: false,
    version: '1.2',
    logLevel: 'error',
  })
  const positionAt = (offset: number) => {
    const { line, col } = lines.linePos(Math.min(Math.max(offset, 0), source.length))
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const faults = [...document.errors, ...document.warnings].slice(0, MOST_FAULTS).map(({ pos, message }) => ({
    ...positionAt(pos[0]),
    message: `This is not YAML as a protocol file may have it: ${message}.`.replaceAll('..', '.'),
    fix: 'See the line, and the one before it: an indentation, a quotation mark or a colon may be missing.',
  }))
  if (faults.length > 0) return { ok: false, problems: faults }
  const walk = new Walk()
  const value = walk.read(document.contents, [], null)
  if (walk.problems.length > 0)
    return {
      ok: false,
      problems: walk.problems.map(({ offset, ...problem }) => ({ ...positionAt(offset), ...problem })),
    }
  return { ok: true, value, place: (problem) => placed(problem, walk.places, positionAt) }
}

/** What is refused before a parser sees it, since it could take the time or the memory of everybody. */
function refusedUnread(source: string): FileProblem | null {
  if (source.length > LONGEST_FILE)
    return {
      line: 1,
      column: 1,
      message: `The file has ${source.length.toLocaleString('en')} characters; at most ${LONGEST_FILE.toLocaleString('en')} are allowed.`,
      fix: 'Put long guidelines into a file of their own, and records into a file beside this one.',
    }
  let depth = 0
  for (const [index, line] of source.split('\n').entries()) {
    const place = { line: index + 1, column: 1 }
    if (line.length > LONGEST_LINE)
      return {
        ...place,
        message: `The line has more than ${LONGEST_LINE.toLocaleString('en')} characters.`,
        fix: 'Break it.',
      }
    const opening = /^[\s?:-]*/.exec(line)?.[0] ?? ''
    const marks = opening.replace(/\s/g, '').length
    for (const sign of line) {
      if (sign === '[' || sign === '{') depth += 1
      else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1)
    }
    if (depth > DEEPEST || opening.length > DEEPEST_INDENT || (marks > DEEPEST && /\s/.test(opening.trim())))
      return { ...place, message: 'Values are nested too deeply here.', fix: `Nest at most ${DEEPEST} values.` }
  }
  return null
}

/** So many faults of YAML are named: one often makes others. */
const MOST_FAULTS = 20

type Found = Omit<FileProblem, 'line' | 'column'> & { offset: number }

/** Goes through a parsed file once, the values that aliases stand for each time anew. */
class Walk {
  readonly problems: Found[] = []
  readonly places = new Map<string, Places>()
  private nodes = 0
  /** What the anchors met so far stand for. */
  private readonly anchors = new Map<string, Node>()

  read(node: Node | ParsedNode | null | undefined, path: Path, key: number | null): Json {
    const offset = node?.range?.[0] ?? key ?? 0
    this.nodes += 1
    if (this.nodes > MOST_NODES || path.length > DEEPEST) {
      if (this.problems.length === 0)
        this.refuse(
          offset,
          path.length > DEEPEST
            ? 'Values are nested too deeply here.'
            : `The file holds more than ${MOST_NODES.toLocaleString('en')} values, those that aliases repeat included.`,
          'Make it smaller, and use fewer aliases (*name).',
        )
      return null
    }
    if (isAlias(node)) return this.read(this.anchors.get(node.source), path, key ?? offset)
    if (node && 'anchor' in node && node.anchor) this.anchors.set(node.anchor, node)
    const isQuoted = isScalar(node) && (node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE')
    this.places.set(JSON.stringify(path), { key, value: offset, text: offset + (isQuoted ? 1 : 0) })
    if (isMap(node)) return this.readMap(node.items, path)
    if (isSeq(node)) return node.items.map((item, index) => this.read(item as Node, [...path, index], null))
    return this.readScalar(node, offset)
  }

  private readScalar(node: Node | null | undefined, offset: number): Json {
    const value: unknown = isScalar(node) ? node.value : null
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') {
      if (Number.isFinite(value)) return value
      this.refuse(offset, 'This is not a finite number.', 'Write a number, or put quotation marks around a text.')
      return null
    }
    if (typeof value !== 'string') {
      this.refuse(offset, 'This value has a type that a protocol file cannot hold.', 'Write a text or a number.')
      return null
    }
    this.checkCharacters(value, offset)
    return value
  }

  private readMap(pairs: readonly { key: unknown; value: unknown }[], path: Path): Json {
    const entries = new Map<string, Json>()
    for (const pair of pairs) {
      const node = pair.key as Node | null
      const offset = node?.range?.[0] ?? 0
      const name = isScalar(node) ? node.value : undefined
      if (!isScalar(node) || (typeof name !== 'string' && typeof name !== 'number' && typeof name !== 'boolean')) {
        this.refuse(offset, 'This key is not a name.', 'Write a text before the colon.')
        continue
      }
      const key = String(name)
      this.checkCharacters(key, offset)
      if (key === '__proto__' || key === '<<') {
        this.refuse(offset, `A key cannot be called "${key}".`, 'Choose another name, or write the values out.')
        continue
      }
      if (entries.has(key)) {
        this.refuse(offset, `"${key}" stands here twice.`, 'Keep one of the two.')
        continue
      }
      entries.set(key, this.read(pair.value as Node, [...path, key], offset))
    }
    return Object.fromEntries(entries)
  }

  /** Characters that turn a text around or command a terminal: a label would not say what it seems to. */
  private checkCharacters(text: string, offset: number): void {
    const sign = /[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n\t]/u.exec(text)?.[0]
    if (sign === undefined) return
    const code = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    this.refuse(
      offset,
      `The text holds the invisible character U+${code}, which changes how it is shown.`,
      'Take it out; right-to-left text needs no such character here.',
    )
  }

  private refuse(offset: number, message: string, fix: string): void {
    this.problems.push({ offset, message, fix })
  }
}

/** The line and column of a problem, or of the nearest thing around it that is in the file. */
function placed(
  { path, at, offset, message, fix }: PathProblem,
  places: ReadonlyMap<string, Places>,
  position: (offset: number) => { line: number; column: number },
): FileProblem {
  for (let length = path.length; length >= 0; length -= 1) {
    const place = places.get(JSON.stringify(path.slice(0, length)))
    if (!place) continue
    const isWhole = length === path.length
    const start = at === 'key' || !isWhole ? (place.key ?? place.value) : place.value
    return { ...position(offset !== undefined && isWhole ? place.text + offset : start), message, fix }
  }
  return { line: 1, column: 1, message, fix }
}
