import { z } from 'zod'
import { contentOf } from '@/lib/protocols/felm/content'
import { SEGMENTS } from '@/lib/protocols/felm/labels'
import { type PrefillStep, StepFailure, type StepInput, type StepTools } from '@/lib/protocols/prefill'
import { withoutSpace } from '@/lib/text/same-text'
import { segmentText } from '@/lib/text/segment-text'
import { segmentsPrompt } from './prompts/segments'

const answer = z.object({ segments: z.array(z.string()) })

/** Semantic segments by a model, as FELM made them for mathematics and recommendation (FELM 3.4); or sentences. */
export const segmentsStep: PrefillStep = {
  key: 'segments',
  title: 'Segments',
  summary:
    'Divides the response into sentences by rules, or into steps and statements by a model; its segments are refused if they do not make up the text.',
  stage: SEGMENTS,
  methods: ['rules', 'model'],
  uses: [],
  after: [],
  resegments: true,
  parameters: z.object({
    maxTokens: z.int().min(100).max(16_000).default(4_000).meta({
      title: 'Longest answer',
      description: 'In tokens; the segments are as long as the response.',
    }),
  }),
  prompts: [segmentsPrompt],
  run: async (input, tools, { method, parameters }) =>
    method === 'rules'
      ? { segments: segmentText(contentOf(input.content).response) }
      : { segments: await askForSegments(input, tools, z.object({ maxTokens: z.int() }).parse(parameters).maxTokens) },
}

async function askForSegments({ content }: StepInput, tools: StepTools, maxTokens: number): Promise<string[]> {
  const { prompt, response } = contentOf(content)
  const modelReply = await tools.ask({ prompt: segmentsPrompt, values: { prompt, response }, answer, maxTokens })
  const cut = cutLike(response, modelReply.value.segments)
  if (cut) return cut
  const message =
    'The segments that the model gave do not make up the response, so they were refused. Try again, or use sentences.'
  throw new StepFailure('rejected', message)
}

/**
 * The text cut where the segments end, white space aside: slices that put together are exactly the text. null when the
 * segments are not the text.
 */
export function cutLike(text: string, segments: readonly string[]): string[] | null {
  const visibleSegments = segments.filter((segment) => withoutSpace(segment) !== '')
  if (withoutSpace(visibleSegments.join('')) !== withoutSpace(text) || visibleSegments.length === 0) return null
  const slices: string[] = []
  let start = 0
  for (const segment of visibleSegments.slice(0, -1)) {
    const end = skip(text, start, withoutSpace(segment).length)
    slices.push(text.slice(start, end))
    start = end
  }
  return [...slices, text.slice(start)]
}

/** Where the text goes on behind so many visible characters and the white space after them. */
function skip(text: string, from: number, visible: number): number {
  let index = from
  let left = visible
  while (left > 0) left -= /\s/.test(text[index++] ?? '') ? 0 : 1
  while (/\s/.test(text[index] ?? '')) index++
  return index
}
