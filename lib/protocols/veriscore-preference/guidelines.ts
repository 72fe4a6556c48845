/** The guidelines a new project starts with; managers edit their own copy. They are confirmed before the first task. */
export const guidelines = `# Choosing the better list of claims

You see a text and two lists of claims that were extracted from it by two methods. Which method made which list is hidden,
and the sides change at random from task to task and from person to person. You decide which list is better, say whether
that was hard, and give a short reason. There is no right answer to find: your votes are counted together with those of
others, and nobody settles differences afterwards.

## 1. Read the text first

Long texts are cut at the end of a sentence after about 300 words. Judge the lists by what you read: a claim about
something that is not in the text speaks against its list. Where the text answers a question, the question stands above it.

## 2. What makes a list better

The better list has **the most verifiable and the least unverifiable content**. A claim is verifiable if

- it states one event or state of the world that somebody could confirm or refute with a source;
- it can be understood without the text: it says who, what, where and when by name, not "he", "the city" or "this";
- it says what the text says, with its conditions, and nothing more.

Unverifiable are opinions, advice, feelings, instructions, hypotheses, events of a story that is made up, and statements so
vague that nobody could look them up. A list that leaves such sentences out is better than one that turns them into claims.

Also look at **completeness** (is a verifiable statement of the text missing?), **repetition** (does the same claim come
twice in other words?) and **splitting** (one claim that joins several facts, or facts torn so small that they mean
nothing). The longer list is not the better one by its length.

A list may be empty. If the text states nothing that can be verified, that is right.

## 3. Easy or hard

- **Easy**: you would choose the same again without thinking. It counts as a strong preference.
- **Hard**: you hesitated, because both have merits or both have faults. It counts as a slight preference.

In a comparison of extractors you may answer **hard to choose** instead: the lists differ, but neither is better.

## 4. A reason in a sentence or two

Name what decided: "List 1 turns three opinions into claims" or "List 2 leaves out the dates". "Better" is no reason.

## 5. Fairness

Do not try to guess which method made a list, and do not talk about open tasks with other annotators. When a text is
broken, or states nothing at all, skip the task with a reason.
`
