/** How the figures of second adjudications are made. Pure. */
export const RULES = [
  'Drawn are tasks that a third person adjudicated, with the policies reviewer and majority: of every hundred as many as the share says, by the seed, so that nobody chooses. Where partners settle among themselves there is no decision to repeat. What is drawn stays drawn.',
  'A drawn task waits among all others that are to be settled, for any reviewer who neither annotated the item, nor settled or approved any of it, nor has read what was decided: on the item, in an export, or behind a figure. It looks like any other and says nothing of the first decision. Somebody who reads the first decision can no longer be given the task. Managers are never asked, since this page tells them. Gold stays as it is, whatever is decided.',
  'Compared are questions that one of the two had to settle and both answered, wordings left out. Where one of them was not asked, since what comes before was settled otherwise, the difference is listed and not counted again.',
  'Intervals: Wilson’s, 95%, at the effective sample size, since questions of one task go together. Only questions on which annotators differed are among them: where two annotators gave two values, somebody who took one of them by chance would be alike in one half.',
] as const
