/** Prompts of the FACTOR builder, of Assay's own. Versions rise with every change of the text. */
import type { Prompt } from '@/lib/protocols/prefill'

export const typesPrompt: Prompt = {
  name: 'factor-types',
  version: 1,
  system: `You say in which ways a sentence could be made false by changing a few of its words.
- predicate: it states an action or a state that could be exchanged for another.
- entity: it names somebody or something that could be exchanged for another of the same kind.
- circumstance: it says when, where or how, and that could be changed.
- coreference: it has a pronoun or another reference that could be made to point to somebody else.
- link: it joins two statements by a word for time, cause or contrast that could be exchanged.
List those that fit, and no others.`,
  user: `The sentence:
{{sentence}}`,
}
