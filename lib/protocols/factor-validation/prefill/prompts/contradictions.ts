/** One prompt a kind of error; each plans the change before it writes the sentence (FACTOR 3.2; SEEDS 5.4, step 3). */
import type { ErrorType } from '@/lib/protocols/factor-validation/options'
import type { Prompt } from '@/lib/protocols/prefill'

const RULES = `Work in numbered pairs. First plan the change in a few words: what is exchanged for what ("opened" becomes "closed"). Then write the whole sentence with this change and nothing else.
Each new sentence
- cannot be true if the given one is, read in the same place;
- keeps every other word, also the punctuation at its end;
- is grammatical and does not rule itself out: where the change has consequences within the sentence, carry them through;
- is something that a reader who does not know better would believe.
No two pairs make the same change. Give as many pairs as asked for, or fewer if there are no more good ones.`

const WITH_CONTEXT = `The text before it:
{{context}}

The sentence:
{{sentence}}

Pairs wanted:
{{count}}`

const prompt = (type: ErrorType, what: string, user: string): Prompt => ({
  name: `factor-${type}`,
  version: 1,
  system: `You make a true sentence false by a small change of one kind. ${what}\n${RULES}`,
  user,
})

export const contradictionPrompts: Readonly<Record<ErrorType, Prompt>> = {
  predicate: prompt(
    'predicate',
    'Change what is done or what is the case: exchange the verb or the state for one that rules it out, as "accepted" and "turned down" do. Names, times and places stay.',
    WITH_CONTEXT,
  ),
  entity: prompt(
    'entity',
    'Change who or what it is about: exchange one person, group, thing or quantity of something for another of the same kind, if possible one that the text before it has made familiar. What happens, and when and where, stays.',
    WITH_CONTEXT,
  ),
  circumstance: prompt(
    'circumstance',
    'Change when, where or how: exchange a date, duration, place, direction or manner for another that fits the story. Who does what stays.',
    WITH_CONTEXT,
  ),
  coreference: prompt(
    'coreference',
    'Change what a reference points to: exchange a pronoun or another reference, so that a reader of the text before it takes it to mean somebody or something else. Names may not be put in.',
    WITH_CONTEXT,
  ),
  link: prompt(
    'link',
    'Change how two of its statements hang together: exchange the word for time, cause, condition or contrast that joins them, as "before" and "after" or "because of" and "despite" do. The statements themselves stay.',
    `The sentence:
{{sentence}}

Pairs wanted:
{{count}}`,
  ),
}
