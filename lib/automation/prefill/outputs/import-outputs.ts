import 'server-only'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Prisma } from '@/generated/prisma/client'
import type { RunPlan } from '@/lib/automation/prefill/contract'
import { getRun } from '@/lib/automation/prefill/queries'
import { record } from '@/lib/platform/events/record'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import { replayable } from '@/lib/platform/foreign/replayable'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById, stageByKey } from '@/lib/protocols'
import { inOptionOrder } from '@/lib/protocols/option-lists'
import type { MachineOutput, OutputFormat } from '@/lib/protocols/prefill'
import type { Json, Stage } from '@/lib/protocols/protocol'
import { pipelineOf } from '@/lib/protocols/steps'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { holdTasks } from '@/lib/workspace/tasks/hold-tasks'
import { MAX_OUTPUTS_BYTES, type OutputsResult } from './contract'
import { type Candidate, type Match, matchOutputs } from './match-outputs'

/** Reads a file of machine outputs; every problem is named by line and field. */
const MOST_PROBLEMS = 100

type ReadOutputs =
  | { ok: true; format: OutputFormat; outputs: MachineOutput[] }
  | { ok: false; problems: OutputsResult['problems'] }

/** The format is that of the first record; a record of another is a problem. */
async function readOutputs(chunks: AsyncIterable<Buffer>, formats: readonly OutputFormat[]): Promise<ReadOutputs> {
  const body = replayable(chunks)
  try {
    return await readRecords(body.open, formats)
  } finally {
    await body.close()
  }
}

async function readRecords(
  open: () => AsyncIterable<Uint8Array>,
  formats: readonly OutputFormat[],
): Promise<ReadOutputs> {
  const problems: OutputsResult['problems'] = []
  const outputs: MachineOutput[] = []
  let format: OutputFormat | undefined
  let records = 0
  for await (const entry of readRecordsApart(open)) {
    if (problems.length >= MOST_PROBLEMS) break
    if (!entry.ok) {
      problems.push({ line: entry.line, field: entry.field, message: entry.message, fix: entry.fix })
      continue
    }
    records++
    const { line, value } = entry
    format ??= formats.find((each) => each.recognises(value))
    if (!format?.recognises(value)) {
      problems.push({ line, field: '', ...notOf(format, formats) })
      if (!format) break
      continue
    }
    const read = format.read(value)
    if (read.ok) outputs.push(...read.outputs)
    else problems.push(...read.problems.map((problem) => ({ line, ...problem })))
  }
  if (problems.length > 0) return { ok: false, problems }
  if (format && records > 0) return { ok: true, format, outputs }
  return {
    ok: false,
    problems: [{ line: 1, field: '', message: 'The file holds no records.', fix: 'Choose another file.' }],
  }
}

function notOf(format: OutputFormat | undefined, formats: readonly OutputFormat[]) {
  if (format) {
    const message = `This is not a record of the format of the lines before it (${format.title}).`
    return { message, fix: 'Put records of one format into one file.' }
  }
  const formatText = formats.map(({ title, description }) => `${title}: ${description}`).join(' ')
  return { message: 'No format of machine outputs is like this record.', fix: `These are read: ${formatText}` }
}

const MOST_EXAMPLES = 10
const MINUTES = 5

interface Upload {
  name: string
  body: ReadableStream<Uint8Array> | null
}

/**
 * Makes runs of a file of machine outputs, one a model, with a suggestion for every verdict that finds its unit. All or
 * nothing; a model's outputs from the same file are taken once. Errors: `too_large`, `rule` where the protocol reads no
 * such files.
 */
export async function importOutputs(actor: Actor, projectId: string, { name, body }: Upload): Promise<OutputsResult> {
  if (!body) throw new AppError('invalid_request', 'Send the file as the body of the request.')
  const formats = await readableFormats(actor, projectId)
  const hash = createHash('sha256')
  const read = await readOutputs(limited(body, hash), formats)
  if (!read.ok) return { runs: [], known: [], matched: 0, unmatched: 0, examples: [], problems: read.problems }
  const file = { name, sha256: hash.digest('hex'), format: read.format.key }
  const written = await transaction((tx) => write(tx, actor, projectId, { ...read, file }), MINUTES)
  const runs = await Promise.all(written.runIds.map((runId) => getRun(actor, projectId, runId)))
  const { known, matched, unmatched, examples } = written
  return { runs, known, matched, unmatched, examples, problems: [] }
}

/** Checked before the file is read, and again inside the transaction that writes. */
function readableFormats(actor: Actor, projectId: string): Promise<readonly OutputFormat[]> {
  return transaction(async (tx) => formatsOf(await loadWritable(tx, actor, projectId)))
}

async function formatsOf({ protocolId }: LoadedProject): Promise<readonly OutputFormat[]> {
  const formats = (await pipelineOf(protocolId))?.outputs ?? []
  if (formats.length === 0) throw new AppError('rule', 'This protocol reads no files of machine outputs.')
  return formats
}

async function loadWritable(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId, { lock: 'change' })
  authorizeProject('project.manage', project)
  refuseArchived(project)
  return project
}

async function* limited(body: ReadableStream<Uint8Array>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of Readable.fromWeb(body as NodeStream<Uint8Array>)) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_OUTPUTS_BYTES) {
      const limit = MAX_OUTPUTS_BYTES / 1_000_000
      throw new AppError('too_large', `The file is larger than ${limit} MB. Split it into several.`)
    }
    hash.update(bytes)
    yield bytes
  }
}

interface Given {
  format: OutputFormat
  outputs: readonly MachineOutput[]
  file: NonNullable<RunPlan['file']>
}

async function write(tx: Tx, actor: Actor, projectId: string, { format, outputs, file }: Given) {
  const project = await loadWritable(tx, actor, projectId)
  const candidates = await readCandidates(tx, projectId, format)
  const { matched, unmatched } = matchOutputs(outputs, candidates)
  const models = [...new Set(outputs.map(({ model }) => model))]
  const importedModels = await modelsOfFile(tx, projectId, file.sha256)
  // Suggestions are written in the order of the file, and refer to them.
  await holdTasks(tx, [...new Set(matched.map(({ taskId }) => taskId))])
  const runIds: string[] = []
  for (const model of models) {
    const matches = matched.filter(({ output }) => output.model === model)
    if (importedModels.has(model) || matches.length === 0) continue
    const plan = planOf(project, format, { model, file, pool: candidates.length })
    runIds.push(await writeRun(tx, actor, { projectId, plan, model, matches, stage: stageOf(project, format) }))
  }
  const examples = [...new Set(unmatched.map(({ text }) => text))].slice(0, MOST_EXAMPLES)
  return {
    runIds,
    known: models.filter((model) => importedModels.has(model)),
    matched: matched.length,
    unmatched: unmatched.length,
    examples,
  }
}

const stageOf = (project: LoadedProject, format: OutputFormat): Stage =>
  stageByKey(protocolById(project.protocolId), format.stage)

async function readCandidates(tx: Tx, projectId: string, format: OutputFormat): Promise<Candidate[]> {
  const tasks = await tx.task.findMany({
    where: { projectId, stage: { key: format.stage }, item: { discardedAt: null } },
    orderBy: { position: 'asc' },
    select: {
      id: true,
      itemId: true,
      item: { select: { content: true, domain: true } },
      units: {
        where: { retiredRound: null, makerId: null },
        orderBy: { position: 'asc' },
        select: { id: true, text: true },
      },
    },
  })
  return tasks.map(({ id, itemId, item, units }) => {
    const { prompt, response } = format.identify(item.content as Json)
    return { itemId, taskId: id, prompt, response, domain: item.domain, units }
  })
}

async function modelsOfFile(tx: Tx, projectId: string, sha256: string): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ model: string }[]>`
    select plan #>> '{steps,0,model}' "model" from runs
    where project_id = ${projectId}::uuid and kind = 'import' and plan #>> '{file,sha256}' = ${sha256}`
  return new Set(rows.map(({ model }) => model))
}

function planOf(
  project: LoadedProject,
  format: OutputFormat,
  { model, file, pool }: { model: string; file: Given['file']; pool: number },
): RunPlan {
  const step = { key: format.key, title: format.title, method: 'model' as const, model, parameters: {}, prompts: [] }
  return {
    protocol: { id: project.protocolId, version: project.protocolVersion },
    stage: format.stage,
    steps: [step],
    search: null,
    prices: [],
    target: { pool, onlyNew: false, most: null },
    file,
  }
}

interface NewRun {
  projectId: string
  plan: RunPlan
  model: string
  matches: readonly Match[]
  stage: Stage
}

async function writeRun(tx: Tx, actor: Actor, { projectId, plan, model, matches, stage }: NewRun): Promise<string> {
  const now = new Date()
  const fileName = plan.file?.name ?? ''
  const run = await tx.run.create({
    data: {
      projectId,
      kind: 'import',
      stageKey: stage.key,
      name: `${model}, from ${fileName}`,
      state: 'done',
      plan: plan as Prisma.InputJsonObject,
      createdById: actor.userId,
      startedAt: now,
      finishedAt: now,
    },
    select: { id: true },
  })
  const suggestions = matches.flatMap((match) => suggestionsOf(stage, match, { runId: run.id, fileName }))
  await tx.suggestion.createMany({ data: suggestions })
  await tx.runItem.createMany({ data: itemsOf(run.id, matches, suggestions, now) })
  const counts = { items: new Set(matches.map(({ itemId }) => itemId)).size, suggestions: suggestions.length }
  await record(tx, 'run.imported', { actorId: actor.userId, projectId }, { runId: run.id, fileName, model, ...counts })
  return run.id
}

/** A value that the question would refuse is left out. */
function suggestionsOf(stage: Stage, { output, taskId, unitId }: Match, about: { runId: string; fileName: string }) {
  return output.proposals.flatMap(({ question, value, score, rationale }) => {
    const askedQuestion = stage.questions.find(({ key }) => key === question)
    if (!askedQuestion?.schema.safeParse(value).success || value === null) return []
    const proposed = inOptionOrder(askedQuestion, value) as Prisma.InputJsonValue
    const suggestionFields = { question, value: proposed, score: score ?? null, rationale: rationale ?? null }
    return [{ taskId, unitId, ...suggestionFields, source: about.fileName, model: output.model, runId: about.runId }]
  })
}

function itemsOf(
  runId: string,
  matches: readonly Match[],
  suggestions: readonly { taskId: string }[],
  finishedAt: Date,
): Prisma.RunItemCreateManyInput[] {
  const byTask = new Map<string, Match[]>()
  for (const match of matches) byTask.set(match.taskId, [...(byTask.get(match.taskId) ?? []), match])
  const counts = new Map<string, number>()
  for (const { taskId } of suggestions) counts.set(taskId, (counts.get(taskId) ?? 0) + 1)
  return [...byTask.entries()].map(([taskId, taskMatches], index) => {
    const notes = taskMatches.flatMap(({ output }) => (output.note === undefined ? [] : [output.note]))
    return {
      runId,
      position: index + 1,
      itemId: taskMatches[0]?.itemId ?? null,
      taskId,
      state: 'done',
      finishedAt,
      suggestions: counts.get(taskId) ?? 0,
      notes: (notes.length > 0 ? { outputs: notes } : {}) as Prisma.InputJsonObject,
    }
  })
}
