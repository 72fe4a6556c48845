/**
 * Checks a protocol file: every problem at once, each with line, column and a way out, or the definition that protocols are
 * compiled from. For servers and the command line.
 */
import type { Json } from '@/lib/protocols/answers'
import type { Definition } from '@/lib/protocols/language/definition'
import { type FileProblem, inFileOrder, type Path, type PathProblem } from '@/lib/protocols/language/problems'
import { readYaml } from '@/lib/protocols/language/read-yaml'
import { fileSchema } from '@/lib/protocols/language/vocabulary'
import { define } from './define'
import { schemaProblems } from './schema-problems'

export type FileCheck =
  | { ok: true; definition: Definition; place(problem: PathProblem): FileProblem }
  | { ok: false; problems: FileProblem[] }

const EMPTY: PathProblem = {
  path: [],
  at: 'value',
  message: 'Nothing stands in the file.',
  fix: 'Begin with an example, and change what shall be another.',
}

/** Checks the text of a file. Never throws for what stands in it. */
export function checkFile(source: string): FileCheck {
  const yaml = readYaml(source)
  if (!yaml.ok) return { ok: false, problems: inFileOrder(yaml.problems) }
  const { value, place } = yaml
  if (value === null) return { ok: false, problems: [place(EMPTY)] }
  const parsed = fileSchema.safeParse(value)
  const misfits = parsed.success ? [] : schemaProblems(parsed.error.issues, value)
  // What does not fit is taken out, so that the rest is checked as well.
  const rest = parsed.success ? parsed : fileSchema.safeParse(without(value, misfits))
  const { definition, problems } = rest.success ? define(rest.data) : { definition: null, problems: [] }
  const definitionProblems = problems.filter(
    ({ path }) => !misfits.some(({ meant, path: misfit }) => meant === undefined && isHolder(path, misfit)),
  )
  const all = [...misfits, ...definitionProblems]
  if (all.length === 0 && definition) return { ok: true, definition, place }
  return { ok: false, problems: inFileOrder(all.map(place)) }
}

/** Is something said to lack what was taken out there? */
const isHolder = (path: Path, misfit: Path): boolean =>
  path.length === misfit.length - 1 && path.every((part, index) => part === misfit[index])

/** A copy without what does not fit, or with what was meant. */
function without(value: Json, problems: readonly PathProblem[]): Json {
  const copy = structuredClone(value)
  for (const { path, message, meant } of problems) {
    const last = path.at(-1)
    let holder: Json | undefined = copy
    for (const part of path.slice(0, -1))
      holder = typeof holder === 'object' && holder !== null ? (holder as Record<string, Json>)[part] : undefined
    if (typeof holder !== 'object' || holder === null || last === undefined || message.includes(' is missing')) continue
    if (meant !== undefined) (holder as Record<string, Json>)[last] = meant
    else if (!Array.isArray(holder)) delete holder[last]
  }
  return copy
}
