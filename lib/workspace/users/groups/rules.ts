import { type Role, roles } from '@/lib/workspace/users/members/contract'

const MOST_GROUPS = 1_000

/** The groups that a claim names, and what is wrong with it. Whatever is wrong, it names none. */
export function readGroups(claim: unknown): { groups: ReadonlySet<string>; problem: 'missing' | 'malformed' | null } {
  if (claim === undefined || claim === null) return { groups: new Set(), problem: 'missing' }
  const isList = Array.isArray(claim) && claim.length <= MOST_GROUPS && claim.every((each) => typeof each === 'string')
  return isList ? { groups: new Set(claim), problem: null } : { groups: new Set(), problem: 'malformed' }
}

/** From most to least. Who is in several groups gets the most of what they give in a project. */
const BY_RIGHTS: readonly Role[] = ['manager', 'reviewer', 'annotator', 'viewer']

export const mostOf = (grantedRoles: readonly Role[]): Role | null =>
  BY_RIGHTS.find((role) => roles.includes(role) && grantedRoles.includes(role)) ?? null
