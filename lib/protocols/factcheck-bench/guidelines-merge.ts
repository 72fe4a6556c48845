export const mergeGuidelines = `## Stage 3: merge

Each sentence opens with an automatic merge: the corrections applied to its original words where that is possible, or
else its remaining claims one after the other. Make it one good sentence (or a few), in the tone of the response.

- Start from the original wording and keep it wherever it is right.
- Every corrected claim must be in it, and nothing that was struck or deleted.
- Text that is not check-worthy stays as it is: greetings, opinions, questions.
- Say nothing twice. Repeated and nearly repeated statements are highlighted; keep the one that reads better.
- Delete a sentence when nothing is left of it or another says the same. Deleting is a choice of its own; an empty
  text does not delete.

The whole response keeps the order of its sentences. Read it once from beginning to end and smooth the
transitions, without adding facts.`
