/** The guidelines a new project starts with; managers edit their own copy. */
export const guidelines = `# Choosing the best revision

A language model gave a response with something false in it. Up to four revisions of it stand side by side. Which method
made which is hidden, and the order changes at random from task to task and from person to person. You choose the best
one and say why in a sentence.

## Three criteria, in this order

1. **No factual errors.** What was false is corrected, and nothing false was put in. Look it up where you are not sure.
2. **Keeps the style.** It keeps the wording, tone, order and form of the original wherever that was right. A revision that
   rewrites everything, or drops half of what was correct, has lost this one.
3. **Reads naturally.** It is fluent and complete, without traces of the repair such as repeated sentences or "as an AI".

Go down the list and stop at the first criterion that tells two revisions apart. Between two that have no errors the one
closer to the original wins; only then does the better prose count. Where every revision has an error, choose the
one whose errors matter least, and say so.

## One, unless they are the same

Choose one revision. You may choose several only if their texts are the same, blanks aside; then choose all of those.
"About equally good" is no reason for two: decide by the criteria, and if nothing else helps by your taste.

## The reason

A sentence that names the criterion: "Only this one corrects the year", "All are right; this one keeps the list".

## The pool

Each item is judged by one of the project's annotators unless the manager asks for more; tasks are given out in turn. There
is no right answer to be found afterwards: votes are counted as they are. Do not talk about open tasks with others.
`
