/**
 * The rows behind what a card counts, a file of CSV for each kind of thing, so that whoever has the files can count again.
 * They hold places, aliases and days, and no text that anybody wrote.
 */
import 'server-only'
import { countedSql, type Extent, openSql, releasedSql } from '@/lib/gold/releases/released-sql'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import type { Protocol } from '@/lib/protocols/protocol'
import { csvRow } from '@/lib/text/csv-row'
import { machineWorkSql } from './read-machines'
import { disagreementsSql } from './read-stages'

type Cell = string | number | null

interface Table {
  columns: readonly string[]
  sql: string
  /** From a row of the database to the row of the file; the values of the columns where it is left out. */
  cells?: (row: Record<string, Cell>) => Cell[]
}

/** Reads a table in the snapshot of the caller; nothing at all where it has no rows. */
async function* csvOf(projectId: string, { columns, sql, cells }: Table): AsyncGenerator<string> {
  let isBegun = false
  for await (const rows of cursorRows<Record<string, Cell>>(sql, [projectId])) {
    if (!isBegun) yield csvRow(columns)
    isBegun = true
    yield rows.map((row) => csvRow(cells ? cells(row) : columns.map((column) => row[column] ?? null))).join('')
  }
}

/**
 * A row for each task of the project: whether its gold is in the release, and of how many independent annotations agreement
 * counts its ratings; empty where it counts none of the task. Work that is not finished is `at work`, however far it is.
 */
export const taskRows = (projectId: string, extent: Extent): AsyncGenerator<string> =>
  csvOf(projectId, {
    columns: ['item', 'stage', 'state', 'annotations', 'released'],
    sql: `
      select i.position item, s.key stage,
        case when i.discarded_at is not null or t.state = 'discarded' then 'discarded' when t.state = 'gold' then 'gold'
             when ${countedSql(extent)} then 'being settled' else 'at work' end state,
        case when ${countedSql(extent)} then (
          select nullif(count(*), 0)::int from annotations n
          where n.task_id = t.id and n.round = 1 and n.state = 'submitted' and n.independent) end annotations,
        case when t.id is not null and ${releasedSql(extent)} then 'yes' else 'no' end released
      from items i left join tasks t on t.item_id = i.id left join stages s on s.id = t.stage_id
      where i.project_id = $1 and ${openSql(extent)} order by i.position, s.position`,
  })

/** A row for each difference between the annotations that released gold was settled from, and how it was settled. */
export const disagreementRows = (projectId: string, extent: Extent): AsyncGenerator<string> =>
  csvOf(projectId, { columns: ['item', 'stage', 'unit', 'question', 'settled'], sql: disagreementsSql(extent) })

/** A row for each value that released gold gives a unit under a measure, in the words of the ratings beside it. */
export const goldRatingRows = (projectId: string, extent: Extent): AsyncGenerator<string> =>
  csvOf(projectId, {
    columns: ['measure', 'unit', 'item', 'domain', 'value', 'stage'],
    sql: `
      select f.measure, i.position || '/' || f.unit_key unit, i.position item, i.shown_domain "domain", f.code::int code, s.key stage
      from further_ratings f join tasks t on t.id = f.task_id join stages s on s.id = t.stage_id
      join items i on i.id = t.item_id
      where s.project_id = $1 and f.rater = 'gold' and ${releasedSql(extent)}
      order by i.position, s.position, f.measure collate "C", f.unit_key collate "C"`,
    cells: ({ measure, unit, item, domain, code, stage }) => [
      measure ?? '',
      unit ?? '',
      item ?? '',
      domain ?? null,
      valueOfCode(extent.protocol, { stage, measure, code }),
      stage ?? '',
    ],
  })

function valueOfCode(protocol: Protocol, { stage, measure, code }: Record<string, Cell | undefined>): string {
  const of = protocol.stages.find(({ key }) => key === stage)?.measures.find(({ key }) => key === measure)
  return of?.categories[Number(code)]?.value ?? ''
}

/** A row for each suggestion, call, search and page found by a machine or a person for released gold. */
export const machineRows = (projectId: string, extent: Extent): AsyncGenerator<string> =>
  csvOf(projectId, {
    columns: ['what', 'item', 'stage', 'kind', 'unit', 'question', 'by', 'model', 'prompt', 'day'],
    sql: machineWorkSql(extent),
  })
