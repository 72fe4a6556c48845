import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { table } from '@/cli/output'
import { readablePath } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import {
  applyImportEndpoint,
  cancelImportEndpoint,
  type FileCounts,
  getImportEndpoint,
  type IdentityRule,
  type ImportDetail,
  type ImportOptions,
  identityRules,
  LABEL_CHOICES,
  uploadImportEndpoint,
} from '@/lib/workspace/imports/contract'
import { isUnderWay, NOT_JOINED_TEXT, nextPersonsWork } from '@/lib/workspace/imports/rules'

interface Options {
  labels: ImportOptions['labels']
  person?: string
  independent: boolean
  raters?: number
  identity: IdentityRule
  open: boolean
  dryRun: boolean
}

const POLL_MS = 300

/** assay import: uploads a file, shows what the check found, and writes it unless told not to. */
export function importCommand(program: Command, session: () => Session): void {
  program
    .command('import')
    .description('add the records of a file (JSON, JSON lines or CSV) to a project: all of them or none')
    .argument('<project>', 'its id or exact name')
    .argument('<file>')
    .addOption(new Option('--labels <what>', 'what labels in the file become').choices(LABEL_CHOICES).default('ignore'))
    .option('--person <email>', 'with --labels person: whose submitted work they are')
    .option('--independent', 'with --labels person: made without sight of others’ labels', false)
    .addOption(
      new Option('--raters <number>', 'with --labels person: how many people label each item in all').argParser(Number),
    )
    .addOption(
      new Option(
        '--identity <rule>',
        'a record is about an item that is here when it has the same id and content, or id',
      )
        .choices(identityRules)
        .default('content'),
    )
    .option('--open', 'open the tasks at once (the default)', true)
    .option('--no-open', 'keep the tasks in preparation')
    .option('--dry-run', 'check only, and forget the file', false)
    .action(async (project: string, file: string, options: Options) => {
      await importFile(session(), project, file, options)
    })
}

async function importFile(session: Session, project: string, file: string, options: Options): Promise<void> {
  if (options.labels === 'person' && !options.person)
    throw new CliError(EXIT.usage, '--labels person needs --person <email>.')
  const { id: projectId } = await session.project(project)
  const checked = await upload(session, projectId, file)
  if (checked.state === 'refused') {
    session.output.result(checked, () => problemTable(checked))
    throw new CliError(EXIT.refused, `${checked.problemCount} problem(s) in ${file}. Nothing was added.`)
  }
  if (checked.state !== 'ready') throw new CliError(EXIT.failed, checked.error ?? `The import is ${checked.state}.`)
  const params = { importId: checked.id }
  if (options.dryRun) {
    await session.call(cancelImportEndpoint, { params })
    const seen = { ...checked, ...countsOf(checked, options) }
    session.output.result(seen, () => `${problemTable(checked)}${summary(seen, 'would be added')}`)
    noteLabels(session, checked, checked, options)
    return
  }
  await session.call(applyImportEndpoint, { params, body: decide(checked, options) })
  const done = await settled(session, checked.id, 'Writing')
  if (done.state !== 'done') throw new CliError(EXIT.failed, done.error ?? `The import is ${done.state}.`)
  session.output.result(done, () => `${warningText(checked)}${summary(done, 'added')}`)
  noteLabels(session, checked, done, options)
}

/** Says which labels of the file became nothing, and how they would. */
function noteLabels(session: Session, checked: ImportDetail, done: ImportDetail, options: Options): void {
  const { labels } = options
  const { labelledCount, here } = countsOf(checked, options)
  if (labels === 'ignore' && labelledCount > 0)
    session.output.note(
      `Labels of ${labelledCount} new record(s) are ignored. To use them, import into a project without these records, with --labels gold or --labels person.`,
    )
  if (labels !== 'person' && here.free > 0)
    session.output.note(
      `${here.free} of these items are here already: add their labels as ${nextPersonsWork({ here })} with --labels person --person <email>.`,
    )
  const leftOut = labels === 'person' && done.state === 'done' ? done.notJoined : here.notJoined
  for (const { reason, count, lines } of leftOut)
    session.output.note(
      `Labels of ${count} item(s) that are here are not used, because ${NOT_JOINED_TEXT[reason]} (lines ${lines.join(', ')}${count > lines.length ? ', ...' : ''}).`,
    )
}

/** What the file would do under the rule of identity that was asked for. */
const countsOf = ({ byContent, byId }: ImportDetail, { identity }: Options): FileCounts =>
  (identity === 'id' && byId) || byContent

async function upload(session: Session, projectId: string, file: string): Promise<ImportDetail> {
  const full = await readablePath(file)
  const bytes = Readable.toWeb(createReadStream(full)) as ReadableStream<Uint8Array>
  const query = { fileName: path.basename(full) }
  const { id } = await session.call(uploadImportEndpoint, { params: { projectId }, query, body: bytes })
  return settled(session, id, 'Checking')
}

/** Waits until nothing is under way any more. */
async function settled(session: Session, importId: string, doing: string): Promise<ImportDetail> {
  for (;;) {
    const current = await session.call(getImportEndpoint, { params: { importId } })
    if (!isUnderWay(current.state)) {
      session.output.endProgress()
      return current
    }
    session.output.progress(`${doing} ${Math.round(current.progress * 100)} %`)
    await pause(POLL_MS)
  }
}

function decide(checked: ImportDetail, options: Options): ImportOptions {
  const { labels, independent, open, identity, raters } = options
  if (labels !== 'person') return { labels, independent: false, open, identity }
  const person = checked.people.find((member) => member.email === options.person?.trim().toLowerCase())
  if (!person) throw new CliError(EXIT.usage, `${options.person} is no member of the project who may annotate.`)
  return { labels, personId: person.id, independent, open, identity, ...(raters === undefined ? {} : { raters }) }
}

function problemTable({ problems, problemCount, warningCount }: ImportDetail): string {
  if (problems.length === 0) return ''
  const rows = problems.map(({ severity, line, field, message, fix }) => [
    line,
    field || '–',
    severity,
    `${message} ${fix}`,
  ])
  const left = problemCount + warningCount - problems.length
  return `${table(['LINE', 'FIELD', 'KIND', 'WHAT'], rows)}\n${left > 0 ? `... and ${left} more\n` : ''}`
}

/** So many lines of each kind of warning are named. */
const LINES_NAMED = 5

/** The warnings of a file by kind, with the first lines of each. */
function warningText({ groups, problems }: ImportDetail): string {
  const warned = groups.filter(({ severity }) => severity === 'warning')
  if (warned.length === 0) return ''
  const rows = warned.map(({ kind, message, count }) => {
    const own = problems.filter((problem) => problem.severity === 'warning' && problem.kind === kind)
    const lines = [...new Set(own.map(({ line }) => line))].slice(0, LINES_NAMED)
    const fields = [...new Set(own.map(({ field }) => field))]
    return [count, `${lines.join(', ')}${count > lines.length ? ', ...' : ''}`, fields[0] || '–', message]
  })
  return `${table(['WARNINGS', 'LINES', 'FIELD', 'WHAT'], rows)}\n`
}

const summary = ({ newCount, duplicateCount, joinedCount, warningCount }: ImportDetail, what: string) =>
  `${newCount} ${what}, ${duplicateCount} already here${joinedCount > 0 ? `, ${joinedCount} of them with labels added` : ''}, ${warningCount} warning(s)`
