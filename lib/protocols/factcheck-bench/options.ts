import type { DiscardReason, Option } from '@/lib/protocols/protocol'

/** Why an item is of no use. `no_agreement` is a finding about several people, so no single annotator can choose it. */
export const discardReasons: readonly DiscardReason[] = [
  { value: 'nothing_to_check', text: 'States nothing that can be checked' },
  { value: 'broken_response', text: 'Broken or cut-off response' },
  { value: 'needs_private_knowledge', text: 'Rests on what the public cannot know' },
  { value: 'no_agreement', text: 'No agreement' },
  { value: 'other', text: 'Other' },
]

/** Whether a sentence holds anything to check; the first opens its claims. Keys 1 to 4. */
export const sentenceOptions: readonly Option[] = [
  {
    value: 'yes',
    text: 'Check-worthy',
    key: '1',
    tone: 'positive',
    definition: 'It states at least one objective fact that is not obvious, even if the rest of it is opinion.',
  },
  {
    value: 'opinion',
    text: 'Opinion',
    key: '2',
    tone: 'neutral',
    definition: 'It says only how somebody feels about a thing or judges it. Others may see it differently.',
  },
  {
    value: 'not_a_claim',
    text: 'Not a claim',
    key: '3',
    tone: 'neutral',
    definition: 'It asserts nothing: a question, an exclamation, a request or an instruction.',
  },
  {
    value: 'other',
    text: 'Other',
    key: '4',
    tone: 'neutral',
    definition: 'None of these, for example a sentence in which the assistant speaks of itself.',
  },
]

/** The type of a single claim; only factual ones are verified. Keys 1 to 4. */
export const claimTypeOptions: readonly Option[] = [
  {
    value: 'factual',
    text: 'Factual',
    key: '1',
    tone: 'positive',
    definition: 'It states an objective fact about the world that evidence could confirm or refute.',
  },
  {
    value: 'opinion',
    text: 'Opinion',
    key: '2',
    tone: 'neutral',
    definition: 'It tells a taste, a feeling or a judgement that no evidence can settle.',
  },
  {
    value: 'not_a_claim',
    text: 'Not a claim',
    key: '3',
    tone: 'neutral',
    definition: 'It asserts nothing: a question, an exclamation, a request or an instruction.',
  },
  {
    value: 'other',
    text: 'Other',
    key: '4',
    tone: 'neutral',
    definition: 'None of these, for example the assistant speaking of itself.',
  },
]

const importance = (most: string, middle: string, least: string): readonly Option[] => [
  { value: 'yes', text: 'Most important', key: '7', tone: 'positive', definition: most },
  { value: 'intermediate', text: 'Intermediate', key: '8', tone: 'partial', definition: middle },
  { value: 'no', text: 'Not important', key: '9', tone: 'neutral', definition: least },
]

/** How much a sentence matters for answering the prompt. Keys 7 to 9. */
export const sentenceImportanceOptions = importance(
  'Without it the prompt would not be answered.',
  'It adds to the answer, but the answer stands without it.',
  'The reader of the answer would not miss it.',
)

/** How much a claim matters within its sentence. Keys 7 to 9. */
export const claimImportanceOptions = importance(
  'It is what the sentence is there to say.',
  'It supports or details what the sentence is there to say.',
  'The sentence would say the same without it.',
)

/** Whether a factual claim goes on to be verified. Keys 0, 5 and 6. */
export const setAsideOptions: readonly Option[] = [
  {
    value: 'check',
    text: 'Check it',
    key: '0',
    tone: 'positive',
    definition: 'The claim is verified in the next stage.',
  },
  {
    value: 'commonsense',
    text: 'Common sense',
    key: '5',
    tone: 'neutral',
    definition: 'Everybody knows it, and nobody would look it up. It is not verified.',
  },
  {
    value: 'not_publicly_checkable',
    text: 'Not publicly checkable',
    key: '6',
    tone: 'neutral',
    definition: 'Only the people concerned can know it, so no public source can settle it. It is not verified.',
  },
]

/** What a passage says of a claim. Keys 1 to 4. */
export const stanceOptions: readonly Option[] = [
  {
    value: 'completely-support',
    text: 'Supports',
    key: '1',
    tone: 'positive',
    definition: 'From the passage alone the whole claim follows.',
  },
  {
    value: 'partially-support',
    text: 'Partially supports',
    key: '2',
    tone: 'partial',
    definition: 'The passage confirms a part of the claim and is silent about the rest.',
  },
  {
    value: 'refute',
    text: 'Refutes',
    key: '3',
    tone: 'negative',
    definition:
      'The passage speaks of the same thing and says clearly otherwise, about all of the claim or a part of it.',
  },
  {
    value: 'irrelevant',
    text: 'Irrelevant',
    key: '4',
    tone: 'neutral',
    definition: 'The passage does not speak of what the claim states. Being silent is not refuting.',
  },
]

/** Whether a source can be trusted. Keys 5 and 6. */
export const reliableOptions: readonly Option[] = [
  {
    value: 'yes',
    text: 'Reliable',
    key: '5',
    tone: 'positive',
    definition: 'A primary source, an encyclopedia, an official page, or a publisher that answers for its errors.',
  },
  {
    value: 'no',
    text: 'Not reliable',
    key: '6',
    tone: 'negative',
    definition: 'A forum, a sales page, copied or generated text, or a page of which nobody knows the author.',
  },
]

/** Whether a single passage decides the claim. Keys 7 and 8. */
export const sufficientOptions: readonly Option[] = [
  {
    value: 'yes',
    text: 'Sufficient alone',
    key: '7',
    tone: 'positive',
    definition: 'This passage by itself decides whether the claim is true.',
  },
  {
    value: 'no',
    text: 'Not sufficient',
    key: '8',
    tone: 'neutral',
    definition: 'It takes other passages as well to decide.',
  },
]
