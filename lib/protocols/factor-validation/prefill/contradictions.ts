import { z } from 'zod'
import { contentOf } from '@/lib/protocols/factor-validation/content'
import { type ErrorType, errorTypes } from '@/lib/protocols/factor-validation/options'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import type { PrefillStep, StepInput, StepMethod, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { type Candidate, CONTRADICTIONS, exampleStart, nearContext } from './candidates'
import { editsByRules } from './contradictions-by-rules'
import { contradictionPrompts } from './prompts/contradictions'

/** A planned change and a sentence are so long at most, in tokens of the answer. */
const TOKENS_A_PAIR = 250

const parameters = z.object({
  pairs: z.int().min(1).max(10).default(3).meta({
    title: 'Edits a kind of error',
    description: 'How many are asked for at once, each with the change planned first.',
  }),
  contextWords: z.int().min(20).max(2_000).default(150).meta({
    title: 'Words of context',
    description: 'How many words before the completion are given. Links are changed without context.',
  }),
})
type Parameters = z.output<typeof parameters>

/** Most tokens are only a bound; the planned change comes first in every pair. */
const answer = z.object({
  pairs: z.array(z.object({ number: z.number().int(), change: z.string(), contradiction: z.string() })),
})

const typesNote = z.object({ types: z.array(z.enum(errorTypes)) })

/** Those that the step before found applicable. */
function typesIn({ notes }: StepInput): readonly ErrorType[] {
  const read = typesNote.safeParse(notes.types)
  return read.success ? read.data.types : errorTypes
}

async function make(input: StepInput, tools: StepTools, method: StepMethod, settings: Parameters): Promise<StepOutput> {
  const start = exampleStart(input)
  const imported = importedIn(input)
  if (imported) return { note: { candidates: imported, imported: true } }
  const types = typesIn(input)
  const candidatesByType = await Promise.all(
    types.map(async (type) =>
      method === 'rules' ? editsByRules(type, start, settings.pairs) : askFor(type, start, tools, settings),
    ),
  )
  const { candidates, rejected } = sifted(candidatesByType.flat(), start.completion)
  return { note: { candidates, rejected } }
}

/** Contradictions that came with a record are judged as they are; nothing takes their place. */
function importedIn({ content }: StepInput): Candidate[] | null {
  const { completion, contradictions } = contentOf(content)
  if (completion === null || contradictions.length === 0) return null
  return contradictions.map(({ text, edit, type }) => ({ text, edit, type }))
}

async function askFor(
  type: ErrorType,
  { prefix, completion }: { prefix: string; completion: string },
  tools: StepTools,
  { pairs, contextWords }: Parameters,
): Promise<Candidate[]> {
  const prompt = contradictionPrompts[type]
  const values: Record<string, string> = { sentence: completion.trim(), count: String(pairs) }
  if (prompt.user.includes('{{context}}')) values.context = nearContext(prefix, contextWords)
  const modelReply = await tools.ask({ prompt, values, answer, maxTokens: pairs * TOKENS_A_PAIR + 200 })
  return modelReply.value.pairs
    .slice(0, pairs)
    .map(({ change, contradiction }) => ({ type, edit: change.trim() || null, text: contradiction.trim() }))
}

const plain = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** Without what is empty, the completion itself, or said before. */
function sifted(allCandidates: readonly Candidate[], completion: string) {
  const candidates: Candidate[] = []
  const rejected: (Candidate & { reason: string })[] = []
  const seenTexts = new Set([plain(completion)])
  for (const candidate of allCandidates) {
    const text = plain(candidate.text)
    if (text === '') rejected.push({ ...candidate, reason: 'It is empty.' })
    else if (seenTexts.has(text))
      rejected.push({ ...candidate, reason: 'It is the completion itself, or one that is there already.' })
    else candidates.push(candidate)
    seenTexts.add(text)
  }
  return { candidates, rejected }
}

export const contradictionsStep: PrefillStep = {
  key: CONTRADICTIONS,
  title: 'Write contradictions',
  summary:
    'Edits the completion so that it becomes false, kind by kind, with the change planned first. By rules only with simple exchanges of words, for trying things out.',
  stage: VALIDATE,
  methods: ['model', 'rules'],
  uses: [],
  after: ['sentence', 'types'],
  parameters,
  prompts: Object.values(contradictionPrompts),
  run: (input, tools, settings) => make(input, tools, settings.method, parameters.parse(settings.parameters)),
}
