import { z } from 'zod'
import { runTargets, stepPlanInput } from '@/lib/automation/prefill/contract'
import { micro } from '@/lib/automation/prefill/settings/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { failureCodes } from '@/lib/protocols/prefill'

const json = z.json()
const projectParams = z.object({ projectId: z.uuid() })

export const tryStepEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/prefill/trials',
  summary: 'Try steps on one item: what they would propose, and what was asked; nothing is written but the cost',
  tag: 'prefill',
  auth: 'actor',
  params: projectParams,
  body: z.object({
    itemId: z.uuid(),
    stage: z.string(),
    /** Left out: open tasks. */
    on: z.enum(runTargets).optional(),
    steps: z.array(stepPlanInput).min(1).max(30),
  }),
  response: z.object({
    proposals: z.array(
      z.object({
        unit: z.string(),
        unitText: z.string(),
        question: z.string(),
        value: json,
        score: z.number().nullable(),
        rationale: z.string().nullable(),
      }),
    ),
    notes: z.record(z.string(), json),
    /** The messages as they went out, filled in, with what came back. */
    asked: z.array(
      z.object({
        step: z.string(),
        model: z.string(),
        system: z.string(),
        user: z.string(),
        outcome: z.string(),
        text: z.string(),
        cached: z.boolean(),
        costMicro: micro,
      }),
    ),
    failure: z.object({ step: z.string(), code: z.enum(failureCodes), message: z.string() }).nullable(),
  }),
})
