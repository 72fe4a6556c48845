import { z } from 'zod'
import { levels, type MatrixOptions } from '@/lib/quality/rater-matrix/contract'
import { MatrixProblem } from './matrix-problem'
import { Missing } from './missing'
import type { RaterMatrix } from './rater-matrix'
import { cellOf, type Json, type JsonObject } from './read-json'
import { checkRaters } from './read-ratings'

const scalar = z.union([z.string(), z.number(), z.boolean()])
/** What an object may say beside its rows. */
const aroundSchema = z.object({
  raters: z.array(z.string().min(1)).optional(),
  categories: z.array(scalar).optional(),
  clusters: z.array(scalar).optional(),
  names: z.array(scalar).optional(),
  level: z.enum(levels).optional(),
  distances: z.array(z.array(z.number())).optional(),
})
type Around = z.output<typeof aroundSchema>

/** Bare rows, one a unit and one entry a rater: {units: [[...]], raters, categories, clusters, level, distances}. */
export function readRows(rows: readonly Json[][], around: JsonObject, options: MatrixOptions): RaterMatrix {
  const said = aroundOf(around)
  const width = rows[0]?.length ?? 0
  const all = said.raters ?? Array.from({ length: width }, (_, index) => `rater ${index + 1}`)
  checkShape(rows, width, all, said)
  checkRaters(all)
  const own = options.reference === undefined ? [] : [options.reference]
  const raters = options.raters ? [...new Set([...options.raters, ...own])] : all
  const columns = raters.map((rater) => {
    const column = all.indexOf(rater)
    if (column < 0) throw new MatrixProblem(`There is no rater "${rater}".`, 'Correct the name.')
    return column
  })
  checkRaters(raters)
  const categories = options.categories ?? said.categories?.map(String)
  const missing = new Missing({ missing: options.missing, categories })
  const units = rows.map((row, index) => ({
    name: String(said.names?.[index] ?? index + 1),
    line: index + 1,
    response: said.clusters ? String(said.clusters[index]) : `unit ${index}`,
    slices: [],
    labels: columns.map((column) => missing.read(labelIn(row[column], index))),
    left: null,
  }))
  const notes = said.clusters ? ['Intervals resample whole responses, named by "clusters".'] : [SINGLE]
  return {
    raters,
    units,
    notes: [...notes, ...missing.notes],
    shape: 'JSON, one list a unit',
    by: [],
    clustered: said.clusters !== undefined,
    level: said.level,
    categories,
    distances: said.distances,
  }
}

const SINGLE =
  'Intervals resample single units. Where units of one response resemble each other that is too narrow: name their responses in "clusters".'

function labelIn(value: Json | undefined, index: number): string | null {
  if (typeof value === 'object' && value !== null) {
    throw new MatrixProblem('A rating is a list or an object.', 'Write a text, number or null.', { record: index + 1 })
  }
  return cellOf(value)
}

function aroundOf(around: JsonObject): Around {
  const parsed = aroundSchema.safeParse(around)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new MatrixProblem(`"${issue?.path.join('.') ?? ''}" is not as expected.`, 'Compare it with the documentation.')
}

function checkShape(rows: readonly Json[][], width: number, raters: readonly string[], said: Around): void {
  const ragged = rows.findIndex((row) => row.length !== width)
  if (ragged >= 0) {
    throw new MatrixProblem(
      `This unit has ${rows[ragged]?.length} entries, the first has ${width}.`,
      'Write null where a rater gave none.',
      { record: ragged + 1 },
    )
  }
  const counts = { raters: [raters.length, width], clusters: [said.clusters?.length, rows.length] }
  for (const [name, [given, wanted]] of Object.entries(counts)) {
    if (given === undefined || given === wanted) continue
    throw new MatrixProblem(`"${name}" has ${given} entries, ${wanted} are needed.`, 'Correct the list.')
  }
  if (new Set(raters).size === raters.length) return
  throw new MatrixProblem('Two raters have the same name.', 'Give every rater a name of their own.')
}
