/** The guidelines a new Factcheck-Bench project starts with; managers edit their own copy. */

const decomposeGuidelines = `## Stage 1: decompose

### The sentence on its own

Rewrite the sentence so that somebody who reads nothing else understands it. Replace pronouns and words like "there" or
"the latter" by what they stand for. Add nothing that the response does not say. If two sentences make no sense
without each other, let each carry what it needs from the other; a wrong sentence boundary is repaired by a manager
before work begins.

### Is there anything to check?

| category | choose it when the sentence |
|---|---|
| Check-worthy | states at least one objective fact that is not obvious, whatever else it says |
| Opinion | says only how somebody feels about a thing or judges it |
| Not a claim | asserts nothing: a question, an exclamation, a request, an instruction |
| Other | fits none of these, for example when the assistant speaks of itself |

Then say how important the sentence is for answering the prompt: most important, intermediate or not important.

### Claims

A claim states **one property or one fact** that can be checked by itself. First take the sentence apart into its
statements, then each statement into claims.

- Split where one half could be true and the other false: "Ada was born in Bergen and studied law" makes two claims.
- Do not split what depends on each other so closely that a half says nothing: "the bridge is longer than the tunnel"
  is one claim, and so is a date with the event that it belongs to.
- Each claim stands on its own: names instead of pronouns, and the time and place that the response gives.
- Claim what the response says, also when you know that it is wrong. Correcting comes later.
- Leave nothing out and say nothing twice. The claims together say what the sentence says.

Suggestions are a start. Change, split, merge, add and delete until the list is right. Marking the words of the sentence
that make the claim is optional and helps whoever reads your work.

### Type and importance of a claim

The types are those of the sentences: *factual*, *opinion*, *not a claim*, *other*. A check-worthy sentence may well
hold a claim that is only an opinion. Only factual claims are verified. Two kinds of factual claims may be set aside:

- *common sense*: everybody knows it, and nobody would look it up;
- *not publicly checkable*: only the people concerned can know it.

Importance is judged within the sentence: is this what the sentence is there to say?`

const evidenceGuidelines = `## Stage 2: verify

### The stance of each passage

Read the passage, not what you know. Ask what somebody would conclude from it who knows nothing else.

| stance | choose it when the passage |
|---|---|
| Supports | lets the whole claim follow |
| Partially supports | confirms a part of the claim and is silent about the rest |
| Refutes | speaks of the same thing and clearly says otherwise, about all of the claim or a part of it |
| Irrelevant | does not speak of what the claim states |

Silence is not refutation. A passage that does not mention the fact is irrelevant, even if you would expect
it to. Most passages are irrelevant; mark those that matter and then the rest in one go.

If it helps, say whether the source is reliable (primary sources, encyclopedias, official pages and publishers that
answer for their errors; not forums, sales pages, or copied and generated text) and whether this passage alone decides
the claim.

### Is the automatic evidence enough?

Say *enough* if the passages that came with the claim decide it. If not, search yourself. For everything you
find, write down five things:

1. the **query** that found it,
2. the **address** of the page itself, not of a list of results,
3. the **quotation**, word for word,
4. whether the source is **reliable**,
5. its **stance**, and if you like whether it is **sufficient alone**.

About five passages are usual. Take fewer when one settles the matter and more when the matter is disputed. If you
find nothing, write down the queries you tried, one a line: the next person need not try them again.`

const correctionGuidelines = `### The verdict

Weigh the evidence by these rules. The screen shows a hint by the same rules; the decision is yours.

1. Leave irrelevant passages out of account.
2. All the others support the claim: it is **true** and stays as it is.
3. All the others refute it: it is **false** and is corrected.
4. Some support and some refute it: compare how reliable the sources are and how many there are. If refuting is
   stronger, the claim is false; otherwise it is true.
5. Some refute it and some support a part of it. If they speak of the same part, weigh them as in rule 4. If they speak
   of different parts, the claim is false and the refuted part is corrected.
6. Nothing but irrelevant passages, or a conflict in which neither side is stronger and which you cannot resolve: **not
   enough evidence**.
7. Only partial support: no rule decides. Look for evidence on the part that nobody confirms.

### The correction

A false claim is corrected or deleted, and every such decision names the evidence that it rests on.

- Change as little as possible: **replace** the wrong words by the right ones, or **strike** the words that are wrong.
- Add nothing that the error does not call for, however interesting.
- **Delete** the claim when nothing true would be left of it.

A true claim is never changed. A claim without enough evidence stays as it is, or is deleted with a reason.`

const mergeGuidelines = `## Stage 3: merge

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

const introduction = `# Checking a response claim by claim

You take apart what a language model answered, check every claim against evidence, correct what is false, and put the
response together again. This happens in three stages. In each of them two people work without seeing each other's
answers and then agree on one result, with which the next stage begins. In the second stage a third person joins every
time you compare; in the others, when you cannot agree.`

const doubt = `## When in doubt

Choose the answer that you would defend in front of your partner. If an item cannot be checked at all, it can be
discarded with a reason when you compare; that is a result as well. Do not talk about an open item before both of you
have submitted.
`

export const guidelines = [
  introduction,
  decomposeGuidelines,
  evidenceGuidelines,
  correctionGuidelines,
  mergeGuidelines,
  doubt,
].join('\n\n')
