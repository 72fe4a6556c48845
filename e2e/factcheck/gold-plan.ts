/** What the gold must be at the end, from what was decided; only the fields in which something was. */
import { CANBERRA, canberraTexts as c, HONEY, honeyTexts as h } from './documents'
import type { GoldDocument, GoldSentence } from './shown'

type Decided = Partial<Omit<GoldDocument, 'sentences'>> & { sentences: Record<string, Partial<GoldSentence>> }

export const goldPlan: Readonly<Record<number, Decided>> = {
  [HONEY]: {
    revised_response: h.response,
    response_factuality: false,
    sentences: {
      sentence1: { sentence_checkworthiness: 'not_a_claim', claims: [] },
      sentence2: {
        sentence_checkworthiness: 'yes',
        claims: [h.enzymes, h.water],
        stance_claim_autoEvid: [['completely-support', 'irrelevant'], ['completely-support']],
        if_claim_needs_edit: ['no', 'no'],
        claims_factuality_label: [true, true],
        revised_claims: [h.enzymes, h.water],
      },
      sentence3: {
        decontext: h.decontext,
        most_importance_sentence: 'intermediate',
        claims: [h.kilogram, h.keeps],
        if_most_important_claim: ['yes', 'intermediate'],
        stance_claim_autoEvid: [['refute', 'irrelevant', 'irrelevant'], ['completely-support']],
        if_automatic_evidence_enough_to_verify: ['yes', 'yes'],
        if_claim_needs_edit: ['yes', 'no'],
        claims_factuality_label: [false, true],
        revised_claims: [h.correction, h.keeps],
        usedEvidence_index_in_revision: ['1', '-1'],
        revised_decontext: h.bensSentence,
      },
      sentence4: { sentence_checkworthiness: 'opinion', claims: [], revised_decontext: h.taste },
    },
  },
  [CANBERRA]: {
    revised_response: `${c.correction} ${c.secondSentence}`,
    response_factuality: false,
    sentences: {
      sentence1: {
        claims: [c.capital],
        if_claim_needs_edit: ['yes'],
        revised_claims: [c.correction],
        usedEvidence_index_in_revision: ['1'],
        revised_decontext: c.correction,
      },
      sentence2: {
        most_importance_sentence: 'intermediate',
        claims: [c.built, c.planned],
        if_automatic_evidence_enough_to_verify: ['yes', 'no'],
        human_evidence: ['NA', `${c.url}\n${c.quote}`],
        if_claim_needs_edit: ['no', 'no'],
        claims_factuality_label: [true, true],
        revised_claims: [c.built, c.planned],
        revised_decontext: c.secondSentence,
      },
    },
  },
}
