/** How large a held-out split has to be, and how often predictions may be scored on it. Pure. */

/**
 * Every score tells something of the labels. Whoever sends predictions for no other reason recovers fewer than 10 points more labels than
 * by guessing the most frequent one, while there are this many units or more for each submission (docs/benchmarks.md, “Held-out labels”).
 */
export const UNITS_PER_SUBMISSION = 20
/** Submissions of one person, and of all people together, unless a manager says otherwise. */
export const PER_PERSON = 5
export const IN_ALL = 50
/** Units in the smallest split that is held out: one person has all their submissions. */
export const FEWEST_UNITS = UNITS_PER_SUBMISSION * PER_PERSON

/** As many submissions as so many units bear, over all people. */
export const mostSubmissions = (units: number): number => Math.floor(units / UNITS_PER_SUBMISSION)

/** As scores are told: to a hundredth. */
export const roundedScore = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100

/** Positions of items in a sentence, the first ten of them. */
export const positionWords = (positions: readonly number[]): string =>
  `${positions.slice(0, 10).join(', ')}${positions.length > 10 ? ', …' : ''}`

/** A score as people read it: 87 %. */
export const scoreWords = (score: number | null): string => (score === null ? 'None' : `${Math.round(score * 100)} %`)
