'use client'

import { useState } from 'react'
import { parseDollars } from '@/lib/prefill/rules'
import type { PrefillOverview } from '@/lib/prefill/settings/contract'
import { followsRunModel, modelsIn, planSteps, type StartRunInput, stagesOf, startingSteps } from './plan'

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

/** A run as it is being put together: what is chosen, what is wrong with it, and what would be sent. */
export function useBuilder(overview: PrefillOverview) {
  const [stage, setStage] = useState(stagesOf(overview)[0]?.key ?? '')
  const [steps, setSteps] = useState(() => startingSteps(overview, stage))
  const [run, setRun] = useState<RunDraft>({ name: '', models: '', onlyNew: true, most: '', budget: '' })
  const chooseStage = (next: string) => {
    setStage(next)
    setSteps(startingSteps(overview, next))
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
      steps: planSteps(overview, stage, steps, model).steps,
      target: { onlyNew, ...(most === null || most === undefined ? {} : { most }) },
      budgetMicro: budgetMicro ?? null,
    }))
  return {
    ...{ stage, chooseStage, steps, setSteps, run, change },
    ...{ models, plan, most, onlyNew, suggestedName, errors, isFine, bodies },
  }
}

export type Builder = ReturnType<typeof useBuilder>

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
