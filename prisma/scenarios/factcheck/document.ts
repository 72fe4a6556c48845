/** The shape of the demo's documents: a response, what is in it, what was found about it, and what is right. */

type Stance = 'completely-support' | 'partially-support' | 'refute' | 'irrelevant'

/** What a search brought: the words of the page, where they stand, what they say about the claim. */
export interface Passage {
  quote: string
  url: string
  query: string
  stance: Stance
}

export interface Claim {
  text: string
  /** Factual unless said. */
  type?: 'opinion' | 'not_a_claim' | 'other'
  setAside?: 'commonsense' | 'not_publicly_checkable'
  /** Most important unless said. */
  importance?: 'intermediate' | 'no'
  /** What the machine proposed instead; null where it did not find the claim. */
  proposed?: string | null
  passages?: readonly Passage[]
  /** True unless said. */
  verdict?: 'false' | 'not_enough_evidence'
  /** The corrected text of a false claim; null deletes it. */
  revised?: string | null
  /** Found by hand, where what the search brought was not enough. */
  own?: readonly Passage[]
  /** The queries tried in vain. */
  searched?: string
}

export interface Sentence {
  text: string
  /** The sentence as it stands alone, where that differs. */
  decontext?: string
  /** Check-worthy unless said. */
  kind?: 'opinion' | 'not_a_claim' | 'other'
  importance?: 'intermediate' | 'no'
  claims?: readonly Claim[]
}

export interface Document {
  key: string
  source: string
  prompt: string
  sentences: readonly Sentence[]
}

/** A passage in short. */
export const passage = (stance: Stance, quote: string, page: string, query: string): Passage => ({
  quote,
  url: `https://${page}`,
  query,
  stance,
})
