/** The guidelines a new project starts with; managers edit their own copy. */
export const guidelines = `# Verifying a claim by its search results

You are given one claim that a program took from a model's response, and up to ten results of searching the web for it:
title, snippet and address. You decide what each result says about the claim, and then what all of them together say.
What you know yourself plays no part: a claim that you know to be true is not supported unless a result says so.

## 1. Each result

- **Supports**: what it states makes the claim, or a part of it, true.
- **Contradicts**: what it states cannot be true together with the claim, or with a part of it.
- **Inconclusive**: it does neither. A result about something else, and one that is silent on the point, are both
  inconclusive; being silent is not contradicting.

Go by the title and the snippet. Open the page if the snippet breaks off where it matters.

If you like, say whether the **source** can be trusted. That changes nothing about the stance, but it is worth knowing
where results conflict. Say it before the stance: with the stance the next result opens.

## 2. The claim

- **Supported**: every part of the claim is supported by some result, and no part is contradicted by any.
- **Contradicted**: some part is contradicted by a result, and no result supports that part.
- **Inconclusive**: neither. Say why:
  - *(a)* some part is not mentioned by any result;
  - *(b)* some part is supported by one result and contradicted by another;
  - *(c)* it cannot be told what the claim refers to ("the song", "he"), or it is too general to be settled.

Contradicted comes before (a): one part that is contradicted makes the claim contradicted, whatever is not mentioned.

## 3. Claims with several parts

"The bridge, opened in 1931, is the longest in the country" states two things. Where it is not plain what follows, list
the **parts** and name for each the results that support and that contradict it. The verdict then follows by the rule
above and is shown; if yours is another, either it or the parts are wrong.

## 4. Where raters differ

Most differences come from a slip, from reading a word in two ways, from claims with several parts, and from results that
support a claim only by inference. An inference that anybody would draw counts as support; one that needs knowledge of the
field does not. Write a **comment** where the next reader would wonder.
`
