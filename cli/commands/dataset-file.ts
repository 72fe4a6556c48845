import { CliError, EXIT } from '@/cli/exit-codes'
import { type FileItem, goldFile, noteUnread, protocolNamed, type RecordCount, refuseUnread } from '@/cli/gold-file'
import type { Output } from '@/cli/output'
import type { Panel } from '@/lib/gold/dataset/contract'
import { presentPanel } from '@/lib/gold/dataset/figures'
import type { GoldSummary, Json, Protocol } from '@/lib/protocols/protocol'

/** What the labels in files consist of: the same panels as of a project's gold. */
export interface FileDataset {
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
export async function fileDataset(
  output: Output,
  id: string,
  files: readonly string[],
  rule?: string,
): Promise<FileDataset> {
  const protocol = protocolNamed(id)
  const known = protocol.rollUps.map(({ key }) => key)
  if (rule !== undefined && !known.includes(rule)) {
    throw new CliError(EXIT.usage, `There is no rule "${rule}". There are: ${known.join(', ')}.`)
  }
  const gold = goldFile(protocol, files)
  const all: FileItem[] = []
  for await (const item of gold.items) all.push(item)
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
    rule: rule ?? known[0] ?? '',
    items: all.length,
    records: gold.records,
    labelled: labelled.length,
    panels: (protocol.composition?.panels(golds, rule) ?? []).map(presentPanel),
  }
}

function summaryOf(protocol: Protocol, { position, gold }: FileItem): GoldSummary {
  const stages = protocol.stages.flatMap((stage): [string, { [key: string]: Json }][] => {
    const own = gold.stages[stage.key]
    if (!own) return []
    const subject = { content: gold.content, units: own.units }
    return [
      [stage.key, own.votes && stage.tally ? stage.tally(subject, own.votes) : stage.rollUp(subject, own.answers)],
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
