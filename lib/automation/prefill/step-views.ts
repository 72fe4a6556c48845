import 'server-only'
import { z } from 'zod'
import { promptHash } from '@/lib/automation/llm/render-prompt'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import type { Pipeline, PrefillStep } from '@/lib/protocols/prefill'
import type { StepView } from './settings/contract'

/** The steps of a pipeline as the page draws them. */
export const stepViews = (pipeline: Pipeline | null): StepView[] =>
  (pipeline?.steps ?? []).map((step) => stepView(step, pipeline?.protocolId ?? ''))

function stepView(given: PrefillStep, protocolId: string): StepView {
  const { parameters, prompts, methods, uses, after, startsOff, resegments, ...step } = given
  const scoring = evaluationTasks(protocolId).filter(
    ({ stage, fromSteps }) => stage === step.stage && fromSteps?.includes(step.key),
  )
  return {
    key: step.key,
    title: step.title,
    summary: step.summary,
    stage: step.stage,
    methods: [...methods],
    uses: [...uses],
    after: [...after],
    ...(startsOff ? { startsOff } : {}),
    ...(resegments ? { resegments } : {}),
    ...(scoring.length > 0 ? { scoredBy: scoring.map(({ title }) => title) } : {}),
    // As it is filled in: what has a default may be left out.
    parameters: z.json().parse(z.toJSONSchema(parameters, { io: 'input' })),
    prompts: prompts.map((prompt) => ({ ...prompt, hash: promptHash(prompt) })),
  }
}
