/** What FELM's steps ask models, and how answers are read (FELM 4.1, app. D: segment-based and claim-based). */
import { z } from 'zod'
import { errorTypes } from '@/lib/protocols/felm/labels'
import { type Prompt, StepFailure, type StepTools } from '@/lib/protocols/prefill'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { segmentClaims } from './prompts/verdicts'

const MOST_VERDICT_TOKENS = 2_000
const MOST_CLAIM_TOKENS = 1_500

const verdictsAnswer = z.object({
  thought: z.string().nullable(),
  wrong: z.array(
    z.object({ number: z.number().int(), reason: z.string().nullable(), type: z.enum(errorTypes).nullable() }),
  ),
})

const claimsAnswer = z.object({ claims: z.array(z.object({ segment: z.number().int(), claim: z.string() })) })

/** What one answer says about each segment: wrong and why, or nothing wrong. By unit key. */
export interface Judgement {
  wrong: Map<string, { reason: string | null; type: string | null }>
  thought: string | null
  promptHash: string
}

/** What is asked about. `references`: what is given to read; null where nothing is. */
interface Asking {
  tools: StepTools
  prompt: string
  segments: readonly UnitDraft[]
  references: string | null
}

/** How a question is asked. `sample` tells repetitions apart. */
interface Manner {
  template: Prompt
  temperature: number
  sample: number
}

const numbered = (texts: readonly string[]) => texts.map((text, index) => `${index + 1}. ${text.trim()}`).join('\n')

/** A number that names nothing is a malformed answer: whatever it meant, it is not known. */
function at<T>(list: readonly T[], number: number, what: string): T {
  const found = list[number - 1]
  if (found !== undefined) return found
  const message = `The model named ${what} ${number}, but there are only ${list.length}. Try again, or choose another model.`
  throw new StepFailure('malformed', message)
}

/** Asks once which of what is listed are wrong; `unitAt` says which segment a number means, and what is said before the reason. */
async function judge(
  tools: StepTools,
  { template: prompt, ...manner }: Manner,
  values: Readonly<Record<string, string>>,
  unitAt: (number: number) => { unit: UnitDraft; claim?: string },
): Promise<Judgement> {
  const { value, promptHash } = await tools.ask({
    prompt,
    values,
    answer: verdictsAnswer,
    maxTokens: MOST_VERDICT_TOKENS,
    ...manner,
  })
  const wrong = value.wrong.map(({ number, reason, type }) => {
    const { unit, claim } = unitAt(number)
    return [unit.key, { reason: claim ? [claim, reason].filter(Boolean).join(' — ') : reason, type }] as const
  })
  return { wrong: new Map(wrong), thought: value.thought, promptHash }
}

/** Asks in each manner about all segments at once. */
export function judgeSegments(
  { tools, prompt, segments, references }: Asking,
  manners: readonly Manner[],
): Promise<Judgement[]> {
  const listed = { prompt, segments: numbered(segments.map(({ text }) => text)) }
  const values = references === null ? listed : { ...listed, references }
  return Promise.all(
    manners.map((manner) => judge(tools, manner, values, (number) => ({ unit: at(segments, number, 'segment') }))),
  )
}

/**
 * Lists the claims of the segments, then asks in each manner which are false: a segment is wrong if any of its claims is.
 */
export async function judgeClaims(
  { tools, prompt, segments, references }: Asking,
  manners: readonly Manner[],
): Promise<Judgement[]> {
  const { value, promptHash } = await tools.ask({
    prompt: segmentClaims,
    values: { prompt, segments: numbered(segments.map(({ text }) => text)) },
    answer: claimsAnswer,
    maxTokens: MOST_CLAIM_TOKENS,
  })
  const claims = value.claims.map(({ segment, claim }) => ({ unit: at(segments, segment, 'segment'), claim }))
  if (claims.length === 0) return [{ wrong: new Map(), thought: null, promptHash }]
  const values = { prompt, references: references || 'none', claims: numbered(claims.map(({ claim }) => claim)) }
  return Promise.all(manners.map((manner) => judge(tools, manner, values, (number) => at(claims, number, 'claim'))))
}
