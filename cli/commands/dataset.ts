import type { Command } from 'commander'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { type Dataset, getDatasetEndpoint, type Panel } from '@/lib/dataset/contract'
import { figureText } from '@/lib/dataset/rules'

/** assay dataset: the tables of what the gold consists of, each with the rule it is counted by. */
export function datasetCommand(program: Command, session: () => Session): void {
  program
    .command('dataset')
    .description('what the gold consists of, in the tables of the protocol’s paper')
    .argument('<project>', 'its id or exact name')
    .option('--rule <key>', 'the rule of roll-up to count by; the project’s own when left out')
    .action(async (given: string, { rule }: { rule?: string }) => {
      const { id: projectId } = await session().project(given)
      const dataset = await session().call(getDatasetEndpoint, { params: { projectId }, query: { rule } })
      session().output.result(dataset, () => textOf(dataset))
    })
}

function textOf(dataset: Dataset): string {
  const gold = table(
    ['STAGE', 'GOLD', 'IMPORTED', 'SINGLE-RATED'],
    dataset.stages.map(({ title, golds, imported, singleRated }) => [title, golds, imported, singleRated]),
  )
  const titles = new Map(dataset.rules.map(({ key, title }) => [key, title]))
  return [gold, ...dataset.panels.map((panel) => panelText(panel, titles))].join('\n\n')
}

function panelText({ title, rule, rowTitle, columns, rows }: Panel, titles: ReadonlyMap<string, string>): string {
  const named = rule === null ? title : `${title} (rule of roll-up: ${titles.get(rule) ?? rule})`
  const heading = [rowTitle, ...columns.map((column) => column.title)].map((word) => word.toUpperCase())
  const lines = rows.map((row) => [row.title, ...columns.map((column, index) => figureAt(row, column, index))])
  return `${named}\n${table(heading, lines)}`
}

/** Counts as numbers, so that they stand to the right. */
function figureAt(row: Panel['rows'][number], column: Panel['columns'][number], index: number): string | number | null {
  const cell = row.cells[index]
  if (!cell) return null
  return column.form === 'count' ? cell.value : figureText(column, cell)
}
