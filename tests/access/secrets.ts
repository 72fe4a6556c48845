/** What Ada asks the managers while her task is open: for them and her alone. */
export const QUESTION = 'only-ada-asks-this'

/** Words that only their writer may read before the reveal. */
export const SECRETS = { assigned: 'only-ada-knows-this', partner: 'only-ben-knows-this' } as const
