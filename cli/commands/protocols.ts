import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { CliError, EXIT } from '@/cli/exit-codes'
import { fileAt } from '@/cli/file-at'
import { recordsTogether } from '@/cli/files-together'
import { type Output, table } from '@/cli/output'
import { readablePath } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import { ApiError } from '@/lib/platform/client/api-error'
import { appFolder } from '@/lib/platform/foreign/reader-process'
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import type { SourceRecord } from '@/lib/platform/foreign/records/source-entry'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { type Definition, inLanguage } from '@/lib/protocols/language/definition'
import { migrationProblems, plannedDifference } from '@/lib/protocols/language/migrate'
import { type FileProblem, inFileOrder } from '@/lib/protocols/language/problems'
import { LONGEST_FILE } from '@/lib/protocols/language/read-yaml'
import { recordFileNames } from '@/lib/protocols/language/record-file-names'
import { goldOf, runTests } from '@/lib/protocols/language/run-tests'
import type { Protocol } from '@/lib/protocols/protocol'
import type { RecordProblem } from '@/lib/protocols/records'
import { groupFiles, secondFiles } from '@/lib/workspace/imports/file-groups'
import { fileShapeIn, readUnder } from '@/lib/workspace/imports/rows'
import {
  changeVersionEndpoint,
  fileProblemSchema,
  finishedSchema,
  getProtocolEndpoint,
  getVersionChangeEndpoint,
  listProtocolsEndpoint,
  publishProtocolEndpoint,
  type RecordFile,
  type VersionChangeView,
} from '@/lib/workspace/protocol-files/contract'
import { touchedText } from '@/lib/workspace/protocol-files/rules'

/** The files that a new protocol starts from. */
const EXAMPLES = path.join(appFolder(), 'docs/examples/protocols')
const PLAIN = 'my-labels'
/** The most bytes a character of a file has. */
const BYTES_A_CHARACTER = 4

const AFTER = `
new, check and diff work without a server. A file is checked whole: every problem is named with its line and column and a way out, then its own
tests run on the records that they name, which lie beside it.

  assay protocols new my-types
  assay protocols new my-scales --from rated-answers
  assay protocols check my-types.yaml
  assay protocols check my-types.yaml --records answers.jsonl
  assay protocols diff my-types.v1.yaml my-types.v2.yaml
  assay protocols push my-types.yaml
  assay protocols pull my-types@1 --folder protocols
  assay protocols move "My project" 2            (what it would mean; nothing is changed)
  assay protocols move "My project" 2 --apply --finished ask

docs/protocol-files.md has the words of the language. The exit code is 4 where a file has problems.`

/** assay protocols new | check | diff | list | push | pull | move */
export function protocolCommands(program: Command, session: () => Session, output: () => Output): void {
  const protocols = program
    .command('protocols')
    .description('write protocols as files, and check them')
    .addHelpText('after', AFTER)

  protocols
    .command('new')
    .description('write a protocol file to start from, with records')
    .argument('<name>', 'its id; also the name of the files')
    .option('--from <example>', 'the example that it starts from', PLAIN)
    .option('--folder <folder>', 'where the files are written', '.')
    .action(async (name: string, options: { from: string; folder: string }) => {
      const written = await writeNew(name, options)
      output().result(
        written,
        () => `Written: ${written.files.join(', ')}\nCheck it with: assay protocols check ${written.files[0]}`,
      )
    })

  protocols
    .command('check')
    .description('check a protocol file and run its tests')
    .argument('<file>')
    .option(
      '--records <files...>',
      'also read the records of these files under it, with second files by their names, and write them again',
    )
    .action(async (file: string, options: { records?: string[] }) => {
      const checked = await checkWithTests(await readablePath(file))
      const { warnings } = checked
      for (const warning of warnings) output().note(`Warning: ${problemLine(file, warning)}`)
      if (!checked.ok) refuseFile(output(), file, checked.problems, warnings)
      const { definition } = checked
      const records = options.records ? await tryRecords(output(), definition, options.records) : null
      output().result({ ok: true, ...summary(definition), warnings, ...(records ? { records } : {}) }, () =>
        [summaryText(definition), ...(records ? [recordsText(records)] : [])].join('\n\n'),
      )
      if (records && records.read < records.all)
        throw new CliError(EXIT.refused, `${records.all - records.read} records could not be read.`)
    })

  protocols
    .command('diff')
    .description('what changes from one version of a protocol file to another, and what it means for labels')
    .argument('<before>')
    .argument('<after>')
    .action(async (before: string, after: string) => {
      const one = await definitionIn(output(), before)
      const checked = checkFile(await textOf(await readablePath(after)))
      const problems = checked.ok ? migrationProblems(one, checked.definition).map(checked.place) : checked.problems
      if (!checked.ok || problems.length > 0) return refuseFile(output(), after, inFileOrder(problems))
      const changes = plannedDifference(one, checked.definition).map(({ weight, at, message, handled }) => ({
        weight,
        at,
        message,
        handled,
      }))
      output().result(changes, () =>
        changes.length === 0
          ? 'Nothing changes.'
          : table(
              ['TOUCHES', 'WHERE', 'WHAT'],
              changes.map(({ weight, at, message }) => [weight, at, message]),
            ),
      )
    })

  protocols
    .command('list')
    .description('the protocols of the server that projects can be made under')
    .action(async () => {
      const { protocols: found } = await session().call(listProtocolsEndpoint, {})
      output().result(found, () =>
        table(
          ['PROTOCOL', 'TITLE', 'PUBLISHED'],
          found.map(({ protocolId, title, builtIn, createdAt }) => [
            protocolId,
            title,
            builtIn ? 'built in' : createdAt,
          ]),
        ),
      )
    })

  protocols
    .command('push')
    .description(
      'publish a version of a protocol file, with the records that its tests name; pushed again, it is the same',
    )
    .argument('<file>')
    .action(async (typedPath: string) => {
      const file = await readablePath(typedPath)
      const source = await textOf(file)
      const files = await filesBeside(file, source)
      const view = await session()
        .call(publishProtocolEndpoint, { body: { source, files } })
        .catch((error: unknown) => {
          const problems = fileProblems.safeParse(error instanceof ApiError ? error.problem.data?.problems : undefined)
          if (!problems.success) throw error
          return refuseFile(output(), typedPath, problems.data)
        })
      output().result(
        view,
        () => `${view.protocolId} is published: ${session().link(`/protocols/${view.id}/${view.version}`)}`,
      )
    })

  protocols
    .command('pull')
    .description('write a published version of a protocol file, with the records of its tests, into a folder')
    .argument('<name>', 'such as my-types@1')
    .option('--folder <folder>', 'where the files are written', '.')
    .action(async (name: string, { folder }: { folder: string }) => {
      const [id = '', version] = name.split('@')
      if (!/^[1-9]\d*$/.test(version ?? ''))
        throw new CliError(EXIT.usage, `Name the version too, such as ${id || 'my-types'}@1.`)
      const params = { id, version: Number(version) }
      const view = await session().call(getProtocolEndpoint, { params })
      const target = fileAt(folder)
      const all = [{ name: `${view.id}.yaml`, text: view.text }, ...view.files]
      const paths = all.map((each) => path.join(target, path.basename(each.name)))
      await refuseThere(paths)
      await mkdir(target, { recursive: true })
      for (const [index, { text }] of all.entries()) await writeFile(paths[index] ?? '', text, { flag: 'wx' })
      output().result({ files: paths }, () => `Written: ${paths.join(', ')}`)
    })

  protocols
    .command('move')
    .description('what moving a project to another version of its protocol file means; with --apply, move it')
    .argument('<project>', 'its id or exact name')
    .argument('<version>', 'the number of the version')
    .option('--apply', 'move it')
    .option('--finished <ask|leave>', 'whether finished items are asked what the version asks anew')
    .action(async (idOrName: string, number: string, options: { apply?: boolean; finished?: string }) => {
      const { apply = false } = options
      const finished = finishedSchema.optional().safeParse(options.finished)
      if (!finished.success) throw new CliError(EXIT.usage, '--finished is ask or leave.')
      if (!/^[1-9]\d*$/.test(number)) throw new CliError(EXIT.usage, 'Name the version by its number, such as 2.')
      const { id: projectId } = await session().project(idOrName)
      const params = { projectId, version: Number(number) }
      const change = await session().call(getVersionChangeEndpoint, { params })
      const isOpen = (change.asks?.finished ?? 0) > 0 && finished.data === undefined
      if (apply && isOpen && change.reasons.length === 0)
        throw new CliError(EXIT.usage, `${asksText(change)} Add --finished ask or --finished leave.`)
      if (apply && change.reasons.length === 0)
        await session().call(changeVersionEndpoint, {
          params,
          body: { from: change.from, ...(finished.data ? { finished: finished.data } : {}) },
        })
      const isMoved = apply && change.reasons.length === 0
      output().result({ moved: isMoved, ...change }, () => moveText(change, isMoved))
      if (apply && !isMoved) throw new CliError(EXIT.refused, 'The project was not moved.')
    })
}

/** What changes, what of it is stored in the project, and whether the project can move. */
function moveText(change: VersionChangeView, isMoved: boolean): string {
  const { from, to, changes, reasons, undoes } = change
  const rows = changes.map((each) => [each.weight, each.at, each.message, undoes ? 'taken back' : touchedText(each)])
  const outcome = isMoved
    ? `The project moved from version ${from} to version ${to}.`
    : `The project can move from version ${from} to version ${to}${undoes ? ', which takes the last move back' : ''}: add --apply.`
  const asks = (change.asks?.finished ?? 0) > 0 ? [asksText(change)] : []
  return [
    ...asks,
    rows.length > 0 ? table(['TOUCHES', 'WHERE', 'WHAT', 'IN THIS PROJECT'], rows) : 'Nothing changes.',
    reasons.length > 0 ? ['The project cannot move:', ...reasons.map((reason) => `- ${reason}`)].join('\n') : outcome,
  ].join('\n\n')
}

/** What a manager has to decide. */
const asksText = ({ asks }: Pick<VersionChangeView, 'asks'>): string =>
  asks
    ? `${asks.finished} finished ${asks.finished === 1 ? 'item lacks' : 'items lack'} an answer to: ${asks.questions.join(', ')}. ${asks.must ? 'They have to be asked: a question of yes and no that nobody was asked would count as no.' : 'They can be asked, or left as they are.'}`
    : ''

const fileProblems = z.array(fileProblemSchema).min(1)

/** The files beside a protocol file that its tests name. */
async function filesBeside(file: string, source: string): Promise<RecordFile[]> {
  const found = await Promise.all(
    recordFileNames(source).map(async (name) => {
      const beside = path.join(path.dirname(file), path.basename(name))
      return (await stat(beside).catch(() => null))?.isFile() ? [{ name, text: await readFile(beside, 'utf8') }] : []
    }),
  )
  return found.flat()
}

/** @throws CliError where one of the files is there */
async function refuseThere(files: readonly string[]): Promise<void> {
  for (const file of files)
    if (await stat(file).catch(() => null))
      throw new CliError(EXIT.refused, `${file} is there already. Choose another name.`)
}

/** Names the problems of a file. @throws CliError always */
function refuseFile(
  output: Output,
  file: string,
  problems: readonly FileProblem[],
  warnings: readonly FileProblem[] = [],
): never {
  output.result({ ok: false, problems, warnings }, () =>
    problems.map((problem) => problemLine(file, problem)).join('\n'),
  )
  throw new CliError(EXIT.refused, `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`)
}

/** The definition of a file, whatever becomes of its tests. @throws CliError naming its problems */
export async function definitionIn(output: Output, file: string): Promise<Definition> {
  const checked = checkFile(await textOf(await readablePath(file)))
  return checked.ok ? checked.definition : refuseFile(output, file, checked.problems)
}

/** What became of the records of files under a protocol. */
interface TriedRecords {
  all: number
  read: number
  labelled: number
  /** Records that are not written from their gold as they were read. */
  changed: number
}

const MOST_NOTED = 20

/** Reads records and writes them from their own gold; what is wrong goes to the person at the terminal, by file and line. */
async function tryRecords(output: Output, definition: Definition, files: readonly string[]): Promise<TriedRecords> {
  const protocol = compileProtocol(definition)
  const tried: TriedRecords = { all: 0, read: 0, labelled: 0, changed: 0 }
  let noted = 0
  const shape = fileShapeIn(protocol)
  const inputFiles = await Promise.all(
    files.map(async (file) => ({ name: path.basename(file), path: await readablePath(file), file })),
  )
  for (const group of groupFiles(inputFiles, shape.join ?? [])) {
    const [{ file: main }] = group
    const nameOf = (name: string | undefined) => group.find((each) => each.name === name)?.file ?? main
    for await (const entry of recordsTogether(
      group.map((each) => each.path),
      shape,
    )) {
      const file = nameOf(entry.ok ? undefined : entry.file)
      tried.all += 1
      const found = entry.ok
        ? tryRecord(protocol, entry, tried)
        : [{ field: entry.field, message: entry.message, fix: entry.fix }]
      for (const { field, message, fix, line = entry.line } of found) {
        noted += 1
        if (noted <= MOST_NOTED) output.note(`${file}, line ${line}${field ? `, ${field}` : ''}: ${message} ${fix}`)
      }
    }
  }
  if (noted > MOST_NOTED) output.note(`and ${noted - MOST_NOTED} more`)
  return tried
}

/** What is to be said of one record; `tried` counts it. */
function tryRecord(protocol: Protocol, entry: SourceRecord, tried: TriedRecords): readonly RecordProblem[] {
  const [format] = protocol.formats
  const { value: record } = entry
  const read = readUnder(format, entry)
  if (!read.ok) return read.problems
  tried.read += 1
  if (read.record.answers) tried.labelled += 1
  const written = format.write?.(goldOf(protocol, record, read.record))
  if (JSON.stringify(written) === JSON.stringify(record)) return read.record.warnings
  tried.changed += 1
  return [
    ...read.record.warnings,
    { field: '', message: 'The record is not written as it was read.', fix: 'See record.gold.' },
  ]
}

const recordsText = ({ all, read, labelled, changed }: TriedRecords) =>
  `Records: ${read} of ${all} read, ${labelled} with labels, ${changed === 0 ? 'all' : read - changed} written as they were.`

const problemLine = (file: string, { line, column, message, fix }: FileProblem) =>
  `${file}:${line}:${column}: ${message} ${fix}`

async function writeNew(
  name: string,
  { from, folder }: { from: string; folder: string },
): Promise<{ files: string[] }> {
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(name))
    throw new CliError(
      EXIT.usage,
      `"${name}" is not an id: begin with a small letter, then small letters, digits and hyphens.`,
    )
  const examples = (await readdir(EXAMPLES)).flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? [])
  if (!examples.includes(from))
    throw new CliError(EXIT.usage, `There is no example "${from}". There are: ${examples.join(', ')}.`)
  const target = fileAt(folder)
  const yaml = await readFile(path.join(EXAMPLES, `${from}.yaml`), 'utf8')
  const recordFiles = recordFileNames(yaml)
  const renamed = (text: string) => text.replaceAll(`${from}.`, `${name}.`)
  const files = [`${name}.yaml`, ...recordFiles.map(renamed)].map((file) => path.join(target, file))
  await refuseThere(files)
  const records = await Promise.all(recordFiles.map((file) => readFile(path.join(EXAMPLES, file), 'utf8')))
  await mkdir(target, { recursive: true })
  // A protocol of one's own begins with its first version, whatever the example's is.
  const newYaml = yaml.replace(/^id: .*$/m, `id: ${name}`).replace(/^version: .*$/m, 'version: 1')
  const texts = [renamed(newYaml), ...records]
  for (const [index, text] of texts.entries()) await writeFile(files[index] ?? '', text, { flag: 'wx' })
  return { files }
}

/** `warnings`: what a check does not refuse, such as tests that show little. */
type Checked = { warnings: FileProblem[] } & (
  | { ok: true; definition: Definition }
  | { ok: false; problems: FileProblem[] }
)

/** @throws CliError for a file that is larger than any protocol */
async function textOf(file: string): Promise<string> {
  if ((await stat(file)).size > LONGEST_FILE * BYTES_A_CHARACTER)
    throw new CliError(
      EXIT.refused,
      `${file} is larger than a protocol file may be. Put records into a file beside it.`,
    )
  return await readFile(file, 'utf8')
}

async function checkWithTests(file: string): Promise<Checked> {
  const checked = checkFile(await textOf(file))
  if (!checked.ok) return checked
  const { definition, place } = checked
  const protocol = compileProtocol(definition)
  const found = await runTests(definition, protocol, (name) => recordsBeside(file, name, fileShapeIn(protocol)))
  const warnings = inFileOrder(found.warnings.map(place))
  if (found.problems.length === 0) return { ok: true, definition, warnings }
  return { ok: false, problems: inFileOrder(found.problems.map(place)), warnings }
}

/** The records of a file in the same folder; `shape`: how they stand in it. */
async function recordsBeside(file: string, name: string, shape: ReadingChoice): Promise<readonly Json[] | null> {
  const beside = path.join(path.dirname(file), path.basename(name))
  if (!(await stat(beside).catch(() => null))?.isFile()) return null
  const records: Json[] = []
  const others = (await readdir(path.dirname(beside))).toSorted().map((each) => ({ name: each }))
  const seconds = secondFiles(path.basename(beside), others, shape.join ?? [])
  const files = [beside, ...seconds.map((each) => path.join(path.dirname(beside), each.name))]
  for await (const entry of recordsTogether(files, shape)) {
    if (!entry.ok || entry.problems) return null
    records.push(entry.value)
  }
  return records
}

function summary({ id, version, language, units, stages, tests }: Definition) {
  const questions = stages.flatMap((stage) => stage.questions.map((question) => ({ stage: stage.id, ...question })))
  return {
    id,
    version,
    units: units.map((unit) => unit.id),
    stages: stages.map((stage) => stage.id),
    questions: questions.map(({ stage, id: question, on, form, options, picks }) => ({
      stage,
      question,
      on,
      form,
      keys: Object.fromEntries([
        ...(picks?.keys ?? []).map((key, place) => [`${picks?.of} ${place + 1}`, key]),
        ...options.map(({ text, key }) => [inLanguage(text, language, language), key]),
      ]),
    })),
    tests: tests.length,
  }
}

function summaryText(definition: Definition): string {
  const { id, version, questions, tests } = summary(definition)
  const title = inLanguage(definition.title, definition.language, definition.language)
  return [
    `${id}, version ${version}: ${title}`,
    table(
      ['STAGE', 'UNIT', 'QUESTION', 'FORM', 'KEYS'],
      questions.map(({ stage, on, question, form, keys }) => [
        stage,
        on,
        question,
        form,
        Object.entries(keys)
          .map(([value, key]) => `${key} ${value}`)
          .join(', ') || null,
      ]),
    ),
    `No problems; ${tests} ${tests === 1 ? 'test holds' : 'tests hold'}.`,
  ].join('\n\n')
}
