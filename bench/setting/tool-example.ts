/** The example document of the original annotation pages, as the decisions that its files hold. */
import { z } from 'zod'
import { parseEvidenceIndex, referencesOf } from '@/lib/protocols/factcheck-bench/formats/evidence-index'
import { ownEvidenceIn } from '@/lib/protocols/factcheck-bench/formats/own-evidence'
import { tenOfEach, textIn } from '@/tests/data-folders'
import type { DecomposedSentence, VerifiedClaim } from './factcheck-expert'
import type { FinishedClaim, FinishedDocument } from './original-pages'

const texts = z.array(z.string())
const input = z.object({ sentences: texts, 'atomic claims': z.array(texts) })
const second = z.record(z.string(), z.object({ if_evidence_enough: texts, human_evidence: texts }))
const third = z.object({
  revised_response: z.string(),
  sentences: z.record(
    z.string(),
    z.object({
      text: z.string(),
      decontext: z.string(),
      revised_sentence: z.string(),
      factCheck: z.string(),
      Most_importance_sentence: z.string(),
      Claims: texts,
      boolClaim: texts,
      Most_important_claim: texts,
      stances: z.array(texts),
      boolEdit: texts,
      revised_Claims: texts,
      usedEvidence: texts,
    }),
  ),
})

/** A file of the example as it is. */
export function exampleRecord(name: string): unknown {
  return JSON.parse(textIn(tenOfEach, `annotation_tool_example/${name}`))
}

/** One sentence of the finished document with what the pages before knew of it. */
function finishedSentences() {
  const { sentences, 'atomic claims': proposed } = input.parse(exampleRecord('0_screen1.json'))
  const verified = second.parse(exampleRecord('0_screen2_output.json'))
  const finished = third.parse(exampleRecord('0_screen3_output.json'))
  return Object.entries(finished.sentences).map(([name, sentence], index) => ({
    ...sentence,
    text: sentences[index] ?? sentence.text,
    proposed: proposed[index] ?? [],
    enough: (claim: number) => verified[name]?.if_evidence_enough[claim] !== 'no',
    own: (claim: number) => ownEvidenceIn(verified[name]?.human_evidence[claim] ?? ''),
    number: index + 1,
  }))
}
type Finished = ReturnType<typeof finishedSentences>[number]

/** The document as the count of the original pages needs it. */
export function finishedDocument(): FinishedDocument {
  const claim = (sentence: Finished, index: number): FinishedClaim => ({
    text: sentence.Claims[index] ?? '',
    factual: sentence.boolClaim[index] === 'factual',
    stances: sentence.stances[index]?.length ?? 0,
    enough: sentence.enough(index),
    edited: sentence.boolEdit[index] === 'yes',
    revised: sentence.revised_Claims[index] ?? '',
    references: sentence.usedEvidence[index] ?? '',
  })
  return {
    revised: revisedResponse(),
    sentences: finishedSentences().map((sentence) => ({
      text: sentence.text,
      decontext: sentence.decontext,
      revised: sentence.revised_sentence,
      checkworthy: sentence.factCheck === 'yes',
      proposed: sentence.proposed,
      claims: sentence.Claims.map((_, index) => claim(sentence, index)),
    })),
  }
}

export const revisedResponse = (): string => third.parse(exampleRecord('0_screen3_output.json')).revised_response
export const revisedSentences = (): string[] => finishedSentences().map(({ revised_sentence: revised }) => revised)

export const decomposedSentences = (): DecomposedSentence[] =>
  finishedSentences().map((sentence) => ({
    text: sentence.text,
    decontext: sentence.decontext,
    kind: sentence.factCheck,
    importance: sentence.Most_importance_sentence,
    claims: sentence.Claims.map((text, index) => ({
      text,
      proposed: sentence.proposed[index] ?? '',
      type: sentence.boolClaim[index] ?? '',
      importance: sentence.Most_important_claim[index] ?? '',
    })),
  }))

const VERDICTS: Readonly<Record<string, VerifiedClaim['verdict']>> = {
  no: 'true',
  yes: 'false',
  not_enough_evidence: 'not_enough_evidence',
}

export const verifiedClaims = (): VerifiedClaim[] =>
  finishedSentences().flatMap((sentence) =>
    sentence.Claims.map((_, index): VerifiedClaim => {
      const stances = sentence.stances[index] ?? []
      const verdict = VERDICTS[sentence.boolEdit[index] ?? ''] ?? 'not_enough_evidence'
      // The pages do not ask what own evidence says; it says what was decided by it.
      const stance = verdict === 'true' ? 'completely-support' : 'refute'
      const own = sentence.own(index).map(({ quote, url }) => ({ quote, url: url ?? '', stance }))
      const given = referencesOf(parseEvidenceIndex(sentence.usedEvidence[index] ?? ''), stances.length, own.length)
      return {
        unit: `s${sentence.number}.c${index + 1}`,
        stances,
        enough: sentence.enough(index),
        own,
        verdict,
        revised: sentence.revised_Claims[index] ?? '',
        references: { passages: given.automatic, own: given.own.length > 0 },
      }
    }),
  )
