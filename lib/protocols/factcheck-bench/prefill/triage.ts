import { z } from 'zod'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import type { Pipeline, PrefillStep, StepInput, StepMethod, StepTools } from '@/lib/protocols/prefill'
import { askOne, doEach, numbered } from '@/lib/protocols/prefilling/asking'
import { count } from '@/lib/protocols/prefilling/parameters'
import { type Source, sourceReader } from '@/lib/protocols/prefilling/sources'
import type { Json } from '@/lib/protocols/protocol'
import { lexicalStance } from '@/lib/protocols/rules/stance'
import { textSimilarity } from '@/lib/text/text-similarity'
import { countWords } from '@/lib/text/word-count'
import { supportedPrompt } from './prompts/decompose'
import { ofKind, proposed, proposedClaims } from './step-input'
import { supportIn } from './verdict'

const MOST_TOKENS = 300
const WINDOW = { size: 5, stride: 3, longestSentence: 250, longestPage: 50_000 }

const parameters = z.object({
  claims: count(1, 100, 10, 'Claims a response', 'How many are looked up at most; the first ones are taken.'),
  hits: count(1, 20, 5, 'Results a claim', 'How many results of the search for the claim itself are used.'),
  pages: count(0, 5, 0, 'Pages a claim', 'How many are read; 0 keeps to the summaries, which is quick.'),
  passages: count(1, 10, 3, 'Passages a claim', 'How many of the best decide.'),
})

/**
 * How far the automatic claims are borne out by a quick search: before anybody annotates, to choose what is worth it
 * (Factcheck-Bench keeps responses of which few claims are supported). It suggests nothing.
 */
export const triageStep: PrefillStep = {
  key: 'triage',
  title: 'Triage',
  summary:
    'Searches for each proposed claim and notes what share is supported, to choose the responses that are worth annotating. Suggests nothing to annotators.',
  stage: 'decompose',
  methods: ['model', 'rules'],
  uses: ['search', 'pages', 'embeddings'],
  after: ['claims'],
  startsOff: true,
  parameters,
  prompts: [supportedPrompt],
  async run(input, tools, settings) {
    const wanted = parameters.parse(settings.parameters)
    const claims = claimsToCheck(input).slice(0, wanted.claims)
    const reader = sourceReader(tools, WINDOW)
    const { results, problems } = await doEach(claims, async ({ sentence, text }) => {
      const found = await reader.resultsFor(text, { ...wanted, summaries: true })
      const passages = await bestPassages(
        tools,
        text,
        found.map(({ source }) => source),
        wanted.passages,
      )
      return { sentence, text, ...(await judge(tools, text, passages, settings.method)) }
    })
    const supported = results.filter((each) => each.supported).length
    return { note: { supported, checked: results.length, claims: results, problems } }
  },
}

/** Proposed claims of sentences that are not proposed to have nothing to check, and of no other type than factual. */
function claimsToCheck(input: StepInput): { sentence: string; text: string }[] {
  return ofKind(input, 'sentence')
    .filter(({ key }) => (proposed(input, key, 'checkworthy') ?? 'yes') === 'yes')
    .flatMap(({ key }) =>
      proposedClaims(input, key)
        .filter(({ values }) => (values.type ?? 'factual') === 'factual' && typeof values.text === 'string')
        .map(({ values }) => ({ sentence: key, text: String(values.text) })),
    )
}

async function bestPassages(tools: StepTools, claim: string, sources: readonly Source[], most: number) {
  const texts = sources.flatMap(({ windows }) => windows.map(({ text }) => text))
  return texts.length <= most ? texts : (await tools.rank(claim, texts, most)).map(({ text }) => text)
}

const answer = z.object({ reason: z.string(), supported: z.enum(['yes', 'no']) })

async function judge(tools: StepTools, claim: string, passages: readonly string[], method: StepMethod) {
  if (passages.length === 0) return { supported: false, why: 'Nothing was found.' }
  if (method === 'rules') {
    const stances = passages.map((passage) => lexicalStance(claim, passage))
    const supporting = stances.find(({ stance }) => stance === 'supports')
    return { supported: supporting !== undefined, why: supporting?.why ?? 'No passage found has nearly all its words.' }
  }
  const values = { claim, passages: numbered(passages) }
  const { value } = await askOne(tools, { prompt: supportedPrompt, values, answer, maxTokens: MOST_TOKENS })
  return { supported: value.supported === 'yes', why: value.reason.trim() }
}

/** The numbers on the page where a manager chooses. Thresholds are chosen there too. */
export const triage: NonNullable<Pipeline['triage']> = {
  title: 'Choose the responses worth annotating',
  measures: [
    { key: 'supported', title: 'Supported claims', unit: 'share', better: 'low' },
    { key: 'claims', title: 'Claims looked up', unit: 'claims', better: 'high' },
    { key: 'words', title: 'Length of the response', unit: 'words', better: 'high' },
    { key: 'promptSimilarity', title: 'Likeness to the prompt', unit: 'share', better: 'low' },
  ],
  scores: (notes, content) => ({ ...supportScores(notes), ...textScores(content) }),
}

/** By the quick search, else by the verdicts of the second stage; null where neither has run or there was no claim. */
function supportScores(notes: Readonly<Record<string, Json>>) {
  const support = supportIn(notes.triage) ?? supportIn(notes.verdict)
  const share = support && support.checked > 0 ? support.supported / support.checked : null
  return { supported: share, claims: support?.checked ?? null }
}

function textScores(content: Json) {
  const { prompt, response } = contentOf(content)
  return { words: countWords(response), promptSimilarity: textSimilarity(prompt, response) }
}
