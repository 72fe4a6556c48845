/** For tests: an item on its way through the stages, written for them. */
import type { ClaimEvidence } from '@/lib/protocols/factcheck-bench/content'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { PrefillStep, StepInput, StepMethod } from '@/lib/protocols/prefill'
import { type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Answers, EarlierGold, Json } from '@/lib/protocols/protocol'
import { withEvidence } from './with-evidence'

export const BRIDGE = 'The bridge opened in 1931.'
export const BAKER = 'A baker built the bridge.'
const SENTENCES = ['A baker built it and it opened in 1931. ', 'Lovely!']

const entry = (key: string): Json => ({ key, made: 'added', from: [] })
const decomposed: Answers = {
  s1: { checkworthy: 'yes', importance: 'yes', claims: ['x', 'y', 'z'].map(entry) },
  x: { text: BRIDGE, type: 'factual', importance: 'yes' },
  y: { text: BAKER, type: 'factual', importance: 'no' },
  z: { text: 'It is a lovely bridge.', type: 'opinion', importance: 'no' },
  s2: { checkworthy: 'opinion', importance: 'no' },
}

export const contentWith = (evidence: ClaimEvidence[] = []) => ({
  prompt: 'Who built the bridge?',
  response: SENTENCES.join(''),
  source: null,
  evidence,
})

/** An item in the first stage. */
export function decomposeInput(sentences: readonly string[] = SENTENCES, prompt = 'Who built it?'): StepInput {
  const content = { prompt, response: sentences.join(''), source: null, evidence: [] }
  return { content, units: decomposeStage.units(content, sentences, {}), earlier: {}, proposals: [], notes: {} }
}

const decomposeGold = (): EarlierGold => ({
  decompose: { units: decomposeStage.units(contentWith(), SENTENCES, {}), answers: decomposed },
})

/** The same item in the second stage, with these passages for the first claim. */
export function verifyInput(quotes: readonly string[] = [], second: readonly string[] = []): StepInput {
  const passages = (all: readonly string[]) =>
    all.map((quote, index) => ({ quote, url: `https://a.example/${index}`, query: 'bridge' }))
  const evidence = [
    { sentence: 's1', claim: BRIDGE, passages: passages(quotes) },
    { sentence: 's1', claim: BAKER, passages: passages(second) },
  ]
  return verifyInputOf(contentWith(evidence))
}

function verifyInputOf(content: Json): StepInput {
  const earlier = decomposeGold()
  return { content, units: verifyStage.units(content, [], earlier), earlier, proposals: [], notes: {} }
}

/** In the third stage; `answers` are those of the second. */
export function mergeInput(answers: Answers): StepInput {
  const { content, units, earlier: before } = verifyInput(['It opened in 1932.'])
  const earlier = { ...before, verify: { units, answers } }
  return { content, units: mergeStage.units(content, [], earlier), earlier, proposals: [], notes: {} }
}

/** Runs steps one after the other as the core does: each knows what those before proposed, noted and found. */
export async function runSteps(steps: readonly [PrefillStep, StepMethod][], start: StepInput, script: Script = {}) {
  const tools = scriptedTools(script)
  let input = start
  for (const [step, method] of steps) {
    const { proposals = [], note = null, evidence = [] } = await step.run(input, tools, settingsOf(step, method))
    const isFound = evidence.length > 0
    input = {
      ...(isFound ? verifyInputOf(withEvidence(input.content, evidence)) : input),
      proposals: [...input.proposals, ...proposals],
      notes: { ...input.notes, [step.key]: note },
    }
  }
  return { ...input, used: tools.used }
}
