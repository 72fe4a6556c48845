/** Which steps a run does and how: checked once, then written down for ever. */
import 'server-only'
import type { z } from 'zod'
import { currentModels, type Models } from '@/lib/automation/llm/ports'
import { promptHash } from '@/lib/automation/llm/render-prompt'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Pipeline, PrefillStep } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import type { RunPlan, startRunBody } from './contract'
import { knownSearches } from './searches'
import type { PrefillSettingsValues } from './settings/contract'

type Wanted = z.output<typeof startRunBody>['steps'][number]

/** Whom steps can ask at this moment. */
interface Means {
  models: Models
  searches: Awaited<ReturnType<typeof knownSearches>>
}

/** The steps in the pipeline's order. Throws `rule` with what to do where they cannot be run. */
export async function planSteps(
  tx: Tx,
  pipeline: Pipeline | null,
  stage: string,
  wanted: readonly Wanted[],
  { search }: Pick<PrefillSettingsValues, 'search'>,
): Promise<RunPlan['steps']> {
  if (!pipeline) throw new AppError('rule', 'There are no automatic steps for this protocol.')
  const twice = wanted.find(({ key }, index) => wanted.findIndex((other) => other.key === key) !== index)
  if (twice) throw new AppError('rule', `The step "${twice.key}" is named twice. Name it once.`)
  const steps = wanted.map((each) => ({ wanted: each, step: findStep(pipeline, stage, each.key) }))
  const means: Means = { models: await currentModels(tx), searches: await knownSearches(tx) }
  const keys = new Set(wanted.map(({ key }) => key))
  for (const { step } of steps) {
    const lacking = step.after.find((key) => !keys.has(key))
    if (lacking)
      throw new AppError('rule', `“${step.title}” needs “${titleOf(pipeline, lacking)}” before it. Add that step.`)
    refuseWithoutSearch(step, search, means)
  }
  return steps
    .sort((left, right) => pipeline.steps.indexOf(left.step) - pipeline.steps.indexOf(right.step))
    .map((each) => planStep(each.step, each.wanted, means))
}

/** Gold keeps its units, and what is suggested to nobody is new everywhere. Throws `rule` where more is wanted of a run on it. */
export function refuseOnGold(
  pipeline: Pipeline | null,
  { steps, target }: { steps: readonly Pick<Wanted, 'key'>[]; target?: { onlyNew: boolean } },
): void {
  if (target?.onlyNew)
    throw new AppError('rule', '“Only new” is about suggestions, and a run on gold makes none. Leave it out.')
  const other = pipeline?.steps.find(({ key, resegments }) => resegments && steps.some((step) => step.key === key))
  if (other) throw new AppError('rule', `“${other.title}” makes other segments, and those of gold stay. Leave it out.`)
}

function findStep(pipeline: Pipeline, stage: string, key: string): PrefillStep {
  const step = pipeline.steps.find((each) => each.key === key)
  if (!step) throw new AppError('rule', `There is no step "${key}". Choose among those on the page.`)
  if (step.stage !== stage)
    throw new AppError('rule', `“${step.title}” belongs to another stage. Start a run for that one.`)
  return step
}

const titleOf = (pipeline: Pipeline, key: string) => pipeline.steps.find((step) => step.key === key)?.title ?? key

function refuseWithoutSearch(step: PrefillStep, search: string, { searches }: Means): void {
  if (!step.uses.includes('search')) return
  const availableSearch = searches.find(({ id }) => id === search)
  if (availableSearch?.configured) return
  const needs = availableSearch
    ? `${availableSearch.needs.join(' and ')} must be set on the server for ${availableSearch.title}, or its key entered under Provider keys`
    : `there is no search "${search}"`
  throw new AppError(
    'rule',
    `“${step.title}” searches, but ${needs}. Set it, or choose another search in the settings.`,
  )
}

function planStep(
  step: PrefillStep,
  { method, model, parameters }: Wanted,
  { models }: Means,
): RunPlan['steps'][number] {
  if (!step.methods.includes(method))
    throw new AppError('rule', `“${step.title}” cannot be done by ${method === 'model' ? 'a model' : 'rules'}.`)
  const { key, title } = step
  return {
    key,
    title,
    method,
    model: method === 'model' ? chosenModel(step, model, models) : null,
    parameters: checkedParameters(step, parameters),
    prompts: method === 'model' ? step.prompts.map((prompt) => promptRef(prompt)) : [],
  }
}

const promptRef = (prompt: PrefillStep['prompts'][number]) => ({
  name: prompt.name,
  version: prompt.version,
  hash: promptHash(prompt),
})

/** The model that was named, or the standard one. Throws `rule` where there is nobody to ask. */
function chosenModel({ title }: PrefillStep, model: string | undefined, { port, settings }: Models): string {
  if (!port)
    throw new AppError(
      'rule',
      `“${title}” asks a model, but none is configured: an administrator can enter a key under Provider keys, or set OPENAI_API_KEY or OPENAI_BASE_URL on the server; or choose the rules.`,
    )
  const chosen = model ?? settings.standard
  if (chosen) return chosen
  throw new AppError('rule', `Say which model “${title}” asks, or set ASSAY_MODEL on the server.`)
}

function checkedParameters(step: PrefillStep, parameters: Readonly<Record<string, Json>>): Record<string, Json> {
  const checked = step.parameters.safeParse(parameters)
  if (checked.success) return JSON.parse(JSON.stringify(checked.data))
  const issues = checked.error.issues.map(({ path, message }) => ({
    path: ['steps', step.key, 'parameters', ...path].join('.'),
    message,
  }))
  const messages = issues.map(({ message }) => message).join('; ')
  throw new AppError('rule', `A setting of “${step.title}” cannot be used: ${messages}`, { issues })
}
