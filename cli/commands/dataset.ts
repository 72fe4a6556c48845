import type { Command } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { recordsText, refusePartlyRead } from '@/cli/gold-file'
import { type Output, table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { type Dataset, getDatasetEndpoint, type Panel } from '@/lib/gold/dataset/contract'
import { figureText } from '@/lib/gold/dataset/rules'
import { type FileDataset, fileDataset } from './dataset-file'

const AFTER = `
  assay dataset "Ocean facts"
  assay dataset --file felm.jsonl --protocol felm     counted here, without a server

Where a record of a file cannot be read, the result is about the others and says of how many; the exit code is 4.`

interface Flags {
  rule?: string
  file?: string[]
  protocol?: string
}

/** assay dataset: the tables of what the gold consists of, each with the rule it is counted by. */
export function datasetCommand(program: Command, session: () => Session, output: () => Output): void {
  program
    .command('dataset')
    .description(
      'what the gold of a project, or with --file that of files, consists of, in the tables of the protocol’s paper',
    )
    .argument('[project]', 'its id or exact name')
    .option(
      '--rule <key>',
      'the rule of roll-up to count by; the project’s own, or the protocol’s first, when left out',
    )
    .option('--file <files...>', 'instead of a project: files of labelled records, in a format of the protocol')
    .option('--protocol <id>', 'with --file: the protocol')
    .addHelpText('after', AFTER)
    .action(async (given: string | undefined, { rule, file, protocol }: Flags) => {
      if ((given === undefined) === (file === undefined) || (file === undefined) !== (protocol === undefined)) {
        throw new CliError(EXIT.usage, 'Name a project, or files with --file and their protocol with --protocol.')
      }
      if (file && protocol) {
        const dataset = await fileDataset(output(), protocol, file, rule)
        output().result(dataset, () => fileText(dataset))
        refusePartlyRead(dataset.records)
      } else await ofProject(session(), given ?? '', rule)
    })
}

async function ofProject(session: Session, given: string, rule: string | undefined): Promise<void> {
  const { id: projectId } = await session.project(given)
  const dataset = await session.call(getDatasetEndpoint, { params: { projectId }, query: { rule } })
  session.output.result(dataset, () => textOf(dataset))
}

const titlesOf = (rules: readonly { key: string; title: string }[]) =>
  new Map(rules.map(({ key, title }) => [key, title]))

const fileText = ({ records, labelled, panels, rules }: FileDataset): string =>
  [
    `${recordsText(records)}, ${labelled} of them labelled`,
    ...panels.map((panel) => panelText(panel, titlesOf(rules))),
  ].join('\n\n')

function textOf(dataset: Dataset): string {
  const gold = table(
    ['STAGE', 'GOLD', 'IMPORTED', 'SINGLE-RATED'],
    dataset.stages.map(({ title, golds, imported, singleRated }) => [title, golds, imported, singleRated]),
  )
  return [gold, ...dataset.panels.map((panel) => panelText(panel, titlesOf(dataset.rules)))].join('\n\n')
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
