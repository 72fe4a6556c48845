import type { JsonRecord } from '@/lib/protocols/record-fields'

/** Records for tests, written for them; `changes` replaces fields, undefined takes one out. */
type Changes = { [field: string]: JsonRecord[string] | undefined }

const changed = (record: JsonRecord, changes: Changes): JsonRecord =>
  JSON.parse(JSON.stringify({ ...record, ...changes }))

export const CLAIM = 'The Halden bridge opened in 1931 and is the longest in the country.'
const OTHER = 'The Halden bridge is made of granite.'

const RESULTS = [
  {
    title: 'Halden bridge',
    snippet: 'The bridge was opened to traffic in 1931.',
    link: 'https://bridges.example/halden',
  },
  { title: 'Longest bridges', snippet: 'Longest of all is the Orre bridge.', link: 'https://lists.example/longest' },
  { title: 'Halden travel tips', snippet: 'Bring a coat: it is windy.', link: 'https://travel.example/halden' },
]

const asText = (order: readonly ('title' | 'snippet' | 'link')[], between: string) =>
  RESULTS.map((result, index) => {
    const names = { title: 'Title', snippet: 'Content', link: 'Link' }
    const lines = order.map((field) => `${names[field]}: ${result[field]}`)
    return [`Search result ${index + 1}`, ...lines].join('\n') + between
  }).join('')

/** As the pipeline's verifier is given them. */
export const RESULTS_TEXT = asText(['title', 'link', 'snippet'], '\n\n')

export function fewShotRecord(changes: Changes = {}): JsonRecord {
  const text = asText(['title', 'snippet', 'link'], '\n\n').trimEnd()
  return changed({ claim: CLAIM, search_result: text, human_label: 'Contradicted.' }, changes)
}

export function claimRecord(changes: Changes = {}): JsonRecord {
  return changed({ id: 'q1', claim: CLAIM, results: RESULTS, prompt_source: 'ELI5', model: 'model-a' }, changes)
}

/** A line of the pipeline about a response of three sentences: two claims in the first, none in the second, a repetition. */
export function pipelineLine(changes: Changes = {}): JsonRecord {
  const line = {
    question: 'What is special about the Halden bridge?',
    prompt_source: 'ShareGPT',
    response: 'The Halden bridge opened in 1931, and is the longest. I like it. It is made of granite.',
    prompt_tok_cnt: 12,
    response_tok_cnt: 20,
    model: 'model-a',
    abstained: false,
    claim_list: [[CLAIM, OTHER], [null], [OTHER]],
    all_claims: [CLAIM, OTHER],
    claim_search_results: { [CLAIM]: RESULTS, [OTHER]: [] },
    claim_verification_result: [
      { claim: CLAIM, search_results: RESULTS_TEXT, verification_result: 'contradicted' },
      { claim: OTHER, search_results: '', verification_result: '\n' },
    ],
  }
  return changed(line, changes)
}

/** What splitting makes of a line, for its first claim; `entry` replaces what the verifier said. */
export function pipelinePiece(entry?: JsonRecord, changes: Changes = {}): JsonRecord {
  const piece = {
    question: 'What is special about the Halden bridge?',
    prompt_source: 'ShareGPT',
    response: 'The Halden bridge opened in 1931, and is the longest. I like it. It is made of granite.',
    model: 'model-a',
    claim_list: [[CLAIM]],
    all_claims: [CLAIM],
    claim_search_results: { [CLAIM]: RESULTS },
    ...(entry ? { claim_verification_result: [{ claim: CLAIM, search_results: RESULTS_TEXT, ...entry }] } : {}),
    claim_place: { claim: 1, claims: 2, sentence: 1, sentences: 3 },
  }
  return changed(piece, changes)
}

/** Everything that people can say, in their fields. */
export const HUMAN: JsonRecord = {
  human_label: 'Contradicted.',
  human_result_labels: ['supports', 'contradicts', 'inconclusive'],
  human_source_trust: ['trustworthy', null, 'cannot_tell'],
  human_comment: 'The second part is wrong.',
  human_parts: [
    { text: 'It opened in 1931.', supports: [1], contradicts: [] },
    { text: 'It is the longest in the country.', supports: [], contradicts: [2] },
  ],
}

/** Records with what published files are known for, all of which are read, and written back as they are. */
export const quirkyRecords: readonly JsonRecord[] = [
  claimRecord(HUMAN),
  claimRecord(),
  claimRecord({ human_label: 'inconclusive', human_reason: 'c', results: [] }),
  claimRecord({ results: undefined, search_results: RESULTS_TEXT, verification_result: 'supported' }),
  fewShotRecord(),
  fewShotRecord({ human_label: 'Inconclusive.' }),
  fewShotRecord(HUMAN),
  pipelinePiece(),
  pipelinePiece({ verification_result: 'supported', ...HUMAN }),
  pipelinePiece({ verification_result: null, human_label: 'Supported' }),
  pipelinePiece({
    verification_result: '### the claim is unsupported',
    human_label: 'Inconclusive.',
    human_reason: 'a',
  }),
  pipelinePiece(undefined, {
    all_claims: undefined,
    all_claim_lst: [CLAIM],
    claim_search_results: undefined,
    claim_snippets_dict: { [CLAIM]: RESULTS },
  }),
  pipelinePiece({ human_label: 'Supported.' }, { claim_search_results: undefined }),
  pipelinePiece({ verified_by: 'people', verification_result: 'supported', human_label: 'Supported.' }),
]
