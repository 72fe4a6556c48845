/** The guidelines a new FACTOR validation project starts with; managers edit their own copy. */
export const guidelines = `# Judging contradictions

A language model is asked which of four sentences goes on from a text: the true one or one of three that were made false
by a small edit. That is a fair question only if the edited sentences are really false, read naturally, and do not give
themselves away. This is what you check, one edited sentence at a time. Somebody else does the same without seeing your
work.

Read the **prefix** first, then the **true completion**: take it as true, whatever you know. The edit is marked in every
contradiction: words in a box were put in, struck words were taken out.

## 1. Does it contradict the true completion?

**Non-factual**: read after the prefix, it cannot be true together with the true completion.

- A paraphrase is no contradiction: "bought" for "purchased".
- Something more general is none either: "in Europe" for "in Paris". Nor is something that is left out.
- What could be true as well is none: "He also played the flute" does not contradict "He played the piano".
- Names and pronouns count as the prefix leads one to read them. If "she" can only be the judge, "he" may be somebody else.

## 2. Is it fluent?

**Fluent**: grammatical and natural. Judge the language, not the content: "He sailed to the moon" is fluent. A small
awkwardness that the true completion has as well is no fault of the edit.

## 3. Is it consistent with itself?

**Self-consistent**: its own parts fit each other. "The unmarried man kissed his wife" is not. Neither is a sentence in which
the edit was made in one place and forgotten in another. The prefix does not count here: a contradiction is allowed to go
against it.

## 4. What did the edit change?

Asked of non-factual ones only; choose one.

| type | what was changed | example |
|---|---|---|
| Predicate | what is done or is the case | *opened* for *closed* the school |
| Entity | who or what it is about | *the mayor* for *the governor* |
| Circumstance | when, where or how | *in 1962* for *in 1958* |
| Coreference | what a pronoun or reference points to | *her* brother for *his* brother |
| Link | how two statements hang together | *before* for *after* the war |

Where two were changed, take the one that makes it false. A date that is the very subject ("The year 1962 was …") is an
entity.

## 5. When in doubt

Decide by what a careful reader would say, and leave a note: it is shown to the reviewer if you two differ. Discard the item
if the true completion itself is not true, or says nothing that could be changed.
`
