/** Gold and predictions, brought together by the scoring core. */
import 'server-only'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { readChunks } from './chunks'
import { readGold } from './read-gold'
import { readRun } from './read-runs'
import { nameOfFile } from './rules'
import type { Evaluation as Scoring } from './scoring/evaluation'

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
  const { itemLabel } = protocolById(protocolId)
  for await (const item of readGold(projectId, task.stage, itemLabel?.stage ?? '')) {
    signal.throwIfAborted()
    evaluation.addItem(item)
  }
}

export interface Source {
  id: string
  name: string
  runId: string | null
  /** Of a run: its system's name. */
  system: string | null
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
  { id, name }: Source,
  { systems, onRead }: Reading,
): Promise<void> {
  const fallback = nameOfFile(name)
  let bytes = 0
  const open = () =>
    readChunks(id, (read) => {
      bytes += read
    })
  for await (const entry of readRecordsApart(open)) {
    if (bytes > 0) await onRead(bytes)
    bytes = 0
    const read = entry.ok ? task.read(entry.value) : null
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
  for await (const { position, units, proposals } of readRun(runId)) {
    await onRead(0)
    evaluation.addProposals(system, position, units, proposals)
  }
}

/** The evaluations of a task that count: what was checked and taken, in the order in which it came. */
export function doneEvaluations(projectId: string, task: string) {
  return prisma().evaluation.findMany({
    where: { projectId, task, state: 'done' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}
