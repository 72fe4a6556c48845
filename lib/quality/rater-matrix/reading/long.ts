import { joined, type Roles } from './columns'
import { listed, MatrixProblem } from './matrix-problem'
import type { Missing } from './missing'
import type { MatrixUnit } from './rater-matrix'
import { placeOf, type Row, type Table } from './table'
import { refuseFormula } from './wide'

interface OpenUnit {
  row: Row
  response: string
  slices: string[]
  labels: Map<string, { label: string | null; row: Row }>
  left: Map<string, string | null>
}

type LongRoles = Roles & { ratings: { form: 'long' } }

/** One row a rating. The raters stand in the order in which they are met, or as chosen. */
export function longUnits(
  table: Table,
  roles: LongRoles,
  chosen: readonly string[] | undefined,
  missing: Missing,
): { raters: string[]; units: MatrixUnit[] } {
  refuseSeveralMeasures(table)
  const units = new Map<string, OpenUnit>()
  const met = new Set<string>()
  for (const row of table.rows) {
    const rater = row.cells[roles.ratings.rater]
    if (!rater) throw new MatrixProblem('Nobody is named here.', 'Say who rated.', placeOf(table, row, 'rater'))
    met.add(rater)
    addRating({ table, roles, missing }, units, row, rater)
  }
  const raters = chosen ? [...new Set(chosen)] : [...met]
  const unknown = raters.filter((rater) => !met.has(rater))
  if (unknown.length > 0) {
    throw new MatrixProblem(`Nobody is called ${listed(unknown)}; there are ${listed([...met])}.`, 'Correct the names.')
  }
  return { raters, units: [...units.values()].map((unit, index) => closed(unit, raters, roles, index)) }
}

interface Reading {
  table: Table
  roles: LongRoles
  missing: Missing
}

function addRating({ table, roles, missing }: Reading, units: Map<string, OpenUnit>, row: Row, rater: string): void {
  const response = joined(row, roles.response)
  const key = JSON.stringify([response, joined(row, roles.unit)])
  const unit = units.get(key) ?? open(row, response, roles)
  units.set(key, unit)
  const before = unit.labels.get(rater)
  if (before) {
    throw new MatrixProblem(
      `${listed([rater])} rated the unit ${listed([joined(row, roles.unit)])} twice, first on line ${before.row.line}.`,
      'Keep one of the two ratings, or tell the units apart with --unit or --response.',
      placeOf(table, row),
    )
  }
  const label = missing.read(row.cells[roles.ratings.label])
  if (label !== null) refuseFormula(label, placeOf(table, row, table.columns[roles.ratings.label]))
  unit.labels.set(rater, { label, row })
  if (roles.left !== null) unit.left.set(rater, row.cells[roles.left] || null)
}

const open = (row: Row, response: string, roles: Roles): OpenUnit => ({
  row,
  response,
  slices: roles.by.map((column) => row.cells[column] ?? ''),
  labels: new Map(),
  left: new Map(),
})

function closed(unit: OpenUnit, raters: readonly string[], roles: Roles, index: number): MatrixUnit {
  return {
    name: joined(unit.row, roles.unit),
    line: unit.row.line,
    response: roles.response.length === 0 ? `unit ${index}` : unit.response,
    slices: unit.slices,
    labels: raters.map((rater) => unit.labels.get(rater)?.label ?? null),
    left: roles.left === null ? null : raters.map((rater) => unit.left.get(rater) ?? null),
  }
}

/** Ratings of different questions must not be mixed. */
function refuseSeveralMeasures(table: Table): void {
  const column = table.columns.findIndex((name) => name.toLowerCase() === 'measure')
  if (column < 0) return
  const measures = [...new Set(table.rows.map(({ cells }) => cells[column] ?? ''))]
  if (measures.length < 2) return
  throw new MatrixProblem(
    `The file holds ratings of several measures: ${listed(measures)}.`,
    `Choose one with --where "${table.columns[column]}=${measures[0]}".`,
    { column: table.columns[column] },
  )
}
