import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { MAP_HELP, type MappingOptions, mappingFrom, mappingLines, saysMapping } from '@/cli/mapping-options'
import { table } from '@/cli/output'
import { readablePath } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import { refuseUnwritable, saveBody } from '@/cli/write-file'
import {
  applyImportEndpoint,
  cancelImportEndpoint,
  downloadRejectedEndpoint,
  getImportEndpoint,
  type IdentityRule,
  type ImportDetail,
  type ImportOptions,
  identityRules,
  LABEL_CHOICES,
  mapImportEndpoint,
} from '@/lib/workspace/imports/contract'
import { type Moment, paceText, withMoment } from '@/lib/workspace/imports/pace/rules'
import { countsUnder, isUnderWay, NOT_JOINED_TEXT, nextPersonsWork } from '@/lib/workspace/imports/rules'
import { type FileToSend, sendFile } from '@/lib/workspace/imports/send-file'

interface Options extends MappingOptions {
  labels: ImportOptions['labels']
  person?: string
  independent: boolean
  raters?: number
  identity: IdentityRule
  open: boolean
  dryRun: boolean
  good: boolean
  rejected?: string
  sheet?: string
  domain?: string
  source?: string
  tag: string[]
}

const POLL_MS = 300

/** assay import: uploads a file, shows what the check found, and writes it unless told not to. */
export function importCommand(program: Command, session: () => Session): void {
  program
    .command('import')
    .description(
      'add the records of a file (CSV, Excel, JSON, JSON lines, Parquet, text; gzip or not) to a project: all of them or none',
    )
    .argument('<project>', 'its id or exact name')
    .argument('<file>')
    .addOption(new Option('--labels <what>', 'what labels in the file become').choices(LABEL_CHOICES).default('ignore'))
    .option('--person <email>', 'with --labels person: whose submitted work they are')
    .option('--independent', 'with --labels person: made without sight of others’ labels', false)
    .addOption(
      new Option(
        '--raters <number>',
        'with --labels person: how many people label each item in all (as many as the stage asks for, unless said)',
      ).argParser(Number),
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
    .option('--map <target=column>', MAP_HELP, collect, [])
    .option(
      '--word <column:word=value>',
      'what a word of a column of labels means; no value: it is left out',
      collect,
      [],
    )
    .option(
      '--rule-domain <word=domain>',
      'the domain of the protocol whose rules hold for a domain of the file',
      collect,
      [],
    )
    .option('--sheet <name>', 'of a workbook: the sheet to be read (the first with rows, unless said)')
    .option(
      '--labels-of <column=word>',
      'of a file with labels of several people: whose are read, "annotator=1"; once for each of them',
    )
    .option('--domain <word>', 'a domain of your own for all new items, beside that of their records')
    .option('--source <words>', 'a source of your own for all new items, beside that of their records')
    .option('--tag <word>', 'a tag for all new items; again for more', collect, [])
    .option('--as-is', 'map no columns: the records are of a format of the protocol', false)
    .option('--good', 'where some records have problems, import the others; ends with 4 all the same', false)
    .option('--rejected <file>', 'write the records with problems into this file, to be mended and imported again')
    .option('--dry-run', 'check only, and forget the file', false)
    .action(async (project: string, file: string, options: Options) => {
      await importFile(session(), project, file, options)
    })
}

const collect = (given: string, before: string[]) => [...before, given]

async function importFile(session: Session, project: string, file: string, options: Options): Promise<void> {
  if (options.labels === 'person' && !options.person)
    throw new CliError(EXIT.usage, '--labels person needs --person <email>.')
  if (options.rejected !== undefined) await refuseUnwritable(options.rejected)
  const { id: projectId } = await session.project(project)
  const checked = await remapped(session, await upload(session, projectId, file), options)
  for (const line of mappingLines(checked)) session.output.note(line)
  const isPart = checked.state === 'refused' && options.good && checked.newCount + checked.duplicateCount > 0
  if (checked.state === 'refused') {
    if (options.rejected !== undefined) await saveRejected(session, checked.id, options.rejected)
    if (!isPart) {
      session.output.result(checked, () => problemTable(checked))
      throw new CliError(EXIT.refused, `${checked.problemCount} problem(s) in ${file}. Nothing was added.`)
    }
  } else if (checked.state !== 'ready')
    throw new CliError(EXIT.failed, checked.error ?? `The import is ${checked.state}.`)
  const params = { importId: checked.id }
  if (options.dryRun) {
    await session.call(cancelImportEndpoint, { params })
    const seen = { ...checked, ...countsUnder(checked, options.identity) }
    session.output.result(seen, () => `${problemTable(checked)}${summary(seen, options, 'would be added')}`)
    noteLabels(session, checked, checked, options)
    return
  }
  await session.call(applyImportEndpoint, { params, body: decide(checked, options) })
  const done = await settled(session, checked.id, 'Writing')
  if (done.state !== 'done') throw new CliError(EXIT.failed, done.error ?? `The import is ${done.state}.`)
  session.output.result(done, () =>
    isPart
      ? `${problemTable(checked)}${summary(done, options, 'added')}`
      : `${warningText(checked)}${summary(done, options, 'added')}`,
  )
  noteLabels(session, checked, done, options)
  if (isPart)
    throw new CliError(EXIT.refused, `${checked.problemCount} problem(s) in ${file}. Their records were left out.`)
}

/** Says which labels of the file became nothing, and how they would. */
function noteLabels(session: Session, checked: ImportDetail, done: ImportDetail, options: Options): void {
  const { labels } = options
  const { labelledCount, here } = countsUnder(checked, options.identity)
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

async function upload(session: Session, projectId: string, file: string): Promise<ImportDetail> {
  const sent = await fileToSend(await readablePath(file))
  const { id } = await sendFile(projectId, sent, {
    call: (endpoint, input) => session.call(endpoint, input),
    onProgress: (received) =>
      session.output.progress(
        `Uploading ${Math.round(received / 1_000_000)} MB`,
        sent.size > 0 ? received / sent.size : 1,
      ),
  })
  return settled(session, id, 'Checking')
}

async function fileToSend(full: string): Promise<FileToSend> {
  const { size, mtimeMs } = await stat(full)
  const streamOf = (range: { start?: number; end?: number } = {}) =>
    Readable.toWeb(createReadStream(full, range)) as unknown as BodyInit
  return {
    name: path.basename(full),
    size,
    lastModified: Math.round(mtimeMs),
    whole: () => streamOf(),
    // A stream's end is its last byte.
    slice: (start, end) => streamOf({ start, end: end - 1 }),
  }
}

/** The file checked again, with its sheet and its columns as the command line says. */
async function remapped(session: Session, checked: ImportDetail, options: Options): Promise<ImportDetail> {
  const isChecked = (state: ImportDetail['state']) => state === 'ready' || state === 'refused'
  const params = { importId: checked.id }
  let current = checked
  if (options.sheet !== undefined && isChecked(current.state)) {
    await session.call(mapImportEndpoint, { params, body: { mapping: null, sheet: options.sheet } })
    current = await settled(session, checked.id, 'Checking')
  }
  if (!saysMapping(options) || !isChecked(current.state)) return current
  await session.call(mapImportEndpoint, { params, body: { mapping: mappingFrom(current, options) } })
  return settled(session, checked.id, 'Checking')
}

/** The records that cannot be imported, each with its problems, as a file. */
async function saveRejected(session: Session, importId: string, file: string): Promise<void> {
  const response = await session.send(downloadRejectedEndpoint, { params: { importId } })
  await saveBody(file, response, session.output)
}

/** Waits until nothing is under way any more. */
async function settled(session: Session, importId: string, doing: string): Promise<ImportDetail> {
  let moments: Moment[] = []
  for (;;) {
    const current = await session.call(getImportEndpoint, { params: { importId } })
    if (!isUnderWay(current.state)) {
      session.output.endProgress()
      return current
    }
    const { progress, byteSize } = current
    moments = withMoment(moments, { at: performance.now(), bytes: progress * byteSize })
    const pace = paceText(moments, byteSize)
    session.output.progress(`${doing}${pace ? `, ${pace},` : ''}`, progress)
    await pause(POLL_MS)
  }
}

function decide(checked: ImportDetail, options: Options): ImportOptions {
  const { labels, independent, open, identity, raters } = options
  const records = options.good ? 'good' : 'all'
  const own = ownFrom(options)
  if (labels !== 'person') return { labels, independent: false, open, identity, records, ...own }
  const person = checked.people.find((member) => member.email === options.person?.trim().toLowerCase())
  if (!person) throw new CliError(EXIT.usage, `${options.person} is not a member of the project who may annotate.`)
  return {
    labels,
    personId: person.id,
    independent,
    open,
    identity,
    records,
    ...own,
    // As the page has it: of a stage that draws a share of its items for several people, each that comes with labels is for all of them.
    raters: raters ?? checked.raters,
  }
}

/** A domain, a source and tags for all items of the file, where any are given. */
function ownFrom({ domain, source, tag: tags }: Options): Pick<ImportOptions, 'own'> {
  if (domain === undefined && source === undefined && tags.length === 0) return {}
  return { own: { ...(domain !== undefined && { domain }), ...(source !== undefined && { source }), tags } }
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

/** The warnings of a file by kind, with their lines. */
function warningText({ groups, problems }: ImportDetail): string {
  const warned = groups.filter(({ severity }) => severity === 'warning')
  if (warned.length === 0) return ''
  const rows = warned.map(({ kind, message, count, lines }) => {
    const field = problems.find((problem) => problem.severity === 'warning' && problem.kind === kind)?.field
    return [count, lines, field || '–', message]
  })
  return `${table(['WARNINGS', 'LINES', 'FIELD', 'WHAT'], rows)}\n`
}

function summary(detail: ImportDetail, options: Options, what: string): string {
  const { newCount, duplicateCount, joinedCount, warningCount } = detail
  const { repeatedCount } = countsUnder(detail, options.identity)
  return [
    `${newCount} ${what}`,
    `${duplicateCount - repeatedCount} already here`,
    ...(joinedCount > 0 ? [`${joinedCount} of them with labels added`] : []),
    ...(repeatedCount > 0 ? [`${repeatedCount} repeated in the file`] : []),
    `${warningCount} warning(s)`,
  ].join(', ')
}
