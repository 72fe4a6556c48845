/** The guidelines a new FELM project starts with; managers edit their own copy. */
export const guidelines = `# Labelling responses segment by segment

You read what a language model answered and decide, for every segment, whether it is true. Somebody else does the same
without seeing your work. Where the two of you differ, a reviewer settles it, so an honest label is worth more than a
safe one.

## 1. Keep or remove

Read the prompt and the whole response first. **Keep** the item if the response makes statements that a source, a
calculation or an argument could confirm. **Remove** it if it does not belong in a dataset about facts:

- *Asks for a procedure*: steps or advice that are good or bad rather than true or false.
- *States no facts*: opinion, fiction, small talk, or a refusal to answer.
- *Riddle or play on words*: the answer rests on a trick, not on the world.
- *Broken or cut-off answer*: garbled, unfinished, or meant for another prompt.
- *Other*: say in a sentence what is wrong.

A wrong answer is no reason to remove an item. Wrong answers are what we are looking for.

## 2. True or false

Judge each segment in the light of the prompt and of what came before it.

- **True**: all it states is correct and to the point. Greetings, headings and other segments that state nothing are
  true as well.
- **False**: at least one thing it states is wrong, does not follow, or has nothing to do with the prompt. One wrong date
  makes a long segment false.

Do not punish a segment for a mistake made earlier unless it repeats that mistake or builds on it. If a
calculation goes wrong in one step, every later step that uses the wrong result is false too.

Look things up, even when you are sure. Judge by what was true when the response was written; if that matters, say so in
the reason.

## 3. One type for every error

| type | choose it when |
|---|---|
| Knowledge error | a fact is wrong or made up: a name, number, date, event, title or quotation |
| Reasoning error | the facts may be fine, but the conclusion does not follow, a sum is wrong, or two statements contradict each other |
| Irrelevant | the segment does not answer what was asked, whether or not it is correct by itself |
| Fooled | the prompt holds a false premise or a joke, and the segment takes it at its word |

When two types fit, take the one that explains the error best. If the prompt misled the model, that is *fooled*,
even though the statement is also wrong. In mathematics and reasoning every error counts as a reasoning error, so you are
not asked.

## 4. A reason that helps

Every false segment needs a reason. Write one or two sentences that let a stranger see the error without repeating
your search: **what is wrong, and what would be right**.

- Good: "The treaty was signed in 1713, not in 1731; see the second paragraph of the linked page."
- Not enough: "Wrong year."

## 5. Links

Give the pages that you relied on. A page that decides a single segment goes with that segment; one that covers the
whole response goes with the response. Prefer primary sources, encyclopedias and official pages to forums, and link the
page itself rather than a list of search results. There are no links in mathematics and reasoning.

## 6. Segments

Segments are fixed before labelling starts, so that everybody labels the same ones. If a cut is in the wrong place, label
what is there and leave a comment: a manager can repair it and reopen the item for all.

## 7. When in doubt

Try for a few minutes, then choose the label you would defend in front of your partner, and write down in the reason why you
hesitated. Do not talk about an open item with the other annotator before you have both submitted.
`
