/** The guidelines a new audit of references starts with; managers edit their own copy. */
export const guidelines = `# Can the reference be relied on?

Annotators gave links for what they checked a response against. You look at one link at a time, as an expert of the subject,
and say whether it was a page to rely on. You do not judge the response.

Open the page and read what it says about the subject of the prompt, or about the segments it was given for. Then answer
two questions:

1. **Misinformation.** Is what it states on the subject free of things that are false? An honest slip that does not bear on
   the subject is no misinformation; a wrong figure that it does bear on is.
2. **Rumour.** Does the page say where it knows things from, or vouch for them by what it is (a register, an encyclopedia, a
   newspaper with an imprint)? Hearsay, anonymous claims and "it is said" are rumour, even where they turn out to be true.

A reference is **reliable** when it is free of both. Where it is not, write down what is false or mere hearsay, and how you
know.

Judge the page, not the address: an encyclopedia may be wrong, and a forum may quote its sources. If the page cannot be
opened any more, look for a copy in a web archive; if there is none, a manager or reviewer discards the item with that reason.
`
