/** The guidelines a new project of generated text starts with; managers edit their own copy. */
export const guidelines = `# Judging generated text against one fact

A text breaks off. You see how it really went on, and a sentence that contradicts that. Language models were given the
same beginning and wrote on by themselves. We want to know what they wrote about the one fact that the two sentences
differ in, and nothing else.

## 1. Write the fact

Compare the **true completion** with the **contradiction**. Write the smallest statement that is true by the one and false
by the other.

- *As it is true*: state the fact of the true completion, not the mistake.
- *By itself*: use names instead of pronouns, so that it can be understood without the text. Take them from the text so far.
- *Minimal*: leave out whatever both sentences share, unless the fact needs it to make sense.

If the sentences are "The bridge was opened by the queen in 1931" and "The bridge was opened by the queen in 1952", the
fact is "The bridge was opened in 1931"; that it was the queen who did it is not part of it.

Choose **no single fact** where they differ in nothing that matters, in several facts at once, or do not contradict each
other. Such an item is then discarded with that reason.

## 2. Judge the texts

You see the fact, the beginning that the models were given, and what they wrote, in an order of your own. You are not told
which model wrote what.

| judgement | choose it when |
|---|---|
| True | the text states or implies the fact, in whatever words |
| False | the text contradicts the fact: both cannot be so at once, in the way of the contradiction or in another |
| Neutral | the text says nothing about the fact, or leaves it undecided |
| Ill-formed | it is empty, garbled, cut off before it says anything, or belongs to another text |
| No contradiction | with this text, the two sentences turn out not to contradict each other about the fact |

- Only the fact counts. A text full of other mistakes is true if it states the fact.
- Read the beginning and the text as one: the words that both sentences begin with are part of what the text says.
- The fact is taken as given; there is no need to look it up.
- A text that says it both ways contradicts the fact: false.
- Saying less is neutral: "opened in the thirties" leaves 1931 undecided; "opened after the war" contradicts it.

Ill-formed texts and those without a contradiction are left out of the figures; how many there were is reported.

## 3. When in doubt

Choose what you would defend in front of the other annotator, and say why you hesitated in the comment. Do not talk about an
open item before both of you have submitted.
`
