/** A finished document of Factcheck-Bench, as the decisions that three stages of experts took on it. */
import { z } from 'zod'
import { parseEvidenceIndex, referencesOf } from '@/lib/protocols/factcheck-bench/formats/evidence-index'
import { ownEvidenceIn } from '@/lib/protocols/factcheck-bench/formats/own-evidence'
import { recordsOf, tenOfEach, textIn, wholeFiles } from '@/tests/data-folders'
import type { DecomposedSentence, VerifiedClaim } from './factcheck-expert'
import type { FinishedClaim, FinishedDocument } from './original-pages'

export interface WorkedDocument {
  sentences: readonly WorkedSentence[]
  /** The whole revised response. */
  revised: string
  /** What each stage is imported from, by its key: what the stages before it have decided. */
  records: Readonly<Record<'decompose' | 'verify' | 'merge', unknown>>
}

interface WorkedSentence {
  text: string
  decontext: string
  revised: string
  /** A key of the sentence's options. */
  kind: string
  importance: string
  claims: readonly WorkedClaim[]
  /** What the machine proposed for the sentence. */
  proposed: readonly string[]
}

interface WorkedClaim {
  text: string
  type: string
  importance: string
  stances: readonly string[]
  enough: boolean
  /** `yes`, `no` or `not_enough_evidence`. */
  edit: string
  /** As it was written. */
  own: string
  revised: string
  /** The evidence index as it was typed. */
  references: string
}

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

/** The example document of the original annotation pages. */
export function exampleDocument(): WorkedDocument {
  const record = (name: string): unknown => JSON.parse(textIn(tenOfEach, `annotation_tool_example/${name}`))
  const { sentences: originals, 'atomic claims': proposed } = input.parse(record('0_screen1.json'))
  const verified = second.parse(record('0_screen2_output.json'))
  const { sentences, revised_response: revised } = third.parse(record('0_screen3_output.json'))
  return {
    revised,
    records: {
      decompose: record('0_screen1.json'),
      verify: record('0_screen2.json'),
      merge: record('0_screen3.json'),
    },
    sentences: Object.entries(sentences).map(([name, sentence], index) => ({
      text: originals[index] ?? sentence.text,
      decontext: sentence.decontext,
      revised: sentence.revised_sentence,
      kind: sentence.factCheck,
      importance: sentence.Most_importance_sentence,
      proposed: proposed[index] ?? [],
      claims: sentence.Claims.map((text, claim) => ({
        text,
        type: sentence.boolClaim[claim] ?? '',
        importance: sentence.Most_important_claim[claim] ?? '',
        stances: sentence.stances[claim] ?? [],
        enough: verified[name]?.if_evidence_enough[claim] !== 'no',
        edit: sentence.boolEdit[claim] ?? '',
        own: verified[name]?.human_evidence[claim] ?? '',
        revised: sentence.revised_Claims[claim] ?? '',
        references: sentence.usedEvidence[claim] ?? '',
      })),
    })),
  }
}

const published = z.object({
  prompt: z.string(),
  response: z.string(),
  revised_response: z.string(),
  sentences: z.record(
    z.string(),
    z.object({
      text: z.string(),
      decontext: z.string(),
      revised_decontext: z.string(),
      sentence_checkworthiness: z.string(),
      most_importance_sentence: z.string(),
      claims: texts,
      claim_checkworthiness: texts,
      if_most_important_claim: texts,
      if_automatic_evidence_enough_to_verify: texts,
      human_evidence: texts,
      auto_evidence: z.array(texts),
      auto_evidence_url: z.array(texts),
      stance_claim_autoEvid: z.array(texts),
      if_claim_needs_edit: texts,
      revised_claims: texts,
      usedEvidence_index_in_revision: texts,
    }),
  ),
})
type PublishedSentence = z.infer<typeof published>['sentences'][string]

/**
 * The first published documents as one of at least this many claims; undefined where ASSAY_DATA_DIR names no folder with
 * them. What was published is finished: its claims stand as the machine's proposals too, which are not known.
 */
export function longDocument(claims: number): WorkedDocument | undefined {
  if (!wholeFiles) return undefined
  const joined: z.infer<typeof published>[] = []
  const countOf = ({ sentences }: z.infer<typeof published>) =>
    Object.values(sentences).reduce((sum, sentence) => sum + sentence.claims.length, 0)
  let count = 0
  for (const record of recordsOf<unknown>(textIn(wholeFiles, 'factcheckbench/factcheck-GPT-benchmark.jsonl'))) {
    if (count >= claims) break
    const document = published.parse(record)
    joined.push(document)
    count += countOf(document)
  }
  const sentences = joined.flatMap((document) => Object.values(document.sentences))
  return { revised: revisedOf(sentences), records: recordsFor(sentences), sentences: sentences.map(workedSentence) }
}

/** The published revised responses are shorter than their sentences; joined, the sentences stand as they were revised. */
const revisedOf = (sentences: readonly PublishedSentence[]) =>
  sentences.map((sentence) => sentence.revised_decontext.trim()).join(' ')

function workedSentence(sentence: PublishedSentence): WorkedSentence {
  const at = (list: readonly string[], index: number) => list[index] ?? ''
  return {
    text: sentence.text,
    decontext: sentence.decontext,
    revised: sentence.revised_decontext,
    kind: sentence.sentence_checkworthiness,
    importance: sentence.most_importance_sentence,
    proposed: sentence.claims,
    claims: sentence.claims.map((text, index) => ({
      text,
      type: at(sentence.claim_checkworthiness, index),
      importance: at(sentence.if_most_important_claim, index),
      stances: sentence.stance_claim_autoEvid[index] ?? [],
      enough: at(sentence.if_automatic_evidence_enough_to_verify, index) !== 'no',
      edit: at(sentence.if_claim_needs_edit, index),
      own: at(sentence.human_evidence, index),
      revised: at(sentence.revised_claims, index),
      references: at(sentence.usedEvidence_index_in_revision, index),
    })),
  }
}

/** In the shapes that the original pages open. */
function recordsFor(sentences: readonly PublishedSentence[]): WorkedDocument['records'] {
  const prompt = 'Tell me about all of this.'
  const response = sentences.map(({ text }) => text.trim()).join(' ')
  const named = (of: (sentence: PublishedSentence) => object) =>
    Object.fromEntries(sentences.map((sentence, index) => [`sentence${index + 1}`, of(sentence)]))
  const decomposed = (sentence: PublishedSentence) => ({
    decontext: sentence.decontext,
    factCheck: sentence.sentence_checkworthiness,
    Most_importance_sentence: sentence.most_importance_sentence,
    Claims: sentence.claims,
    boolClaim: sentence.claim_checkworthiness,
    Most_important_claim: sentence.if_most_important_claim,
    evidence: sentence.auto_evidence,
  })
  return {
    decompose: {
      prompt,
      response,
      sentences: sentences.map(({ text }) => text),
      'atomic claims': sentences.map((sentence) => sentence.claims),
    },
    verify: named((sentence) => ({ ...decomposed(sentence), url: sentence.auto_evidence_url })),
    merge: {
      prompt,
      response,
      sentences: named((sentence) => ({
        ...decomposed(sentence),
        text: sentence.text,
        if_evidence_enough: sentence.if_automatic_evidence_enough_to_verify,
        human_evidence: sentence.human_evidence,
        stances: sentence.stance_claim_autoEvid,
        boolEdit: sentence.if_claim_needs_edit,
        revised_Claims: sentence.revised_claims,
        usedEvidence: sentence.usedEvidence_index_in_revision,
      })),
    },
  }
}

/** The document as the count of the original pages needs it. */
export const finishedDocument = ({ sentences, revised }: WorkedDocument): FinishedDocument => ({
  revised,
  sentences: sentences.map((sentence) => ({
    text: sentence.text,
    decontext: sentence.decontext,
    revised: sentence.revised,
    checkworthy: sentence.kind === 'yes',
    proposed: sentence.proposed,
    claims: sentence.claims.map(
      (claim): FinishedClaim => ({
        text: claim.text,
        factual: claim.type === 'factual',
        stances: claim.stances.length,
        enough: claim.enough,
        edited: claim.edit === 'yes',
        revised: claim.revised,
        references: claim.references,
      }),
    ),
  })),
})

export const decomposedSentences = ({ sentences }: WorkedDocument): DecomposedSentence[] =>
  sentences.map(({ text, decontext, kind, importance, claims, proposed }) => ({
    text,
    decontext,
    kind,
    importance,
    claims: claims.map((claim, index) => ({
      text: claim.text,
      proposed: proposed[index] ?? '',
      type: claim.type,
      importance: claim.importance,
    })),
  }))

const VERDICTS: Readonly<Record<string, VerifiedClaim['verdict']>> = {
  no: 'true',
  yes: 'false',
  not_enough_evidence: 'not_enough_evidence',
}

/** The workbench refuses a correction that changes nothing, as one of the published ones does. */
const correctionOf = ({ text, revised }: WorkedClaim) =>
  revised.trim() === text.trim() ? `It is not so that ${text}` : revised

/** The claims that are verified. Own evidence counts where the automatic evidence was not enough. */
export const verifiedClaims = ({ sentences }: WorkedDocument): VerifiedClaim[] =>
  sentences.flatMap(({ claims }, sentence) =>
    claims.flatMap((claim, index): VerifiedClaim[] => {
      if (claim.type !== 'factual') return []
      const verdict = VERDICTS[claim.edit] ?? 'not_enough_evidence'
      // The pages do not ask what own evidence says; it says what was decided by it.
      const stance = verdict === 'false' ? 'refute' : verdict === 'true' ? 'completely-support' : 'irrelevant'
      const own = claim.enough ? [] : ownEvidenceIn(claim.own)
      const { automatic, own: ownOnes } = referencesOf(
        parseEvidenceIndex(claim.references),
        claim.stances.length,
        own.length,
      )
      return [
        {
          unit: `s${sentence + 1}.c${index + 1}`,
          stances: claim.stances,
          enough: claim.enough,
          // Some name a page and no words of it, or words and no page; here both are asked for.
          own: own.map(({ quote, url }) => ({
            quote: quote || 'what the page says',
            url: url ?? 'https://example.org/',
            stance,
          })),
          verdict,
          revised: correctionOf(claim),
          references: { passages: automatic, own: ownOnes.length > 0 },
        },
      ]
    }),
  )
