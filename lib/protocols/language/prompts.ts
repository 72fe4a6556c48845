/**
 * The prompts of pre-fill of protocol files, where a file has none of its own, and the names by which prompts ask for what differs from item to item.
 * For servers and the command line: pages are not given prompts.
 */
import type { Prompt } from '@/lib/protocols/prefill'
import { PROMPT_NAME } from '@/lib/protocols/prompt-names'
import type { PrefillStepDefinition, PromptDefinition } from './definition'

/** The names that prompts of files may hold besides those of content. */
export const PLACEHOLDERS = ['guidelines', 'item', 'units', 'question', 'values'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const CONTENT = 'content.'
/** A name that means content, also where another thing has it. */
export const nameOfContent = (name: string): string => CONTENT + name
/** The content that a name means. */
export const contentNamed = (name: string): string => (name.startsWith(CONTENT) ? name.slice(CONTENT.length) : name)

/** The prompts of a step by their words in a file; `prompt` is written as `system` and `user` of the step itself. */
export type PromptPart = 'prompt' | 'queries' | 'quotes'

const DATA = `The guidelines:
{{guidelines}}

The item:
{{item}}`

export const judgePrompt: Prompt = {
  name: 'judge',
  version: 1,
  system: `You judge numbered parts of an item as a careful annotator does. What the guidelines, the question and the values say is the standard; the item and its parts are what is judged by it.
Answer for every number once, with values as they are written. Where one value is asked for, give one; where several may apply, give all that do, and a value that is marked "only alone" without others. Say in one sentence why. Leave a number out if you cannot tell.`,
  user: `${DATA}

What is asked about, by number:
{{units}}

The question:
{{question}}

The values:
{{values}}`,
}

export const togetherPrompt: Prompt = {
  name: 'judge-together',
  version: 1,
  system: `You judge numbered parts of an item as a careful annotator does, and answer all questions about each of them. What the guidelines, the questions and the values say is the standard; the item and its parts are what is judged by it.
Answer every question for every number once, with values as they are written. Where one value is asked for, give one; where several may apply, give all that do, and a value that is marked "only alone" without others. Give null for a question that does not arise, where it says so. Say in one or two sentences why.`,
  user: `${DATA}

What is asked about, by number:
{{units}}

The questions, each by its name and with its values:
{{question}}`,
}

export const listPrompt: Prompt = {
  name: 'list',
  version: 1,
  system: `You list what a question asks for, as a careful annotator does. The guidelines and the question say what makes an entry; the item is what it is looked for in.
Give every entry with the number of what it belongs to, in the order in which it stands there, and each once. Say nothing that does not follow from the item. Where quotations are asked for, copy the words letter by letter, as few as say it by themselves, and give the few words right before them if they stand there more than once. Say in one sentence why it is an entry. Give no entry for a number that has none.`,
  user: `${DATA}

What entries are asked for, by number:
{{units}}

The question:
{{question}}`,
}

export const spansPrompt: Prompt = {
  name: 'spans',
  version: 1,
  system: `You mark stretches of a text as a careful annotator does. The guidelines, the question and the labels say what is marked.
Give every stretch as a quotation of the text, copied letter by letter and as short as the guidelines ask for, with the few words that stand right before it if it stands there more than once, and its label as it is written. Give them in the order of the text. Say in one sentence why. Give none where there is nothing to mark.`,
  user: `${DATA}

The text to mark:
{{units}}

The question:
{{question}}

The labels:
{{values}}`,
}

export const marksPrompt: Prompt = {
  name: 'marks',
  version: 1,
  system: `You mark stretches of a text as a careful annotator does; questions are asked about each of them afterwards. The guidelines, the question and the labels say what is marked.
Give every stretch as a quotation of the text, copied letter by letter and as short as the guidelines ask for, with the few words that stand right before it if it stands there more than once, and its label as it is written. Where stretches are asked for by number, give the number of what it belongs to. Give them in the order of the text. Say in one sentence why. Give none where there is nothing to mark.`,
  user: `${DATA}

The text to mark:
{{units}}

The question:
{{question}}

The labels:
{{values}}`,
}

/** Asks for the words of a text that belong to entries which were proposed before: those that contradict a mark, for one. */
export const wordsPrompt: Prompt = {
  name: 'words',
  version: 1,
  system: `You mark stretches of a text that belong to numbered parts of an item, as a careful annotator does. The guidelines, the question and the labels say what is marked.
Give every stretch with the number of the part that it belongs to, as a quotation of the text to mark, copied letter by letter and as short as the guidelines ask for, with the few words that stand right before it if it stands there more than once, and its label as it is written. Say in one sentence why. Give none for a number that has none.`,
  user: marksPrompt.user,
}

export const queriesPrompt: Prompt = {
  name: 'queries',
  version: 1,
  system: `You look for evidence as a careful annotator does. Write what you would type into a search for it: a few short queries in different words, the most telling first, one of them for the opposite of what is stated. Name people, places, works and dates in full; do not write "it" or "the author".`,
  user: `${DATA}

What evidence is looked for:
{{units}}

The question:
{{question}}`,
}

export const quotesPrompt: Prompt = {
  name: 'quotes',
  version: 1,
  system: `You choose evidence from passages that a search led to, as a careful annotator does. The guidelines and the question say what is evidence.
Give every quotation with the number of its passage, copied letter by letter, the fewest words that say it by themselves. Leave out what only repeats another one, and what is about something else. Say in one sentence what it shows. Give none where the passages hold none.`,
  user: `${DATA}

The passages, by number:
{{units}}

The question:
{{question}}`,
}

export const cutPrompt: Prompt = {
  name: 'cut',
  version: 1,
  system: `You divide a text into segments that annotators judge one by one. A segment is one step, one recommendation, or one complete statement, unless the guidelines say otherwise: small enough to be judged as a whole, large enough to be understood together with what stands before it.
Copy the text letter by letter, in the same order, nothing left out, nothing added, nothing corrected. Written one after the other, your segments are the text.`,
  user: `${DATA}

The text to divide:
{{units}}`,
}

/** The prompts of a step where the file says nothing about them. */
export function standardPrompts({
  does,
  together,
}: Pick<PrefillStepDefinition, 'does'> & { together?: true | undefined }): Partial<Record<PromptPart, Prompt>> {
  switch (does) {
    case 'judge':
      return { prompt: together ? togetherPrompt : judgePrompt }
    case 'list':
      return { prompt: listPrompt }
    case 'mark':
      return { prompt: spansPrompt }
    case 'marks':
      return { prompt: marksPrompt }
    case 'evidence':
      return { queries: queriesPrompt, quotes: quotesPrompt }
    case 'cut':
      return { prompt: cutPrompt }
    case 'links':
      return {}
  }
}

/** What the standard prompts are called. */
export const STANDARD_NAMES: readonly string[] = [
  judgePrompt,
  togetherPrompt,
  listPrompt,
  spansPrompt,
  marksPrompt,
  wordsPrompt,
  queriesPrompt,
  quotesPrompt,
  cutPrompt,
].map(({ name }) => name)

/** What a prompt of a step's own is called: as the step, or as the step says; of evidence by the part as well. */
export const ownPromptName = (
  { id, promptName }: Pick<PrefillStepDefinition, 'id'> & { promptName?: string | undefined },
  part: PromptPart,
): string => (part === 'prompt' ? (promptName ?? id) : `${id}-${part}`)

/** The names in the texts of a prompt, each once. */
export const namesIn = ({ system = '', user = '' }: PromptDefinition): string[] => [
  ...new Set(Array.from(`${system}\n${user}`.matchAll(PROMPT_NAME), ([, name = '']) => name)),
]

/** What is left of a text without names that are written as they should be. */
export const withoutNames = (text: string): string => text.replace(PROMPT_NAME, '')

/** The prompt that a step asks with: its own has a name of its own, and the version of the file. */
export function promptOf(step: PrefillStepDefinition, part: PromptPart, version: number): Prompt {
  const standard = standardPrompts(step)[part]
  if (!standard) throw new Error(`a step that does ${step.does} has no prompt ${part}`)
  const stepPrompt = step[part]
  if (!stepPrompt) return standard
  return {
    name: ownPromptName(step, part),
    version,
    system: stepPrompt.system ?? standard.system,
    user: stepPrompt.user ?? standard.user,
  }
}
