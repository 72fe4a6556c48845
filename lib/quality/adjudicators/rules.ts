/** How the figures about adjudicators are made. Pure. */
export const RULES = [
  'Counted are questions on which annotators differed and that somebody settled who had not annotated the task, as they stand now, of tasks whose annotators have all submitted. Discarded items do not count.',
  'Lanes: the places at which answers stand side by side, which are shuffled for every task, so that nobody without a preference takes one more often than the others. People: of the decisions in which this annotator’s answer was one of those that differed. Origins: decisions in which some answers, but not all, were taken over from a suggestion.',
  'A value that several annotators gave is nobody’s alone, and a value that nobody gave is none of theirs: both are counted apart.',
  'Intervals: Wilson’s, 95%, at the effective sample size, since decisions about one task go together; where all decisions fall on one side, as many as there are tasks. Of many shares some leave chance out by chance alone: look at the decisions before you speak of a person.',
] as const

/** Adjudicators as the page lists them: by name, of equal names by id. */
export const inOrderOfPage = <Person extends { id: string; name: string }>(people: readonly Person[]): Person[] =>
  people.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
