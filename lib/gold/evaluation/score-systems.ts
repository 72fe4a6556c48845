/** Gold and predictions, brought together by the scoring core. */
import 'server-only'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import { turnGiver } from '@/lib/platform/foreign/turns'
import { prisma } from '@/lib/platform/server/db'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import { protocolById } from '@/lib/protocols'
import { readPrediction } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import type { Proposal } from '@/lib/protocols/prefill'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { readChunks } from './chunks'
import { systemsOf, verdictsOf } from './present'
import { readGold } from './read-gold'
import { nameOfFile } from './rules'
import type { Evaluation as Scoring } from './scoring/evaluation'

/** What a run proposed for one item. */
interface ProposedItem {
  position: number
  units: UnitDraft[]
  /** In the order in which they were made. */
  proposals: Proposal[]
}

// Units that newer gold has retired keep their keys, so that proposals for them find what stands there now.
const PROPOSED = `
  select i.position, (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('key', u.key, 'kind', u.kind, 'text', u.text, 'parent', u.parent_key))
        || case when u.data is null then '{}' else jsonb_build_object('data', u.data) end order by u.position), '[]')
      from units u where u.task_id = t.id and u.maker_id is null and u.retired_round is null) "units",
    p.proposals
  from (
    select x.task_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('unit', u.key, 'question', x.question, 'score', x.score))
      || jsonb_build_object('value', x.value) order by x.created_at, x.id) "proposals"
    from suggestions x join units u on u.id = x.unit_id where x.run_id = $1 group by x.task_id
    union all
    select task_id, proposals from run_items where run_id = $1 and proposals <> '[]') p
  join tasks t on t.id = p.task_id join items i on i.id = t.item_id
  order by i.position`

/** Every item that a run proposed something for, in order. */
async function* readRun(runId: string): AsyncGenerator<ProposedItem> {
  for await (const rows of cursorRows<ProposedItem>(PROPOSED, [runId])) yield* rows
}

interface Scored {
  projectId: string
  protocolId: string
  task: EvaluationTask
}

/** Takes in the gold of the task's stage; nothing where predictions bring everything along. */
export async function addGold(
  evaluation: Scoring,
  { projectId, protocolId, task }: Scored,
  signal: AbortSignal,
): Promise<void> {
  if (task.stage === null) return
  const { itemLabel, stages } = protocolById(protocolId)
  const { stage } = task
  const measure = stages.find(({ key }) => key === stage)?.measures.find(({ key }) => key === task.measure)
  const ratedBy = measure
    ? { measure: measure.key, question: measure.question ?? null, categories: measure.categories.length }
    : null
  const giveTurn = turnGiver(signal)
  for await (const item of readGold(projectId, { stage, labelStage: itemLabel?.stage ?? '', ratedBy })) {
    signal.throwIfAborted()
    await giveTurn()
    evaluation.addItem(item)
  }
}

export interface Source {
  id: string
  name: string
  runId: string | null
  /** Of a run: its system's name. */
  system: string | null
  /** How a file is read. */
  choice: ReadingChoice
}

interface Reading {
  /** null: all. */
  systems: ReadonlySet<string> | null
  /** Learns how many bytes were read, and throws where the work is to end. */
  onRead: (bytes: number) => Promise<void>
}

/** Takes in the predictions of files and runs that have been checked, one source after the other. */
export async function addPredictions(
  evaluation: Scoring,
  task: EvaluationTask,
  sources: readonly Source[],
  reading: Reading,
): Promise<void> {
  for (const source of sources) {
    if (source.runId === null) await addFile(evaluation, task, source, reading)
    else if (source.system !== null && (reading.systems?.has(source.system) ?? true))
      await addRun(evaluation, { runId: source.runId, system: source.system }, reading)
  }
}

async function addFile(
  evaluation: Scoring,
  task: EvaluationTask,
  { id, name, choice }: Source,
  { systems, onRead }: Reading,
): Promise<void> {
  const fallback = nameOfFile(name)
  let bytes = 0
  const giveTurn = turnGiver()
  const open = () =>
    readChunks(id, (read) => {
      bytes += read
    })
  for await (const entry of readRecordsApart(open, {}, choice)) {
    if (bytes > 0) await onRead(bytes)
    bytes = 0
    await giveTurn()
    const read = entry.ok ? readPrediction(task, entry.value) : null
    // The file was checked: what cannot be read now was written for an older version of the task.
    for (const prediction of read?.ok ? read.predictions : []) {
      const system = prediction.system.trim() || fallback
      if (systems?.has(system) ?? true) evaluation.add({ ...prediction, system }, entry.line)
    }
  }
  await onRead(bytes)
}

async function addRun(
  evaluation: Scoring,
  { runId, system }: { runId: string; system: string },
  { onRead }: Reading,
): Promise<void> {
  const giveTurn = turnGiver()
  for await (const { position, units, proposals } of readRun(runId)) {
    await onRead(0)
    await giveTurn()
    evaluation.addProposals(system, position, units, proposals)
  }
}

/** Where the predictions of a task are, with how large they are. */
export async function listSources(projectId: string, task: string): Promise<(Source & { bytes: number })[]> {
  const rows = await doneEvaluations(projectId, task)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    runId: row.runId,
    bytes: Number(row.byteSize),
    system: systemsOf(row)[0]?.system ?? null,
    choice: verdictsOf(row),
  }))
}

/** The evaluations of a task that count: what was checked and taken, in the order in which it came. */
export function doneEvaluations(projectId: string, task: string) {
  return prisma().evaluation.findMany({
    where: { projectId, task, state: 'done' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}
