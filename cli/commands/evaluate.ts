import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { distributionsFile } from '@/cli/distributions-file'
import { CliError, EXIT } from '@/cli/exit-codes'
import {
  type GoldFile,
  goldFile,
  goldUnderFile,
  noteUnread,
  protocolNamed,
  type RecordCount,
  recordsText,
  refusePartlyRead,
  refuseUnread,
} from '@/cli/gold-file'
import { type Output, table } from '@/cli/output'
import { readablePath } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import { refuseUnwritable, writeWhole } from '@/cli/write-file'
import {
  getEvaluationEndpoint,
  listEvaluationsEndpoint,
  uploadPredictionsEndpoint,
} from '@/lib/gold/evaluation/contract'
import { downloadReportEndpoint, getReportEndpoint } from '@/lib/gold/evaluation/report/contract'
import { isUnderWay } from '@/lib/gold/evaluation/rules'
import type { Evaluation } from '@/lib/gold/evaluation/scoring/evaluation'
import type { EvaluationReport } from '@/lib/gold/evaluation/scoring/report-schema'
import { type ClassReading, classReadings } from '@/lib/gold/evaluation/scoring/rules'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { compileEvaluations } from '@/lib/protocols/language/compile/evaluation'
import type { Protocol } from '@/lib/protocols/protocol'
import { INTERVAL_METHOD, type IntervalMethod, intervalMethods } from '@/lib/stats/interval-limits'
import { evaluationText } from './evaluation-text'
import { definitionIn } from './protocols'

const POLL_MS = 300

/** What is asked of a project of the server. */
interface ProjectEvaluation {
  project: string
  predictions: readonly string[]
  /** The settings. */
  parameters(): Record<string, unknown>
  /** Of logs of Inspect. */
  scorer: string | undefined
  /** How figures are made. */
  figures: Pick<Flags, 'method' | 'classes' | 'mcnemar'>
  /** The file that the receipt is written to. */
  receipt: string | undefined
}

/** What the terminal says of a task and asks for it; one that is computed here is more. */
type ShownTask = Pick<
  EvaluationTask,
  'key' | 'title' | 'summary' | 'source' | 'stage' | 'fields' | 'example' | 'parameters'
>

/** The tasks of the project's protocol, as the server says them: that of a protocol file is known there alone. */
async function projectTasks(session: Session, idOrName: string): Promise<ShownTask[]> {
  const { id: projectId } = await session.project(idOrName)
  const { tasks } = await session.call(listEvaluationsEndpoint, { params: { projectId } })
  return tasks.map(({ stageKey, parameters, ...task }) => ({
    ...task,
    stage: stageKey,
    parameters: settingsOf(parameters),
  }))
}

/** Settings by their JSON schema. What it cannot say of a value, the server checks. */
function settingsOf(schema: unknown): z.ZodObject {
  const read = settingsSchema.safeParse(schema)
  const settings = read.success ? z.fromJSONSchema(read.data) : null
  if (!read.success || !(settings instanceof z.ZodObject)) return z.object({})
  const titled = Object.entries(read.data.properties).map(([name, { title, description }]) => {
    const setting: z.ZodType = settings.shape[name]
    return [name, setting.meta({ title, description })] as const
  })
  return z.object(Object.fromEntries(titled))
}

const settingsSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.looseObject({ title: z.string().optional(), description: z.string().optional() })),
})

/** Uploads predictions to a project and waits for the report of all its systems. @throws CliError */
async function evaluateProject(
  session: Session,
  task: ShownTask,
  { project, predictions, parameters, scorer, figures: { mcnemar, ...figures }, receipt }: ProjectEvaluation,
): Promise<EvaluationReport> {
  if (receipt !== undefined) await refuseUnwritable(receipt)
  const { id: projectId } = await session.project(project)
  const settings = JSON.stringify(parameters())
  for (const file of predictions) await upload(session, { projectId, task: task.key, file, scorer })
  for (;;) {
    const query = { task: task.key, parameters: settings, ...figures, ...(mcnemar ? { mcnemar: 'yes' as const } : {}) }
    const { state, report, error, progress } = await session.call(getReportEndpoint, { params: { projectId }, query })
    if (state === 'ready' && report) {
      session.output.endProgress()
      if (receipt !== undefined) {
        const callInput = { params: { projectId }, query: { ...query, format: 'receipt' as const } }
        await session.save(receipt, downloadReportEndpoint, callInput)
      }
      return report
    }
    if (state === 'failed') throw new CliError(EXIT.failed, error ?? 'The report could not be made.')
    session.output.progress('Scoring', progress)
    await pause(POLL_MS)
  }
}

async function upload(
  session: Session,
  { projectId, task, file, scorer }: { projectId: string; task: string; file: string; scorer: string | undefined },
): Promise<void> {
  const full = await readablePath(file)
  const bytes = Readable.toWeb(createReadStream(full)) as ReadableStream<Uint8Array>
  const query = { task, fileName: path.basename(full), scorer }
  const { id } = await session.call(uploadPredictionsEndpoint, { params: { projectId }, query, body: bytes })
  for (;;) {
    const current = await session.call(getEvaluationEndpoint, { params: { evaluationId: id }, query: {} })
    if (!isUnderWay(current.state)) {
      session.output.endProgress()
      if (current.state === 'done') return
      for (const { line, message, fix } of current.problems.slice(0, 20)) {
        session.output.note(`${file}, line ${line}: ${message} ${fix}`)
      }
      const failureText = current.error ?? `${current.problemCount} problem(s) in ${file}. Nothing was added.`
      throw new CliError(current.state === 'refused' ? EXIT.refused : EXIT.failed, failureText)
    }
    session.output.progress('Checking', current.progress)
    await pause(POLL_MS)
  }
}

/** A task with the fields of its lines, as the terminal shows it. */
function taskText({ key, title, summary, stage, fields, example, parameters, source }: ShownTask): string {
  const settings = Object.entries(parameters.shape).map(([name, schema]) => [name, titleOf(schema)])
  return [
    `${key}: ${title}`,
    `${summary} ${stage === null ? 'The predictions bring everything along.' : `Needs gold of the stage "${stage}".`}`,
    `(${source.paper}, ${source.section})`,
    table(
      ['FIELD', '', 'MEANING'],
      fields.map(({ name, required, text }) => [name, required ? 'needed' : '', text]),
    ),
    ...(settings.length > 0 ? [table(['SETTING', 'MEANING'], settings)] : []),
    ...example,
  ].join('\n')
}

function titleOf(schema: unknown): string {
  const meta = typeof schema === 'object' && schema !== null && 'meta' in schema ? schema.meta : undefined
  const stated: unknown = typeof meta === 'function' ? meta.call(schema) : undefined
  const has = (value: unknown): value is { title?: unknown; description?: unknown } =>
    typeof value === 'object' && value !== null
  if (!has(stated)) return ''
  return [stated.title, stated.description].filter((each) => typeof each === 'string').join('. ')
}

const AFTER = `
With --protocol everything is computed here: no server and no token are needed. Gold is read in any format of the protocol that carries
labels; predictions are JSON lines, JSON or CSV with the fields of the task, or logs of Inspect (docs/evaluation.md). Without --task the
tasks of the protocol are listed with their fields.

  assay evaluate --protocol felm
  assay evaluate --protocol felm --task segments --gold felm.jsonl --predictions mine.jsonl other.jsonl
  assay evaluate --protocol felm --task segments --gold felm.jsonl --predictions mine.jsonl --set abstentions=true
  assay evaluate --protocol felm --task segments --gold assay.jsonl --distributions distributions.jsonl --predictions mine.jsonl
  assay evaluate --protocol my-types.yaml --task verdict --gold gold.jsonl --predictions mine.jsonl
  assay evaluate --project "Ocean facts" --task segments --predictions mine.jsonl --receipt receipt.json

Where a record of the gold or a line of the predictions cannot be read, it is named on standard error, and the result is about
the others and says of how many; the exit code is 4.`

interface Flags {
  protocol?: string
  project?: string
  task?: string
  gold?: string[]
  distributions?: string
  predictions?: string[]
  set?: string[]
  resamples?: string
  seed?: string
  method?: IntervalMethod
  classes?: ClassReading
  mcnemar?: boolean
  receipt?: string
  errors?: string
  scorer?: string
}

/** assay evaluate: scores systems' predictions against gold in files. */
export function evaluateCommand(program: Command, session: () => Session, output: () => Output): void {
  program
    .command('evaluate')
    .description('score fact-checkers and models against gold, as the protocol’s paper does')
    .option('--protocol <id>', 'the protocol that the gold in files is of: its id, or a protocol file (.yaml)')
    .option('--project <project>', 'instead of files of gold: a project of the server, by its id or exact name')
    .option('--task <key>', 'what is scored; tasks are listed when it is left out')
    .option('--gold <files...>', 'files with gold, in a format of the protocol')
    .option(
      '--distributions <file>',
      'how annotators rated: distributions.jsonl of a release whose assay.jsonl is the gold',
    )
    .option(
      '--predictions <files...>',
      'files with predictions; a line may name its system, or the file’s name stands in',
    )
    .option('--scorer <name>', 'of a log of Inspect: whose answers are the predictions, where it has several scorers')
    .option('--set <name=value...>', 'settings of the task')
    .option('--resamples <number>', 'for intervals; 0 for none (default: 2000)')
    .option('--seed <number>', 'of the resampling and of random baselines (default: 1)')
    .addOption(
      new Option('--method <name>', `how limits are made of resamples (default: ${INTERVAL_METHOD})`).choices(
        intervalMethods,
      ),
    )
    .addOption(
      new Option('--classes <reading>', 'what macro averages are over (default: fixed, from the whole data)').choices(
        classReadings,
      ),
    )
    .option('--mcnemar', 'McNemar’s test beside comparisons too: of who was right, with targets as independent')
    .option('--receipt <file>', 'write everything that the figures are computed from, as JSON (docs/evaluation.md)')
    .option('--errors <system>', 'instead of the report, what this system got wrong')
    .addHelpText('after', AFTER)
    .action(async (flags: Flags) => {
      if ((flags.protocol === undefined) === (flags.project === undefined)) {
        throw new CliError(EXIT.usage, 'Name the protocol of the files with --protocol, or a project with --project.')
      }
      if (flags.project === undefined) await evaluate(output(), { ...flags, protocol: flags.protocol ?? '' })
      else await evaluateOnServer(session(), output(), { ...flags, project: flags.project })
    })
}

type FileFlags = Flags & { protocol: string }

/** Of a project: predictions are uploaded and stay there; the report is of all its systems. */
async function evaluateOnServer(session: Session, output: Output, flags: Flags & { project: string }): Promise<void> {
  if (flags.gold || flags.distributions || flags.errors || flags.resamples || flags.seed)
    throw new CliError(EXIT.usage, '--gold, --distributions, --errors, --resamples and --seed go with --protocol.')
  const tasks = await projectTasks(session, flags.project)
  if (flags.task === undefined) {
    listTasks(output, tasks)
    return
  }
  const task = taskNamed(tasks, flags.task)
  const { project, predictions = [], method, classes, mcnemar, receipt } = flags
  const parameters = () => parametersOf(task, flags.set ?? [])
  const report = await evaluateProject(session, task, {
    project,
    predictions,
    parameters,
    scorer: flags.scorer,
    figures: { method, classes, mcnemar },
    receipt,
  })
  output.result(report, () => evaluationText(report))
}

function listTasks(output: Output, tasks: readonly ShownTask[]): void {
  output.result(tasks.map(described), () => tasks.map(taskText).join('\n\n') || 'Nothing is scored on its gold.')
}

async function evaluate(output: Output, flags: FileFlags): Promise<void> {
  const { protocol, tasks, isFile } = await protocolOf(output, flags.protocol)
  if (flags.task === undefined) {
    listTasks(output, tasks)
    return
  }
  const task = taskNamed(tasks, flags.task)
  if (flags.receipt !== undefined) await refuseUnwritable(flags.receipt)
  const evaluation = startEvaluation(task, parametersOf(task, flags.set ?? []))
  if (task.stage !== null && !flags.gold) throw new CliError(EXIT.usage, 'Name the files of the gold with --gold.')
  const rated =
    flags.distributions === undefined
      ? undefined
      : await distributionsFile({ protocol, task, gold: flags.gold ?? [] }, flags.distributions)
  const gold = await takeGold(output, evaluation, { protocol, isFile, gold: flags.gold ?? [], rated })
  const predictions: PredictionFiles = { problems: [], records: { read: 0, of: 0 } }
  for (const file of flags.predictions ?? [])
    await takePredictions({ output, evaluation, scorer: flags.scorer }, file, predictions)
  if (flags.predictions && predictions.records.read === 0) refuseUnread(output, predictions)
  output.progress('Computing the report')
  const report = await evaluation.report({
    resamples: wholeNumber('resamples', flags.resamples ?? '2000', 100_000),
    mcnemar: flags.mcnemar === true,
    ...(flags.method ? { method: flags.method } : {}),
    ...(flags.classes ? { classes: flags.classes } : {}),
    seed: wholeNumber('seed', flags.seed ?? '1', 0xffffffff),
  })
  output.endProgress()
  if (flags.predictions && report.predictions === 0)
    throw new CliError(EXIT.refused, 'The files of predictions hold no prediction of this task.')
  if (flags.receipt !== undefined) await writeWhole(flags.receipt, evaluation.receipt(report))
  noteUnread(output, gold)
  noteUnread(output, predictions)
  const { records } = gold
  const result = { ...report, records, predictionRecords: predictions.records }
  if (flags.errors === undefined) output.result(result, () => resultText(report, records, predictions.records))
  else
    writeErrors(
      output,
      evaluation,
      flags.errors,
      report.scorings.map(({ key }) => key),
    )
  refusePartlyRead(records, predictions.records)
}

/** How much was read, then the report. */
function resultText(report: EvaluationReport, gold: RecordCount, predictions: RecordCount): string {
  const read = predictions.of > 0 ? [`Predictions: ${recordsText(predictions)}`] : []
  return [`Gold: ${recordsText(gold)}`, ...read, evaluationText(report)].join('\n')
}

const described = ({ key, title, summary, stage, fields, example }: ShownTask) => ({
  key,
  title,
  summary,
  stage,
  fields,
  example,
})

function taskNamed<Task extends ShownTask>(tasks: readonly Task[], key: string): Task {
  const task = tasks.find((each) => each.key === key)
  if (task) return task
  throw new CliError(
    EXIT.usage,
    `There is no task "${key}". There are: ${tasks.map((each) => each.key).join(', ') || 'none'}.`,
  )
}

/** A protocol with what its gold scores: by its id, or a file that is named. @throws CliError */
async function protocolOf(output: Output, name: string) {
  if (/\.ya?ml$/i.test(name)) {
    const definition = await definitionIn(output, name)
    return { protocol: compileProtocol(definition), tasks: compileEvaluations(definition), isFile: true }
  }
  const protocol = protocolNamed(name)
  return { protocol, tasks: await evaluationTasks(protocol.id), isFile: false }
}

async function takeGold(
  output: Output,
  evaluation: Evaluation,
  {
    protocol,
    isFile,
    gold,
    rated,
  }: {
    protocol: Protocol
    isFile: boolean
    gold: readonly string[]
    rated: Awaited<ReturnType<typeof distributionsFile>> | undefined
  },
): Promise<GoldFile> {
  const file = isFile ? goldUnderFile(protocol, gold) : goldFile(protocol, gold)
  for await (const item of output.counted('Reading gold', file.items))
    evaluation.addItem(rated ? { ...item, ...rated(item) } : item)
  if (gold.length > 0 && file.records.read === 0) refuseUnread(output, file)
  return file
}

/** What was read of all files of predictions together. */
type PredictionFiles = Pick<GoldFile, 'problems' | 'records'>

async function takePredictions(
  { output, evaluation, scorer }: { output: Output; evaluation: Evaluation; scorer: string | undefined },
  file: string,
  files: PredictionFiles,
): Promise<void> {
  const system = path.basename(file).replace(/\.[^.]+$/, '')
  const full = await readablePath(file)
  const entries = readRecordsApart(() => createReadStream(full), {}, { log: { as: 'verdicts', scorer } })
  for await (const entry of output.counted(`Reading ${path.basename(file)}`, entries)) {
    const reasons = entry.ok ? evaluation.addLine(entry.value, entry.line, system) : [`${entry.message} ${entry.fix}`]
    if (!entry.ok) for (const reason of reasons) evaluation.refuseLine(entry.line, system, reason)
    files.records.of++
    if (reasons.length === 0) files.records.read++
    files.problems.push(...reasons.map((reason) => `${file}, line ${entry.line}: ${reason}`))
  }
}

/** Settings as `name=value`; numbers, true and false are taken as such. @throws CliError naming what is wrong. */
function parametersOf(task: ShownTask, settings: readonly string[]): Record<string, unknown> {
  const settingNames = Object.keys(task.parameters.shape)
  const values = settings.map((each): [string, unknown] => {
    const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(each) ?? []
    if (settingNames.includes(name)) return [name, text]
    throw new CliError(
      EXIT.usage,
      `The task has no setting "${name || each}". It has: ${settingNames.join(', ') || 'none'}.`,
    )
  })
  const texts = Object.fromEntries(values)
  const typed = Object.fromEntries(values.map(([name, text]) => [name, asNumber(String(text))]))
  const parsed = [texts, typed].map((each) => task.parameters.safeParse(each)).find(({ success }) => success)
  if (parsed?.data) return parsed.data
  const issue = task.parameters.safeParse(typed).error?.issues[0]
  throw new CliError(EXIT.usage, `--set ${String(issue?.path[0] ?? '')}: ${issue?.message ?? 'not understood'}.`)
}

const asNumber = (text: string) =>
  text === 'true'
    ? true
    : text === 'false'
      ? false
      : text.trim() !== '' && Number.isFinite(Number(text))
        ? Number(text)
        : text

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= most) return number
  throw new CliError(EXIT.usage, `--${name} takes a whole number from 0 to ${most}.`)
}

function writeErrors(output: Output, evaluation: Evaluation, system: string, scorings: readonly string[]): void {
  const errors = scorings.flatMap((scoring) =>
    [...evaluation.errors(system, scoring)].map((each) => ({ scoring, ...each })),
  )
  output.result(errors, () => errors.map((each) => JSON.stringify(each)).join('\n') || 'No errors.')
}
