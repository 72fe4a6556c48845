/**
 * Checks a protocol file: every problem at once, each with line, column and a way out, or the definition that protocols are
 * compiled from. For servers and the command line.
 */
import type { Json } from '@/lib/protocols/answers'
import type { Definition } from '@/lib/protocols/language/definition'
import { type FileProblem, inFileOrder, type Path, type PathProblem } from '@/lib/protocols/language/problems'
import { readYaml } from '@/lib/protocols/language/read-yaml'
import { fileSchema, type ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { define } from './define'
import { schemaProblems } from './schema-problems'

export type FileCheck =
  | { ok: true; definition: Definition; place(problem: PathProblem): FileProblem }
  | { ok: false; problems: FileProblem[]; warnings: FileProblem[] }

const EMPTY: PathProblem = {
  path: [],
  at: 'value',
  message: 'Nothing stands in the file.',
  fix: 'Begin with an example, and change what shall be another.',
}

/** Checks the text of a file. Never throws for what stands in it. */
export function checkFile(source: string): FileCheck {
  const yaml = readYaml(source)
  if (!yaml.ok) return { ok: false, problems: inFileOrder(yaml.problems), warnings: [] }
  const { value, place } = yaml
  if (value === null) return { ok: false, problems: [place(EMPTY)], warnings: [] }
  const parsed = fileSchema.safeParse(value)
  const misfits = parsed.success ? [] : schemaProblems(parsed.error.issues, value)
  const rest = parsed.success ? parsed.data : restOf(value, misfits)
  const { definition, problems } = rest ? define(rest) : { definition: null, problems: [] }
  const definitionProblems = problems.filter(
    ({ path }) => !misfits.some(({ meant, path: misfit }) => meant === undefined && isHolder(path, misfit)),
  )
  const all = [...misfits, ...definitionProblems]
  if (all.length === 0 && definition) return { ok: true, definition, place }
  const found = inFileOrder(all.map(place))
  const unchecked = rest === null ? found.slice(0, 1).map((first) => ({ ...first, ...UNCHECKED })) : []
  return { ok: false, problems: found, warnings: unchecked }
}

const UNCHECKED = {
  message:
    'Keys, names and expressions of the file are not checked yet: what is wrong here keeps it from being understood.',
  fix: 'Mend it, and check the file again.',
}

/** How often what does not fit is taken out: what is left may lack what was taken. */
const MOST_ROUNDS = 4

/** What can be understood of a file with problems, so that it is checked as well: without what does not fit; null where that is no file. */
function restOf(value: Json, misfits: readonly PathProblem[]): ProtocolFile | null {
  let rest = without(value, misfits)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const parsed = fileSchema.safeParse(rest)
    if (parsed.success) return parsed.data
    rest = without(rest, schemaProblems(parsed.error.issues, rest))
  }
  return null
}

/** Is something said to lack what was taken out there? */
const isHolder = (path: Path, misfit: Path): boolean =>
  path.length === misfit.length - 1 && path.every((part, index) => part === misfit[index])

/** What stands for words that are missing and that nothing else in a file hangs on; it is an expression as well. */
const STAND_INS: Readonly<Record<string, Json>> = {
  assay: 'protocol/1',
  version: 1,
  ...Object.fromEntries(['title', 'summary', 'ask', 'says', 'is', 'guidelines'].map((word) => [word, 'true'])),
}

/** A copy without what does not fit, or with what was meant, and with something in the place of missing words. */
function without(value: Json, problems: readonly PathProblem[]): Json {
  const copy = structuredClone(value)
  for (const { path, at, meant, missing } of problems) {
    const last = path.at(-1)
    const holder = holderIn(copy, missing === undefined ? path.slice(0, -1) : path)
    if (missing !== undefined) {
      if (holder && Object.hasOwn(STAND_INS, missing)) holder[missing] = STAND_INS[missing] ?? null
    } else if (!holder || last === undefined) continue
    else if (meant !== undefined && at === 'key') rename(holder, String(last), meant)
    else if (meant !== undefined) holder[last] = meant
    else if (!Array.isArray(holder)) delete holder[last]
  }
  return copy
}

/** The list or the names with values at a path; null where something else stands there. */
function holderIn(value: Json, path: Path): Record<string, Json> | null {
  let found: Json | undefined = value
  for (const part of path)
    found = typeof found === 'object' && found !== null ? (found as Record<string, Json>)[part] : undefined
  return typeof found === 'object' && found !== null ? (found as Record<string, Json>) : null
}

/** Gives a field another name, in its place among the others; where there is one of that name already, it is taken out. */
function rename(fields: Record<string, Json>, from: string, to: string): void {
  const isTaken = Object.hasOwn(fields, to)
  for (const [name, value] of Object.entries(fields)) {
    delete fields[name]
    if (name !== from) fields[name] = value
    else if (!isTaken) fields[to] = value
  }
}
