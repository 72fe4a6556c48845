/** What annotators of Factcheck-Bench practise with: documents of everyday facts, each of which all three stages are practised with. */
import type { PracticeRecord, Reasons } from '@/lib/protocols/practice-tasks'
import { decomposeStage } from './decompose'
import { mergeStage } from './merge'
import { verifyStage } from './verify'

interface Passage {
  quote: string
  stance: 'completely-support' | 'partially-support' | 'refute' | 'irrelevant'
  why: string
}

interface Claim {
  text: string
  /** Of a factual claim, whether it is worth checking and how much it says of what its sentence is there for. */
  why: string
  importance: 'yes' | 'intermediate' | 'no'
  importanceWhy: string
  passages: readonly Passage[]
  /** Why the passages decide it, and what stands instead where it is false. */
  verdict: string
  revised?: string
}

interface Sentence {
  text: string
  decontext: string
  checkworthy: 'yes' | 'opinion' | 'not_a_claim'
  importance: 'yes' | 'intermediate' | 'no'
  why: { checkworthy: string; importance: string; fate: string }
  claims: readonly Claim[]
  revised?: string
}

interface Document {
  key: string
  prompt: string
  sentences: readonly Sentence[]
}

/** The document as the benchmark writes it, with the answers of all stages. */
function practise({ key, prompt, sentences }: Document): PracticeRecord {
  const isFalse = (claim: Claim) => claim.revised !== undefined
  const text = (revised: boolean) =>
    sentences.map((sentence) => (revised ? (sentence.revised ?? sentence.text) : sentence.text)).join(' ')
  const sentenceEntries = sentences.map((sentence, index) => {
    const { claims, revised = sentence.text } = sentence
    const of = <Value>(value: (claim: Claim) => Value) => claims.map(value)
    return [
      `sentence${index + 1}`,
      {
        text: sentence.text,
        decontext: sentence.decontext,
        sentence_factuality_label: claims.length === 0 ? 'NA' : !claims.some(isFalse),
        revised_decontext: revised,
        sentence_checkworthiness: sentence.checkworthy,
        most_importance_sentence: sentence.importance,
        claims: of((claim) => claim.text),
        claim_checkworthiness: of(() => 'factual'),
        if_automatic_evidence_enough_to_verify: of(() => 'yes'),
        human_evidence: of(() => 'NA'),
        auto_evidence: of(({ passages }) => passages.map(({ quote }) => quote)),
        auto_evidence_url: of(({ passages }) =>
          passages.map((_, passageIndex) => `https://example.org/${key}/${passageIndex + 1}`),
        ),
        stance_claim_autoEvid: of(({ passages }) => passages.map(({ stance }) => stance)),
        if_claim_needs_edit: of((claim) => (isFalse(claim) ? 'yes' : 'no')),
        claims_factuality_label: of((claim) => !isFalse(claim)),
        revised_claims: of((claim) => claim.revised ?? claim.text),
        usedEvidence_index_in_revision: of((claim) => (isFalse(claim) ? '1' : 'NA')),
        if_most_important_claim: of((claim) => claim.importance),
      },
    ]
  })
  return {
    key,
    record: {
      prompt,
      response: text(false),
      revised_response: text(true),
      response_factuality: !sentences.some(({ claims }) => claims.some(isFalse)),
      sentences: Object.fromEntries(sentenceEntries),
    },
    why: {
      [decomposeStage.key]: reasonsOf(sentences, {
        sentence: ({ why }) => ({ checkworthy: why.checkworthy, importance: why.importance }),
        claim: ({ why, importanceWhy }) => ({ text: why, importance: importanceWhy }),
      }),
      [verifyStage.key]: reasonsOf(sentences, {
        claim: ({ verdict }) => ({ verdict }),
        passage: ({ why }) => ({ stance: why }),
      }),
      [mergeStage.key]: reasonsOf(sentences, { sentence: ({ why }) => ({ fate: why.fate }) }),
    },
  }
}

interface Ways {
  sentence?(sentence: Sentence): Record<string, string>
  claim?(claim: Claim): Record<string, string>
  passage?(passage: Passage): Record<string, string>
}

/** By the keys of units that the benchmark's reader gives. */
function reasonsOf(sentences: readonly Sentence[], { sentence: ofSentence, claim: ofClaim, passage: ofPassage }: Ways) {
  const reasons: Record<string, Reasons[string]> = {}
  for (const [s, sentence] of sentences.entries()) {
    if (ofSentence) reasons[`s${s + 1}`] = ofSentence(sentence)
    for (const [c, claim] of sentence.claims.entries()) {
      const key = `s${s + 1}.c${c + 1}`
      if (ofClaim) reasons[key] = ofClaim(claim)
      if (ofPassage)
        for (const [e, passage] of claim.passages.entries()) reasons[`${key}.e${e + 1}`] = ofPassage(passage)
    }
  }
  return reasons
}

const MAIN = 'It is what the sentence is there to say.'
const STAYS = 'Nothing in it was found to be false, so it stays as it is.'

export const factcheckBenchPractice: readonly PracticeRecord[] = [
  practise({
    key: 'the-nile',
    prompt: 'Into which sea does the Nile flow?',
    sentences: [
      {
        text: 'It flows into the Mediterranean Sea.',
        decontext: 'The Nile flows into the Mediterranean Sea.',
        checkworthy: 'yes',
        importance: 'yes',
        why: {
          checkworthy: 'It states a fact of geography that a map or an encyclopedia can confirm.',
          importance: 'It answers the prompt.',
          fate: STAYS,
        },
        claims: [
          {
            text: 'The Nile flows into the Mediterranean Sea.',
            why: 'One fact, in a sentence that says what “it” is: so it can be checked without the text around it.',
            importance: 'yes',
            importanceWhy: MAIN,
            passages: [
              {
                quote: 'North of Cairo the Nile spreads into a delta and reaches the Mediterranean Sea.',
                stance: 'completely-support',
                why: 'The whole claim follows from this passage alone.',
              },
              {
                quote: 'Cairo is the capital of Egypt.',
                stance: 'irrelevant',
                why: 'It does not say where the Nile flows. Being silent is not refuting.',
              },
            ],
            verdict: 'The first passage supports all of the claim, and nothing speaks against it.',
          },
        ],
      },
      {
        text: 'A trip along its banks is wonderful.',
        decontext: 'A trip along the banks of the Nile is wonderful.',
        checkworthy: 'opinion',
        importance: 'no',
        why: {
          checkworthy: 'What is wonderful is a matter of taste. No source could settle it.',
          importance: 'The prompt asks for the sea. Nobody would miss this sentence.',
          fate: STAYS,
        },
        claims: [],
      },
    ],
  }),
  practise({
    key: 'mona-lisa',
    prompt: 'Who painted the Mona Lisa, and where is it?',
    sentences: [
      {
        text: 'Michelangelo painted it, and it hangs in the Louvre in Paris.',
        decontext: 'Michelangelo painted the Mona Lisa, and it hangs in the Louvre in Paris.',
        checkworthy: 'yes',
        importance: 'yes',
        why: {
          checkworthy: 'It states who painted a picture and where it hangs: both can be looked up.',
          importance: 'It answers the prompt.',
          fate: 'A part of it is false and is corrected; the rest is true, so the sentence stays.',
        },
        claims: [
          {
            text: 'Michelangelo painted the Mona Lisa.',
            why: 'The sentence states two facts that can be true or false by themselves, so it makes two claims. This is the first.',
            importance: 'yes',
            importanceWhy: 'The prompt asks for the painter first.',
            passages: [
              {
                quote: 'The Mona Lisa is a portrait by Leonardo da Vinci.',
                stance: 'refute',
                why: 'It speaks of the same picture and names another painter.',
              },
              {
                quote: 'Michelangelo painted the ceiling of the Sistine Chapel.',
                stance: 'irrelevant',
                why: 'It is about the painter, but says nothing of the Mona Lisa.',
              },
            ],
            verdict: 'The first passage says clearly otherwise, so the claim is false.',
            revised: 'Leonardo da Vinci painted the Mona Lisa.',
          },
          {
            text: 'The Mona Lisa hangs in the Louvre in Paris.',
            why: 'The second fact of the sentence, with the name of the picture in the place of “it”.',
            importance: 'yes',
            importanceWhy: 'The prompt asks where the picture is.',
            passages: [
              {
                quote: 'Visitors to the Louvre in Paris queue to see the Mona Lisa, which hangs there.',
                stance: 'completely-support',
                why: 'It says where the picture hangs: all of the claim.',
              },
              {
                quote: 'The Mona Lisa is shown in a museum in Paris.',
                stance: 'partially-support',
                why: 'It confirms Paris, and is silent about which museum.',
              },
            ],
            verdict: 'The first passage supports all of it.',
          },
        ],
        revised: 'Leonardo da Vinci painted it, and it hangs in the Louvre in Paris.',
      },
      {
        text: 'Would you like to know more about it?',
        decontext: 'Would you like to know more about the Mona Lisa?',
        checkworthy: 'not_a_claim',
        importance: 'no',
        why: {
          checkworthy: 'A question asserts nothing.',
          importance: 'The answer is complete without it.',
          fate: STAYS,
        },
        claims: [],
      },
    ],
  }),
  practise({
    key: 'football',
    prompt: 'How does a football match work?',
    sentences: [
      {
        text: 'Each team has eleven players on the pitch.',
        decontext: 'In a football match each team has eleven players on the pitch.',
        checkworthy: 'yes',
        importance: 'yes',
        why: {
          checkworthy: 'The rules of the game say how many there are.',
          importance: 'How many play is a main part of the answer.',
          fate: STAYS,
        },
        claims: [
          {
            text: 'In a football match each team has eleven players on the pitch.',
            why: 'One fact; what it is about stands in it.',
            importance: 'yes',
            importanceWhy: MAIN,
            passages: [
              {
                quote: 'Football is played by two teams of eleven players each.',
                stance: 'completely-support',
                why: 'Two teams of eleven: that is the claim.',
              },
              {
                quote: 'A team needs at least seven players to start.',
                stance: 'irrelevant',
                why: 'It gives the least number for a start, not how many there are otherwise. It does not refute the claim.',
              },
            ],
            verdict: 'The first passage supports it.',
          },
        ],
      },
      {
        text: 'A match lasts 80 minutes.',
        decontext: 'A football match lasts 80 minutes.',
        checkworthy: 'yes',
        importance: 'yes',
        why: {
          checkworthy: 'The rules of the game say how long it lasts.',
          importance: 'How long it lasts is a main part of the answer.',
          fate: 'It is corrected, so it stays with the right number.',
        },
        claims: [
          {
            text: 'A football match lasts 80 minutes.',
            why: 'One fact; what lasts so long stands in it.',
            importance: 'yes',
            importanceWhy: MAIN,
            passages: [
              {
                quote: 'A match has two halves of 45 minutes.',
                stance: 'refute',
                why: 'Two times 45 minutes are 90, not 80: it says clearly otherwise.',
              },
            ],
            verdict: 'The passage refutes it. Only the number is wrong, so only the number is changed.',
            revised: 'A football match lasts 90 minutes.',
          },
        ],
        revised: 'A match lasts 90 minutes.',
      },
    ],
  }),
]
