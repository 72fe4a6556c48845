'use client'

import { useState } from 'react'
import type { ChosenTasks } from '@/lib/automation/prefill/chosen/contract'
import type { RunTarget } from '@/lib/automation/prefill/contract'
import { parseDollars } from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import type { ChosenItems } from '@/lib/workspace/items/selection/contract'
import {
  followsRunModel,
  forGold,
  modelsIn,
  planSteps,
  type StartRunInput,
  scoredSteps,
  scoringsOf,
  stagesOf,
  startingSteps,
} from './plan'

const LONGEST_NAME = 200
const MOST_TASKS = 1_000_000

/** What is typed for a run as a whole. */
export interface RunDraft {
  name: string
  models: string
  onlyNew: boolean
  most: string
  budget: string
}

/** What a page's address asks for before anything is chosen. */
export interface Preset {
  on: RunTarget
  stage?: string
}

/** Items that somebody came with from their list, and what a run would take of them in each stage. */
export interface ChosenForRun extends ChosenItems {
  tasks: readonly ChosenTasks[]
}

/** A run as it is being put together: what is chosen, what is wrong with it, and what would be sent. */
export function useBuilder(
  prefillOverview: PrefillOverview,
  preset: Preset = { on: 'open' },
  came: ChosenForRun | null = null,
) {
  const { on } = preset
  const overview = on === 'gold' ? forGold(prefillOverview) : prefillOverview
  const begin = on === 'gold' ? scoredSteps : startingSteps
  const [stage, setStage] = useState(() => firstStage(overview, preset))
  const [steps, setSteps] = useState(() => begin(overview, stage))
  const [run, setRun] = useState<RunDraft>({ name: '', models: '', onlyNew: on === 'open', most: '', budget: '' })
  const [chosen, setChosen] = useState(came)
  const chooseStage = (next: string) => {
    setStage(next)
    setSteps(begin(overview, next))
  }
  const change = (part: Partial<RunDraft>) => setRun((before) => ({ ...before, ...part }))

  const models = followsRunModel(steps) ? modelsIn(run.models) : []
  const plan = planSteps(overview, stage, steps, models[0])
  // What one model has done would no longer be new to the next.
  const onlyNew = run.onlyNew && models.length < 2
  const most = readMost(run.most)
  const budgetMicro = parseDollars(run.budget)
  const suggestedName = nameOf(overview, stage, plan.steps.some(({ method }) => method === 'model') ? models : null)
  const errors = {
    ...plan.errors,
    most: most === undefined ? `Give a whole number from 1 to ${MOST_TASKS.toLocaleString('en')}.` : null,
    budget: budgetMicro === undefined ? 'Give dollars, like 2.50, or leave it empty.' : null,
  }
  const isFine = plan.isFine && most !== undefined && budgetMicro !== undefined
  const bodies = (): StartRunInput[] =>
    [...(models.length > 0 ? models : [undefined])].map((model) => ({
      name: nameFor(run.name.trim() || suggestedName, models.length > 1 ? model : undefined),
      stage,
      ...(on === 'gold' ? { on } : {}),
      steps: planSteps(overview, stage, steps, model).steps,
      target: {
        onlyNew,
        ...(most === null || most === undefined ? {} : { most }),
        ...(chosen ? { selection: { filter: chosen.filter, expected: chosen.expected } } : {}),
      },
      budgetMicro: budgetMicro ?? null,
    }))
  return {
    on,
    chosen,
    takeAll: () => setChosen(null),
    /** Of the chosen items, in this stage; null where none were chosen. */
    chosenTasks: chosen?.tasks.find((each) => each.stage === stage) ?? null,
    scorings: on === 'gold' ? scoringsOf(overview, stage, plan.steps) : [],
    overview,
    stage,
    chooseStage,
    steps,
    setSteps,
    run,
    change,
    models,
    plan,
    most,
    onlyNew,
    suggestedName,
    errors,
    isFine,
    bodies,
  }
}

export type Builder = ReturnType<typeof useBuilder>

function firstStage(overview: PrefillOverview, { stage }: Preset): string {
  const stages = stagesOf(overview)
  return (stages.find(({ key }) => key === stage) ?? stages[0])?.key ?? ''
}

/** null: no limit; undefined: not a number of tasks. */
function readMost(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const most = Number(text)
  return Number.isInteger(most) && most >= 1 && most <= MOST_TASKS ? most : undefined
}

/** `models`: null where none is asked. */
function nameOf(overview: PrefillOverview, stage: string, models: readonly string[] | null): string {
  const title = overview.stages.find(({ key }) => key === stage)?.title ?? stage
  if (models === null) return `Offline, ${title}`
  const [only] = models
  return models.length === 1 && only ? `${only}, ${title}` : `${overview.models.standard ?? 'Models'}, ${title}`
}

/** Of several runs each bears its model's name too. */
function nameFor(name: string, model: string | undefined): string {
  if (model === undefined) return name.slice(0, LONGEST_NAME)
  const ending = ` (${model})`.slice(0, LONGEST_NAME)
  return `${name.slice(0, LONGEST_NAME - ending.length)}${ending}`
}
