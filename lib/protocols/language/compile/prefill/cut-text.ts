/** A step that cuts the text whose pieces are judged: by a model, in pieces that put together have to be the text, or into sentences. */
import { z } from 'zod'
import { StepFailure, type StepInput, type StepOutput, type StepTools } from '@/lib/protocols/prefill'
import { cutLike } from '@/lib/text/cut-like'
import { segmentText } from '@/lib/text/segment-text'
import { filledIn } from './filled-in'
import { promptFor, proposedSubject, type StepOf } from './step-context'

export const cutParameters = z.object({
  maxTokens: z.int().min(100).max(16_000).default(4_000).meta({
    title: 'Longest answer',
    description: 'In tokens; the segments are as long as the text.',
  }),
})

const answer = z.object({ segments: z.array(z.string()) })

export async function cutText(
  of: StepOf,
  input: StepInput,
  tools: StepTools,
  { isModel, parameters }: { isModel: boolean; parameters: unknown },
): Promise<StepOutput> {
  const text = of.compiled.segmentedText(input.content) ?? ''
  // A record may lack the text where the file says so, and nobody is paid for cutting nothing.
  if (!isModel || text.trim() === '') return { segments: segmentText(text) }
  const prompt = promptFor(of, 'prompt')
  const values = filledIn(of, prompt, proposedSubject(of, input), { units: text, question: '' })
  const { maxTokens } = cutParameters.parse(parameters)
  const { value } = await tools.ask({ prompt, values, answer, maxTokens })
  const segments = cutLike(text, value.segments)
  if (segments) return { segments }
  throw new StepFailure(
    'rejected',
    'The segments that the model gave do not make up the text, so they were refused. Try again, or use sentences.',
  )
}
