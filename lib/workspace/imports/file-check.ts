/** What is found in a file while its records are read: counts, problems by line, and the first records as they would be imported. */
import 'server-only'
import type { SourceProblem } from '@/lib/platform/foreign/records/source-entry'
import { prisma } from '@/lib/platform/server/db'
import type { RecordProblem } from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'
import { type ImportProblem, KEPT_PROBLEMS, PREVIEW_RECORDS, type PreviewRecord, type ProblemGroup } from './contract'
import { KnownItems } from './identity'
import { IdentityCheck, sameCounts, type Twin } from './identity-check'
import { JoinCounts } from './join-counts'
import { listKnownItems } from './known-items'
import type { CheckFindings } from './present'
import type { ItemCheck, ItemCheckReading, Readings } from './read-file-items'
import { seenKeysOf } from './seen-items'

/** More kinds than this in one file are summed up as one. */
const MAX_GROUPS = 100

/** Lines named of one kind, as ranges. */
const MAX_RANGES = 6

/** Lines of a file in few words: "2 to 41, 55". */
class LineRanges {
  private readonly ranges: [number, number][] = []
  private isMore = false

  add(line: number): void {
    const last = this.ranges.at(-1)
    if (last && line >= last[0] && line <= last[1] + 1) last[1] = Math.max(line, last[1])
    else if (this.ranges.length < MAX_RANGES) this.ranges.push([line, line])
    else this.isMore = true
  }

  text(): string {
    const rangeTexts = this.ranges.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`))
    return `${rangeTexts.join(', ')}${this.isMore ? ', ...' : ''}`
  }
}

/** Counts everything found in a file, and keeps the first of it. */
class FindingList {
  errorCount = 0
  warningCount = 0
  /** Of several files that are read together the one with the records. */
  fileName: string | null = null
  private readonly kept: Record<ImportProblem['severity'], ImportProblem[]> = { error: [], warning: [] }
  private readonly groups = new Map<string, { group: ProblemGroup; ranges: LineRanges }>()

  add(severity: ImportProblem['severity'], line: number, problem: RecordProblem): void {
    if (severity === 'error') this.errorCount++
    else this.warningCount++
    const kind = this.count(severity, line, problem)
    if (this.kept[severity].length >= KEPT_PROBLEMS) return
    const { field, message, fix, file = this.fileName } = problem
    this.kept[severity].push({ ...(file === null ? {} : { file }), line, field, message, fix, severity, kind })
  }

  list(): { groups: ProblemGroup[]; problems: ImportProblem[] } {
    const order = (a: ProblemGroup, b: ProblemGroup) => a.severity.localeCompare(b.severity) || b.count - a.count
    // Second files come first: records are refused for what is wrong there.
    const isOwn = ({ file }: ImportProblem) => Number((file ?? null) === this.fileName)
    const byLine = (a: ImportProblem, b: ImportProblem) => isOwn(a) - isOwn(b) || a.line - b.line
    const groups = [...this.groups.values()].map(({ group, ranges }) => ({ ...group, lines: ranges.text() }))
    return {
      groups: groups.sort(order),
      problems: [...this.kept.error.sort(byLine), ...this.kept.warning.sort(byLine)],
    }
  }

  /** Problems are of one kind when they differ only in numbers and quoted texts. */
  private count(
    severity: ImportProblem['severity'],
    line: number,
    { message, field, fix, file }: RecordProblem,
  ): string {
    const pattern = message.replace(/"[^"]*"|\d+/g, '…')
    const own = `${severity} ${file ? `${file} ` : ''}${field.replace(/\d+/g, '…')} ${pattern}`
    const kind = this.groups.has(own) || this.groups.size < MAX_GROUPS ? own : `${severity} other`
    const known = this.groups.get(kind)
    if (known) {
      known.group.count++
      // The first wording stands for a kind with one member only.
      if (known.group.message !== message) known.group.message = kind === own ? pattern : 'Others'
    }
    const ranges = known?.ranges ?? new LineRanges()
    ranges.add(line)
    const first = { severity, kind, message: kind === own ? message : 'Others', count: 1, lines: '', fix }
    if (!known) this.groups.set(kind, { group: first, ranges })
    return kind
  }
}

/** Items that are looked up at once. */
const BATCH = 500

/** An item of the file, with its line. */
type Checked = ItemCheck & { line: number }

/** What is known of a file while it is read. Memory: one batch, the kept findings, and some 50 bytes an item for duplicates. */
export class FileCheck {
  /** Items, found fit or not. */
  count = 0
  private records = 0
  readonly findings = new FindingList()
  readonly preview: PreviewRecord[] = []
  readonly formats = new Set<string>()
  readonly byContent = new IdentityCheck('content')
  readonly byId = new IdentityCheck('id')
  joins = new JoinCounts([], null)
  private furtherLabels: { line: number; count: number } | null = null
  private batch: Checked[] = []
  private isFinished = false
  /** Has the project items that records may be about? */
  private hasItems: Promise<boolean> | null = null

  constructor(private readonly projectId: string) {}

  /** Takes in what became of a record. */
  async take(entry: Readings<ItemCheckReading> | SourceProblem): Promise<void> {
    if (!entry.ok) {
      this.findings.add('error', entry.line, entry)
      return
    }
    const { line, warnings, items, partners } = entry
    this.records++
    if (partners) this.joins.take(partners)
    for (const warning of warnings) this.findings.add('warning', warning.line ?? line, warning)
    for (const reading of items) await this.takeItem(reading, line)
  }

  private async takeItem(reading: ItemCheckReading, line: number): Promise<void> {
    this.count++
    for (const warning of reading.warnings) this.findings.add('warning', warning.line ?? line, warning)
    if (!reading.ok) {
      for (const problem of reading.problems) this.findings.add('error', problem.line ?? line, problem)
      return
    }
    const { check } = reading
    this.formats.add(check.formatTitle)
    if (check.hasFurtherLabels)
      this.furtherLabels = { line: this.furtherLabels?.line ?? line, count: (this.furtherLabels?.count ?? 0) + 1 }
    this.batch.push({ ...check, line })
    if (this.batch.length >= BATCH) await this.countBatch()
  }

  /** After the last record; once more, it does nothing. */
  async finish(): Promise<void> {
    if (this.isFinished) return
    this.isFinished = true
    await this.countBatch()
    for (const { name, called, file, without } of this.joins.list())
      if (file === null && without > 0) this.findings.add('warning', 1, noSecondFile(name, called))
    if (this.furtherLabels) this.findings.add('warning', this.furtherLabels.line, labelsOf(this.furtherLabels.count))
    if (this.count > 0 || this.findings.errorCount > 0) return
    this.findings.add('error', 1, this.records > 0 ? NOTHING_TO_ANNOTATE : NO_RECORDS)
  }

  /** What is kept of it with the import. */
  result() {
    const { findings, count, preview, formats, joins } = this
    const [byContent, byId] = [this.byContent.counts(), this.byId.counts()]
    const { newCount, duplicateCount } = byContent
    const problems: CheckFindings = {
      ...findings.list(),
      byContent,
      byId: sameCounts(byContent, byId) ? null : byId,
      joins: joins.list(),
    }
    return {
      format: [...formats].join(', ') || null,
      recordCount: count,
      newCount,
      duplicateCount,
      problemCount: findings.errorCount,
      warningCount: findings.warningCount,
      problems,
      preview,
    }
  }

  private async countBatch(): Promise<void> {
    const { batch } = this
    this.batch = []
    if (batch.length === 0) return
    this.hasItems ??= hasItems(this.projectId)
    const known = new KnownItems((await this.hasItems) ? await listKnownItems(prisma(), this.projectId, batch) : [])
    const outcomes = batch.map((item) => {
      const keys = seenKeysOf(item)
      const outcome = this.byContent.take(item, known, keys)
      this.byId.take(item, known, keys)
      const twin = outcome.twin && twinOf(outcome.twin)
      if (twin) this.findings.add('warning', item.line, twin)
      return outcome
    })
    for (const [index, item] of batch.entries()) {
      const { here, repeated = false } = outcomes[index] ?? {}
      const duplicate = here !== undefined
      if (item.preview && this.preview.length < PREVIEW_RECORDS)
        this.preview.push({ ...item.preview, duplicate, repeated })
    }
    await this.byContent.countLabels()
    await this.byId.countLabels()
  }
}

const hasItems = async (projectId: string): Promise<boolean> =>
  (await prisma().item.findFirst({ where: { projectId }, select: { id: true } })) !== null

const NO_RECORDS: RecordProblem = {
  field: '',
  message: 'The file holds no records.',
  fix: 'Choose a file with at least one record.',
}
const NOTHING_TO_ANNOTATE: RecordProblem = {
  field: '',
  message: 'No record of the file holds anything to annotate.',
  fix: 'Choose a file in which at least one does; the warnings say what was found.',
}

const noSecondFile = (name: string, called: string): RecordProblem => ({
  field: '',
  message: `No file ${called} came with the records, so that they are without "${name}".`,
  fix: `Nothing, if that is meant; else choose the file and ${called} together.`,
})

/** Said once of a file: whether it matters is decided with what becomes of its labels. */
const labelsOf = (count: number): RecordProblem => ({
  field: '',
  message: `${count === 1 ? 'One record holds' : `${count} records hold`} labels of later stages too.`,
  fix: 'Take the labels as gold, or only those of the first stage are used; the others stay in the record.',
})

/** Said and not merged: whether two records with different ids are the same item is for people to say. */
const twinOf = (twin: Twin): RecordProblem => ({
  field: '',
  message:
    twin.externalId === null
      ? 'Another record of this file has the same content under another id.'
      : `The item with the id "${excerpt(twin.externalId, 40)}" has the same content.`,
  fix: 'Nothing, if they are to be labelled apart; else give both the same id, or leave one out.',
})
