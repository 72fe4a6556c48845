import type { Command } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import {
  type FileItem,
  goldFile,
  noteUnread,
  protocolNamed,
  type RecordCount,
  recordsText,
  refusePartlyRead,
  refuseUnread,
} from '@/cli/gold-file'
import { type Output, table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { type Dataset, getDatasetEndpoint, type Panel } from '@/lib/gold/dataset/contract'
import { presentPanel } from '@/lib/gold/dataset/figures'
import { figureText } from '@/lib/gold/dataset/rules'
import type { GoldSummary, Json, Protocol } from '@/lib/protocols/protocol'

/** What the labels in files consist of: the same panels as of a project's gold. */
interface FileDataset {
  protocol: string
  rules: { key: string; title: string }[]
  rule: string
  items: number
  /** Of how many records those are. */
  records: RecordCount
  labelled: number
  panels: Panel[]
}

/** Counts files of labelled records by themselves. @throws CliError for a rule that the protocol has not. */
async function fileDataset(output: Output, id: string, files: readonly string[], rule?: string): Promise<FileDataset> {
  const protocol = protocolNamed(id)
  const ruleKeys = protocol.rollUps.map(({ key }) => key)
  if (rule !== undefined && !ruleKeys.includes(rule)) {
    throw new CliError(EXIT.usage, `There is no rule "${rule}". There are: ${ruleKeys.join(', ')}.`)
  }
  const gold = goldFile(protocol, files)
  const all: FileItem[] = []
  for await (const item of output.counted('Reading', gold.items)) all.push(item)
  if (all.length === 0) refuseUnread(output, gold)
  noteUnread(output, gold)
  const labelled = all.filter(({ gold }) => Object.keys(gold.stages).length > 0)
  if (labelled.length === 0 && all.length > 0) {
    output.note('No record carries labels. Figures that need none are counted; the others have nothing to count.')
  }
  const golds =
    labelled.length > 0
      ? labelled.map((each) => summaryOf(protocol, each))
      : all.map((each) => unlabelled(protocol, each))
  return {
    protocol: protocol.title,
    rules: protocol.rollUps.map(({ key, title }) => ({ key, title })),
    rule: rule ?? ruleKeys[0] ?? '',
    items: all.length,
    records: gold.records,
    labelled: labelled.length,
    panels: (protocol.composition?.panels(golds, rule) ?? []).map((panel) => presentPanel(panel, golds.length)),
  }
}

function summaryOf(protocol: Protocol, { position, gold }: FileItem): GoldSummary {
  const stages = protocol.stages.flatMap((stage): [string, { [key: string]: Json }][] => {
    const stageGold = gold.stages[stage.key]
    if (!stageGold) return []
    const subject = { content: gold.content, units: stageGold.units }
    return [
      [
        stage.key,
        stageGold.votes && stage.tally
          ? stage.tally(subject, stageGold.votes)
          : stage.rollUp(subject, stageGold.answers),
      ],
    ]
  })
  return { position, content: fieldsOf(protocol, gold.content), stages: Object.fromEntries(stages) }
}

/** An item without labels, as the first stage counts what needs none. */
function unlabelled(protocol: Protocol, { position, gold }: FileItem): GoldSummary {
  const [stage] = protocol.stages
  const subject = { content: gold.content, units: stage.units(gold.content, [], {}) }
  const rollUp = stage.tally ? stage.tally(subject, []) : stage.rollUp(subject, {})
  return { position, content: fieldsOf(protocol, gold.content), stages: { [stage.key]: rollUp } }
}

function fieldsOf(protocol: Protocol, content: Json): Json {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  const fields = protocol.composition?.content ?? []
  return Object.fromEntries(fields.map((field) => [field, content[field] ?? null]))
}

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
    .action(async (idOrName: string | undefined, { rule, file, protocol }: Flags) => {
      if ((idOrName === undefined) === (file === undefined) || (file === undefined) !== (protocol === undefined)) {
        throw new CliError(EXIT.usage, 'Name a project, or files with --file and their protocol with --protocol.')
      }
      if (file && protocol) {
        const dataset = await fileDataset(output(), protocol, file, rule)
        output().result(dataset, () => fileText(dataset))
        refusePartlyRead(dataset.records)
      } else await ofProject(session(), idOrName ?? '', rule)
    })
}

async function ofProject(session: Session, idOrName: string, rule: string | undefined): Promise<void> {
  const { id: projectId } = await session.project(idOrName)
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

function panelText({ title, note, rule, rowTitle, columns, rows }: Panel, titles: ReadonlyMap<string, string>): string {
  const panelTitle = rule === null ? title : `${title} (rule of roll-up: ${titles.get(rule) ?? rule})`
  const heading = [rowTitle, ...columns.map((column) => column.title)].map((word) => word.toUpperCase())
  const lines = rows.map((row) => [row.title, ...columns.map((column, index) => figureAt(row, column, index))])
  return `${panelTitle}\n${note}\n${table(heading, lines)}`
}

/** Counts as numbers, so that they stand to the right. */
function figureAt(row: Panel['rows'][number], column: Panel['columns'][number], index: number): string | number | null {
  const cell = row.cells[index]
  if (!cell) return null
  if (cell.printed) return `${figureText(column, cell)} (paper: ${cell.printed})`
  return column.form === 'count' ? cell.value : figureText(column, cell)
}
