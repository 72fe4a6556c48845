import type { startRunEndpoint } from '@/lib/automation/prefill/contract'
import type { PrefillOverview, StepView } from '@/lib/automation/prefill/settings/contract'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { type Drafts, readDrafts, startingDrafts } from './parameter-drafts'
import { parameterFields } from './parameter-fields'

export type StartRunInput = BodyInput<typeof startRunEndpoint>
export type StepPlan = StartRunInput['steps'][number]

/** A step as the builder holds it. */
export interface StepDraft {
  on: boolean
  method: 'rules' | 'model'
  /** Typed by hand; empty: the run's. */
  model: string
  drafts: Drafts
}
/** By step key. */
export type StepDrafts = Readonly<Record<string, StepDraft>>

/** Can models be asked at all, or answers be replayed? */
export const canAskModels = ({ models }: PrefillOverview): boolean => models.configured || models.scripted

export const stepsOf = (overview: PrefillOverview, stage: string): StepView[] =>
  overview.steps.filter((step) => step.stage === stage)

/** The stages that have steps, in order. */
export const stagesOf = (overview: PrefillOverview) =>
  overview.stages.filter(({ key }) => overview.steps.some((step) => step.stage === key))

/** Every step that can run, each by its first method, by rules where no model can be asked; but for those that start off. */
export function startingSteps(overview: PrefillOverview, stage: string): StepDrafts {
  const steps = stepsOf(overview, stage)
  const askable = canAskModels(overview)
  const start: Record<string, StepDraft> = {}
  for (const step of steps) {
    const method = step.methods.find((each) => each === 'rules' || askable)
    const isReady = requiredBy(steps, step).every((key) => start[key]?.on)
    start[step.key] = {
      on: step.startsOff !== true && method !== undefined && isReady && !lacksSearch(overview, step),
      method: method ?? 'model',
      model: '',
      drafts: startingDrafts(parameterFields(step.parameters)),
    }
  }
  return start
}

/** What can be run on gold: whatever leaves its units alone. */
export const forGold = (overview: PrefillOverview): PrefillOverview => ({
  ...overview,
  steps: overview.steps.filter(({ resegments }) => !resegments),
})

/** Of what can run, the steps whose proposals are scored, with those that they need; all, where none are. */
export function scoredSteps(overview: PrefillOverview, stage: string): StepDrafts {
  const steps = stepsOf(overview, stage)
  const start = startingSteps(overview, stage)
  const wanted = new Set(steps.filter(({ key, scoredBy }) => scoredBy && start[key]?.on).map(({ key }) => key))
  if (wanted.size === 0) return start
  for (const key of wanted)
    for (const each of steps) if (each.key === key) for (const other of requiredBy(steps, each)) wanted.add(other)
  return Object.fromEntries(Object.entries(start).map(([key, draft]) => [key, { ...draft, on: wanted.has(key) }]))
}

/** The titles of what the steps of a plan are scored by; none where the gold says nothing of what they propose. */
export const scoringsOf = (overview: PrefillOverview, stage: string, steps: readonly StepPlan[]): string[] => [
  ...new Set(
    stepsOf(overview, stage).flatMap(({ key, scoredBy = [] }) =>
      steps.some((step) => step.key === key) ? scoredBy : [],
    ),
  ),
]

/** Does it search, while the project's search is not set up? The server would refuse it. */
export const lacksSearch = ({ searches, settings }: PrefillOverview, { uses }: StepView): boolean =>
  uses.includes('search') && searches.find(({ id }) => id === settings.search)?.configured !== true

/** What a step needs of the steps of its own stage. */
const requiredBy = (steps: readonly StepView[], step: StepView): string[] =>
  step.after.filter((key) => steps.some((each) => each.key === key))

/** Switches a step; what it needs comes on with it, what needs it goes off with it. */
export function switchStep(
  steps: readonly StepView[],
  drafts: StepDrafts,
  key: string,
  on: boolean,
): { drafts: StepDrafts; also: string[] } {
  const affected = new Set([key])
  const related = (step: StepView) =>
    on
      ? requiredBy(steps, step)
      : steps.filter((each) => requiredBy(steps, each).includes(step.key)).map((each) => each.key)
  for (const each of affected) {
    const step = steps.find((candidate) => candidate.key === each)
    for (const other of step ? related(step) : []) affected.add(other)
  }
  const changed = steps.filter((step) => affected.has(step.key) && drafts[step.key]?.on !== on)
  const next = { ...drafts }
  for (const step of changed) {
    const before = drafts[step.key]
    if (before) next[step.key] = { ...before, on }
  }
  return { drafts: next, also: changed.filter((step) => step.key !== key).map((step) => step.title) }
}

/** The names in a list typed with commas or line breaks, each once. */
export const modelsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

export interface PlanErrors {
  /** By step key, then parameter. */
  parameters: Record<string, Record<string, string>>
  /** Where a model is asked and none is named. */
  models: string | null
  steps: string | null
}

/** The steps that are on, as the server takes them, for one model; with what is wrong. */
export function planSteps(overview: PrefillOverview, stage: string, drafts: StepDrafts, model: string | undefined) {
  const errors: PlanErrors = { parameters: {}, models: null, steps: null }
  const steps: StepPlan[] = []
  for (const step of stepsOf(overview, stage)) {
    const draft = drafts[step.key]
    if (!draft?.on) continue
    const read = readDrafts(parameterFields(step.parameters), draft.drafts)
    if (Object.keys(read.errors).length > 0) errors.parameters[step.key] = read.errors
    const modelName = draft.model.trim() || model
    steps.push({
      key: step.key,
      method: draft.method,
      parameters: read.values,
      ...(draft.method === 'model' && modelName ? { model: modelName } : {}),
    })
  }
  if (asksUnnamedModel(overview, steps))
    errors.models = 'Name a model, or set ASSAY_MODEL in the environment as the standard one.'
  if (steps.length === 0) errors.steps = 'Switch at least one step on.'
  return { steps, errors, isFine: isFine(errors) }
}

const isFine = ({ parameters, models, steps }: PlanErrors) =>
  Object.keys(parameters).length === 0 && models === null && steps === null

/** The models that a plan asks, the standard one by its name; empty where everything goes by rules. */
export function modelsAsked(overview: PrefillOverview, steps: readonly StepPlan[]): string[] {
  const modelSteps = steps.filter(({ method }) => method === 'model')
  const names = modelSteps.map(({ model }) => model ?? overview.models.standard).filter((name) => name !== null)
  return [...new Set(names)]
}

/** Does a step of the plan ask a model, though nobody said which? */
export const asksUnnamedModel = (overview: PrefillOverview, steps: readonly StepPlan[]): boolean =>
  overview.models.standard === null && steps.some(({ method, model }) => method === 'model' && model === undefined)

/** Does a step of the plan take its model from the run? Only then do several models make several runs. */
export const followsRunModel = (drafts: StepDrafts): boolean =>
  Object.values(drafts).some(({ on, method, model }) => on && method === 'model' && model.trim() === '')
