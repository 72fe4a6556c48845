/** The access table of all endpoints. */
import { agreementTable } from './agreement-table'
import { peopleTable } from './people-table'
import { prefillTable } from './prefill-table'
import { projectTable } from './project-table'
import { resultsTable } from './results-table'
import type { Row } from './row'
import { actors } from './scene'
import { stagesTable } from './stages-table'
import { workTable } from './work-table'

export const wholeTable: Record<string, Row[]> = {
  ...workTable,
  ...stagesTable,
  ...prefillTable,
  ...agreementTable,
  ...resultsTable,
  ...projectTable,
  ...peopleTable,
}

/** How much the table says: endpoints, rows (an endpoint at a moment of a task's life), and answers, one a row and actor. */
export const tableSize = (): { endpoints: number; rows: number; actors: number; answers: number } => {
  const rows = Object.values(wholeTable).flat().length
  return { endpoints: Object.keys(wholeTable).length, rows, actors: actors.length, answers: rows * actors.length }
}
