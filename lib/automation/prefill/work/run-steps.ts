/** Runs the steps of a plan on one item, in order, each with what the ones before it made. */
import 'server-only'
import { z } from 'zod'
import { isDatabaseTrouble } from '@/lib/platform/server/database-trouble'
import { log } from '@/lib/platform/server/log'
import {
  type Pipeline,
  type PrefillStep,
  type Proposal,
  StepFailure,
  type StepOutput,
  type StepTools,
} from '@/lib/protocols/prefill'
import type { EarlierGold, Json, UnitDraft } from '@/lib/protocols/protocol'
import { storableValue } from '@/lib/text/storable'
import { isSame, matchUnits } from '@/lib/workspace/tasks/compare-units'
import type { PlannedStep } from './tools'

/** What steps start from. */
export interface StepContext {
  content: Json
  units: readonly UnitDraft[]
  earlier: EarlierGold
  /** Why what a step made was not taken over although the steps after it go on; noted with that step. */
  remark?: string
}

/** A proposal with the step it comes from. */
export interface Made extends Proposal {
  step: string
  source: string
  model: string | null
}

export interface StepsResult {
  proposals: Made[]
  notes: Record<string, Json>
  stepContext: StepContext
  /** Where it came to a stand before the last step. */
  stopped: { step: string; failure: StepFailure } | { step: string; skipped: string } | null
}

export interface StepsGiven {
  pipeline: Pipeline
  steps: readonly PlannedStep[]
  stepContext: StepContext
  tools(step: PlannedStep): Promise<StepTools>
  /** Takes over evidence or segments; returns what the units are then, or why they cannot change. */
  apply(output: StepOutput): Promise<StepContext | string>
  onStep?(step: PlannedStep): Promise<void>
}

/** Failures are results; only trouble with the database is thrown. */
export async function runSteps({
  pipeline,
  steps,
  stepContext,
  tools,
  apply,
  onStep,
}: StepsGiven): Promise<StepsResult> {
  const result: StepsResult = { proposals: [], notes: {}, stepContext, stopped: null }
  for (const planned of steps) {
    await onStep?.(planned)
    try {
      const skipped = await runStep(planned, stepOf(pipeline, planned), result, { tools, apply })
      if (skipped !== null) return { ...result, stopped: { step: planned.key, skipped } }
    } catch (error) {
      if (isDatabaseTrouble(error)) throw error
      const failure = failureOf(planned, error)
      if (failure.note !== undefined) result.notes[planned.key] = storableValue(failure.note)
      return { ...result, stopped: { step: planned.key, failure } }
    }
  }
  return result
}

function stepOf(pipeline: Pipeline, { key }: PlannedStep): PrefillStep {
  const step = pipeline.steps.find((each) => each.key === key)
  if (!step) throw new Error(`this version has no step ${key}`)
  return step
}

async function runStep(
  planned: PlannedStep,
  step: PrefillStep,
  result: StepsResult,
  { tools, apply }: Pick<StepsGiven, 'tools' | 'apply'>,
): Promise<string | null> {
  const { stepContext, proposals, notes } = result
  // What defaults a newer version has stay out: the plan holds all parameters.
  const parameters = step.parameters.parse(planned.parameters)
  const input = { ...stepContext, proposals, notes }
  const settings = { method: planned.method, parameters, planned: planned.parameters }
  const rawOutput = await step.run(input, await tools(planned), settings)
  const output = storableValue(rawOutput)
  if (output.note !== undefined) result.notes[planned.key] = output.note
  if (output.segments || (output.evidence?.length ?? 0) > 0) {
    const changed = await apply(output)
    if (typeof changed === 'string') return changed
    result.proposals = carried(result.proposals, stepContext.units, changed.units)
    const { remark, ...now } = changed
    if (remark !== undefined) result.notes[planned.key] = { remark }
    result.stepContext = now
  }
  const { method, title, model } = planned
  const source = method === 'rules' ? `Assay rules: ${title}` : title
  result.proposals.push(
    ...(output.proposals ?? []).map((proposal) => ({ ...proposal, step: planned.key, source, model })),
  )
  return null
}

/** Proposals go along with units that stay the same under other keys; those about units that are gone go with them. */
function carried(proposals: readonly Made[], before: readonly UnitDraft[], after: readonly UnitDraft[]): Made[] {
  const pairs = matchUnits(before, after).filter((pair) => isSame(pair.before, pair.after))
  const keys = new Map(pairs.map((pair) => [pair.before.key, pair.after.key]))
  return proposals.flatMap((proposal) => {
    const unit = keys.get(proposal.unit)
    return unit === undefined ? [] : [{ ...proposal, unit }]
  })
}

const errorNameSchema = z.object({ name: z.string() }).catch({ name: '' })

function failureOf({ key }: PlannedStep, error: unknown): StepFailure {
  if (error instanceof StepFailure) return error
  // Whatever a cancelled signal makes others throw is a cancellation.
  if (errorNameSchema.parse(error).name === 'AbortError')
    return new StepFailure('cancelled', 'The run was stopped while this was under way.')
  log.error('a step of pre-fill failed', {
    step: key,
    cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
  return new StepFailure(
    'internal',
    'Assay failed in this step; the reason is in the log of the server. Try again, and report it if it stays.',
  )
}
