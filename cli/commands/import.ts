import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { openable } from '@/cli/files-together'
import { MAP_HELP, type MappingOptions, mappingFrom, mappingLines, saysMapping } from '@/cli/mapping-options'
import { table } from '@/cli/output'
import { readablePath } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import { refuseUnwritable, saveBody } from '@/cli/write-file'
import type { FileRoles } from '@/lib/platform/foreign/records/file-facts'
import { type OpenableFile, tarChunks } from '@/lib/platform/foreign/records/tar-chunks'
import { tarParts, tarSize } from '@/lib/platform/foreign/records/tar-file'
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
import { nameTogether } from '@/lib/workspace/imports/file-groups'
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
  file: string[]
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
    .argument('<files...>', 'one file, or the records with the second files of the protocol')
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
    .option(
      '--file <role=name>',
      'of several files: which one it is, "main=answers.jsonl", or by the name of a second file in the protocol (as their names say, otherwise)',
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
    .action(async (project: string, files: string[], options: Options) => {
      await importFiles(session(), project, files, options)
    })
}

const collect = (value: string, before: string[]) => [...before, value]

async function importFiles(
  session: Session,
  project: string,
  files: readonly string[],
  options: Options,
): Promise<void> {
  if (options.labels === 'person' && !options.person)
    throw new CliError(EXIT.usage, '--labels person needs --person <email>.')
  if (options.rejected !== undefined) await refuseUnwritable(options.rejected)
  const roles = rolesFrom(options.file)
  const { id: projectId } = await session.project(project)
  const uploaded = await upload(session, projectId, files)
  const params = { importId: uploaded.id }
  const file = files.join(', ')
  const { checked, isPart, decided } = await forgetting(session, uploaded.id, async () => {
    const checked = await remapped(session, await settled(session, uploaded.id, 'Checking'), { ...options, roles })
    const isPart = await look(session, checked, file, options)
    return { checked, isPart, decided: options.dryRun ? null : decide(checked, options) }
  })
  if (!decided) {
    await session.call(cancelImportEndpoint, { params })
    const preview = { ...checked, ...countsUnder(checked, options.identity) }
    session.output.result(preview, () => `${problemTable(checked)}${summary(preview, options, 'would be added')}`)
    noteLabels(session, checked, checked, options)
    return
  }
  await session.call(applyImportEndpoint, { params, body: decided })
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

/**
 * Does what comes before the writing. Where that ends with an error the file is forgotten: the next command sends it again, and a file that is
 * ready or refused stands against a move to another version of the protocol.
 */
async function forgetting<T>(session: Session, importId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // What is said is why the work has ended.
    await session.call(cancelImportEndpoint, { params: { importId } }).catch(() => undefined)
    throw error
  }
}

/** Shows what the check found. Throws unless there is something to write; true where that is only a part of the file. */
async function look(session: Session, checked: ImportDetail, file: string, options: Options): Promise<boolean> {
  for (const line of joinLines(checked)) session.output.note(line)
  for (const line of mappingLines(checked)) session.output.note(line)
  if (checked.state === 'ready') return false
  if (checked.state !== 'refused') throw new CliError(EXIT.failed, checked.error ?? `The import is ${checked.state}.`)
  if (options.rejected !== undefined) await saveRejected(session, checked.id, options.rejected)
  if (options.good && checked.newCount + checked.duplicateCount > 0) return true
  session.output.result(checked, () => problemTable(checked))
  throw new CliError(EXIT.refused, `${checked.problemCount} problem(s) in ${file}. Nothing was added.`)
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
  const notJoinedHere = labels === 'person' ? [] : here.notJoined
  const leftOut = done.state === 'done' ? [...notJoinedHere, ...done.notJoined] : here.notJoined
  for (const { reason, count, lines } of leftOut)
    session.output.note(
      `Labels of ${count} item(s) are not used, because ${NOT_JOINED_TEXT[reason]} (lines ${lines.join(', ')}${count > lines.length ? ', ...' : ''}).`,
    )
}

/** Which file is which, from words such as main=answers.jsonl; undefined where nothing is said. */
function rolesFrom(words: readonly string[]): FileRoles | undefined {
  if (words.length === 0) return undefined
  const pairs = words.map((word) => {
    const [, role, name] = /^(\w+)=(.+)$/.exec(word) ?? []
    if (role === undefined || name === undefined)
      throw new CliError(EXIT.usage, `"${word}" does not name a file: write --file main=answers.jsonl.`)
    return [role, path.basename(name)] as const
  })
  const { main, ...partners } = Object.fromEntries(pairs)
  if (main === undefined)
    throw new CliError(EXIT.usage, 'Say which file has the records, too: --file main=answers.jsonl.')
  return { main, partners }
}

/** What second files have for the records. */
const joinLines = ({ joins }: ImportDetail): string[] =>
  joins.flatMap(({ name, file, withPartner, without, unused }) =>
    file === null
      ? []
      : [
          `${name}: ${withPartner} record(s) with a partner in ${file}, ${without} without; ${unused} partner(s) unused.`,
        ],
  )

async function upload(session: Session, projectId: string, files: readonly string[]): Promise<{ id: string }> {
  const sent = fileToSend(await Promise.all(files.map(async (file) => openable(await readablePath(file)))))
  return sendFile(projectId, sent, {
    call: (endpoint, input) => session.call(endpoint, input),
    onProgress: (received) =>
      session.output.progress(
        `Uploading ${Math.round(received / 1_000_000)} MB`,
        sent.size > 0 ? received / sent.size : 1,
      ),
  })
}

/** A file by itself as it is; several as one archive. */
function fileToSend(files: readonly OpenableFile[]): FileToSend {
  const [only, ...others] = files
  const size = only && others.length === 0 ? only.size : tarSize(tarParts(files))
  const streamOf = (start: number, end: number) =>
    Readable.toWeb(
      Readable.from(only && others.length === 0 ? only.open(start, end) : tarChunks(files, { start, end })),
    ) as unknown as BodyInit
  return {
    name: nameTogether(files),
    size,
    lastModified: Math.max(...files.map(({ lastModified }) => lastModified)),
    whole: () => streamOf(0, size),
    slice: streamOf,
  }
}

/** The file checked again, with its sheet and its columns as the command line says. */
async function remapped(
  session: Session,
  checked: ImportDetail,
  options: Options & { roles: FileRoles | undefined },
): Promise<ImportDetail> {
  const isChecked = (state: ImportDetail['state']) => state === 'ready' || state === 'refused'
  const params = { importId: checked.id }
  let current = checked
  if (options.roles && isChecked(current.state)) {
    await session.call(mapImportEndpoint, { params, body: { mapping: null, files: options.roles } })
    current = await settled(session, checked.id, 'Checking')
  }
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
  const ownFields = ownFrom(options)
  if (labels !== 'person') return { labels, independent: false, open, identity, records, ...ownFields }
  const person = checked.people.find((member) => member.email === options.person?.trim().toLowerCase())
  if (!person) throw new CliError(EXIT.usage, `${options.person} is not a member of the project who may annotate.`)
  return {
    labels,
    personId: person.id,
    independent,
    open,
    identity,
    records,
    ...ownFields,
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
  const rows = problems.map(({ severity, file, line, field, message, fix }) => [
    file === undefined ? line : `${file} ${line}`,
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
