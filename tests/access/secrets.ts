/** Words that only their writer may read before the reveal. */
export const SECRETS = { assigned: 'only-ada-knows-this', partner: 'only-ben-knows-this' } as const
