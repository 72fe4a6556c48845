import { MAX_RATERS, type MatrixOptions } from '@/lib/quality/rater-matrix/contract'
import { rolesOf, rowsWhere } from './columns'
import { longUnits } from './long'
import { listed, MatrixProblem } from './matrix-problem'
import { Missing } from './missing'
import type { MatrixUnit, RaterMatrix } from './rater-matrix'
import { placeOf, type Table } from './table'
import { wideUnits } from './wide'

/** The ratings of a table, in either form. @throws MatrixProblem */
export function readRatings(whole: Table, options: MatrixOptions): RaterMatrix {
  const table = rowsWhere(whole, options.where)
  const missing = new Missing(options)
  const roles = rolesOf(table, options)
  const { ratings } = roles
  const own = options.reference === undefined ? [] : [options.reference]
  const chosen = options.raters && [...options.raters, ...own]
  const read =
    ratings.form === 'long'
      ? longUnits(table, { ...roles, ratings }, chosen, missing)
      : {
          raters: ratings.raters.map((column) => table.columns[column] ?? ''),
          units: wideUnits(table, roles, ratings.raters, missing),
        }
  checkRaters(read.raters)
  checkPresentations(table, roles.left, read.units)
  const namesOf = (columns: readonly number[]) => listed(columns.map((column) => table.columns[column] ?? ''))
  const notes = [
    `Raters: ${listed(read.raters, MAX_RATERS)}.`,
    roles.unit.length > 0
      ? `Units are named by ${namesOf(roles.unit)}.`
      : 'No column names the units; each row is one. Name one with --unit.',
    roles.response.length > 0
      ? `Intervals resample whole responses, named by ${namesOf(roles.response)}.`
      : 'Intervals resample single units. Where units of one response resemble each other that is too narrow: name its column with --response.',
    ...missing.notes,
    ...repeatedNames(read.units, roles.unit.length > 0),
  ]
  return {
    ...read,
    notes,
    shape: `${table.container}, ${ratings.form === 'wide' ? 'one row a unit' : 'one row a rating'}`,
    clustered: roles.response.length > 0,
    by: roles.by.map((column) => table.columns[column] ?? ''),
  }
}

export function checkRaters(raters: readonly string[]): void {
  if (raters.length < 2) throw new MatrixProblem('There is only one rater.', 'Agreement needs two or more.')
  if (raters.length <= MAX_RATERS) return
  throw new MatrixProblem(
    `There are ${raters.length} raters, more than ${MAX_RATERS}.`,
    'Name those to be compared with --raters.',
  )
}

function repeatedNames(units: readonly MatrixUnit[], named: boolean): string[] {
  const keys = new Set(units.map(({ name, response }) => JSON.stringify([name, response])))
  const repeated = units.length - keys.size
  if (!named || repeated === 0) return []
  return [
    `${repeated} of ${units.length} rows repeat the name of another unit; every row was counted as a unit of its own.`,
  ]
}

function checkPresentations(table: Table, left: number | null, units: readonly MatrixUnit[]): void {
  if (left === null) return
  const without = units.find((unit) => unit.labels.some((label, rater) => label !== null && !unit.left?.[rater]))
  if (!without) return
  const place = placeOf(table, { line: without.line, cells: [] }, table.columns[left])
  throw new MatrixProblem('It is not said which system stood left.', 'Fill it in, or leave the row out.', place)
}
