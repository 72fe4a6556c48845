/** The end of an item: its suggestions, notes and state in one transaction, by whom the item still is. */
import 'server-only'
import { v7 as uuid } from 'uuid'
import type { Prisma } from '@/generated/prisma/client'
import { type Tx, transaction } from '@/lib/platform/server/db'
import type { FailureCode } from '@/lib/protocols/prefill'
import type { Json, Stage, Subject } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { codePointSlice } from '@/lib/text/code-points'
import { listUnits, unitOf } from '@/lib/workspace/tasks/load-task'
import { checkProposals } from './check-proposals'
import type { Counts } from './counts'
import { countEnded, holdWatched } from './first-failures'
import type { ClaimedItem } from './items'
import type { Made } from './run-steps'

/** How an item ended, or why it waits on. */
export interface Ending {
  state: 'done' | 'failed' | 'skipped' | 'waiting'
  step: string | null
  code: FailureCode | null
  message: string | null
  notes: Record<string, Json>
  proposals: readonly Made[]
  /** Of an evaluation run: what it speaks of, as its steps had it. null: what it proposed becomes suggestions. */
  predictedOf: Subject | null
  /** The step whose answers a retry asks for anew. */
  afresh: string | null
  counts: Counts
  millis: number
  /** The protocol that its steps worked under. */
  protocolId?: string
}

/** Thrown out of the transaction that ends an item, so that it leaves nothing behind. */
class ProtocolMoved extends Error {}

/**
 * Writes the ending; false where another worker has the item by now, and then nothing. An item that waits on has not been
 * tried, and one whose run was cancelled ends with it. Where the project has moved to another version of its protocol meanwhile, the item
 * waits on: its steps begin anew, and find the answers that were kept.
 */
export async function finishItem(
  runId: string,
  item: ClaimedItem,
  stage: Stage | null,
  ending: Ending,
): Promise<boolean> {
  try {
    return await end(runId, item, stage, ending)
  } catch (error) {
    if (!(error instanceof ProtocolMoved)) throw error
    const { counts, millis } = ending
    const none = { step: null, code: null, message: null, notes: {}, proposals: [], predictedOf: null, afresh: null }
    return end(runId, item, null, { ...none, state: 'waiting', counts, millis })
  }
}

function end(runId: string, item: ClaimedItem, stage: Stage | null, ending: Ending): Promise<boolean> {
  return transaction(async (tx) => {
    // Before the item, as everybody who sets items going or stops them holds the run first.
    const watched = await holdWatched(tx, runId)
    const { cachedCalls } = ending.counts
    if (cachedCalls > 0) await tx.$executeRaw`select 1 from runs where id = ${runId}::uuid for no key update`
    if (!(await writeState(tx, item, ending))) return false
    if (watched) await countEnded(tx, runId, watched, ending)
    const written = await write(tx, runId, item, stage, ending)
    const notes = written.dropped.length > 0 ? { ...ending.notes, 'not taken': written.dropped } : ending.notes
    if (Object.keys(notes).length > 0 || written.count > 0)
      await tx.runItem.update({
        where: { id: item.id },
        data: { notes: notes as Prisma.InputJsonObject, suggestions: { increment: written.count } },
      })
    if (cachedCalls > 0)
      await tx.$executeRaw`update runs set cached_calls = cached_calls + ${cachedCalls} where id = ${runId}::uuid`
    return true
  })
}

async function writeState(tx: Tx, item: ClaimedItem, ending: Ending): Promise<boolean> {
  const { state, step, code, message, afresh, counts, millis } = ending
  const waits = state === 'waiting'
  const updated = await tx.$executeRaw`
    update run_items i
    set state = case when ${waits} and r.state = 'cancelled' then 'cancelled' else ${state}::"RunItemState" end,
        step = ${step}, error_code = ${code}, error = ${message}, leased_until = null, worker = null,
        subject = coalesce(i.subject, '{}') - 'afresh' || ${JSON.stringify(afresh ? { afresh } : {})}::jsonb,
        attempts = i.attempts - ${waits ? 1 : 0}, calls = i.calls + ${counts.calls},
        cached_calls = i.cached_calls + ${counts.cachedCalls}, spent_micro = i.spent_micro + ${counts.spentMicro},
        millis = i.millis + ${millis},
        finished_at = case when ${waits} and r.state <> 'cancelled' then null else clock_timestamp() end
    from runs r
    where r.id = i.run_id and i.id = ${item.id}::uuid and i.worker = ${item.worker} and i.state = 'running'`
  return updated === 1
}

async function write(tx: Tx, runId: string, item: ClaimedItem, stage: Stage | null, ending: Ending) {
  const { predictedOf, proposals, state, protocolId } = ending
  if (!stage || !item.taskId || state === 'waiting') return noneWritten
  if (!predictedOf) return suggest(tx, runId, { id: item.taskId, protocolId }, stage, proposals)
  const { taken, dropped } = checkProposals(stage, predictedOf, proposals)
  // An item that is tried again says all of it again.
  const storedProposals = taken.map(({ rationale, ...made }) => ({
    ...made,
    ...(rationale === undefined ? {} : { rationale: shortened(rationale) }),
  }))
  await tx.runItem.update({
    where: { id: item.id },
    data: { proposals: storedProposals, suggestions: storedProposals.length },
  })
  return { ...noneWritten, dropped }
}

const noneWritten = { count: 0, dropped: [] as { unit: string; question: string; why: string }[] }

/** Adds what is valid and was not said by this run before: an item that is tried again says nothing twice. */
async function suggest(
  tx: Tx,
  runId: string,
  { id: taskId, protocolId }: { id: string; protocolId: string | undefined },
  stage: Stage,
  proposals: readonly Made[],
) {
  if (proposals.length === 0) return noneWritten
  // Held, so that neither its units nor the protocol change under it, and the protocol looked up only then: a move to another version holds all tasks.
  const [task] = await tx.$queryRaw<{ round: number; state: string; content: Json; protocolId: string }[]>`
    with held as materialized (
      select t.round, t.state::text "state", i.content, t.project_id from tasks t join items i on i.id = t.item_id
      where t.id = ${taskId}::uuid for share of t)
    select round, state, content, protocol_now(project_id) "protocolId" from held`
  if (!task || task.state === 'discarded') return noneWritten
  if (protocolId !== undefined && task.protocolId !== protocolId) throw new ProtocolMoved()
  const units = await listUnits(tx, { id: taskId, round: task.round })
  const { taken, dropped } = checkProposals(stage, { content: task.content, units: units.map(unitOf) }, proposals)
  const knownSuggestions = await tx.suggestion.findMany({
    where: { taskId, runId },
    select: { unitId: true, question: true, value: true },
  })
  const idOf = new Map(units.map(({ key, id }) => [key, id]))
  const fresh = taken.flatMap(({ unit, ...proposal }) => {
    const unitId = idOf.get(unit) ?? ''
    const isKnown = knownSuggestions.some(
      (suggestion) =>
        suggestion.unitId === unitId &&
        suggestion.question === proposal.question &&
        sameValue(suggestion.value as Json, proposal.value),
    )
    return isKnown ? [] : [{ ...proposal, unitId }]
  })
  await tx.suggestion.createMany({ data: fresh.map((proposal) => suggestionRow(runId, taskId, proposal)) })
  return { count: fresh.length, dropped }
}

const LONGEST_RATIONALE = 5_000
/** Between characters: half of one could not be stored. */
const shortened = (rationale: string) => codePointSlice(rationale, 0, LONGEST_RATIONALE)

function suggestionRow(runId: string, taskId: string, proposal: Omit<Made, 'unit'> & { unitId: string }) {
  const { unitId, question, source, model } = proposal
  return {
    id: uuid(),
    taskId,
    unitId,
    question,
    source,
    model,
    runId,
    value: proposal.value as Prisma.InputJsonValue,
    promptHash: proposal.promptHash ?? null,
    score:
      proposal.score === undefined || !Number.isFinite(proposal.score)
        ? null
        : Math.min(1, Math.max(0, proposal.score)),
    rationale: proposal.rationale === undefined ? null : shortened(proposal.rationale),
  }
}
