import type { User as UserRow } from '@/generated/prisma/client'
import type { Account, User } from './contract'
import { mayCreateProjects } from './rules'

/** The columns that `presentUser` needs. */
export const userSelect = {
  id: true,
  name: true,
  email: true,
  isAdmin: true,
  canCreateProjects: true,
  demo: true,
  passwordHash: true,
  deactivatedAt: true,
  removedAt: true,
  createdAt: true,
  _count: { select: { memberships: true } },
} as const

type Selected = Pick<UserRow, Exclude<keyof typeof userSelect, '_count'>> & { _count: { memberships: number } }

export function presentUser(row: Selected): User {
  const { id, name, email, isAdmin } = row
  const state = row.removedAt ? 'removed' : row.deactivatedAt ? 'deactivated' : 'active'
  return {
    id,
    name,
    email,
    isAdmin,
    canCreateProjects: mayCreateProjects(row),
    demo: row.demo && row.passwordHash !== null,
    state,
    projects: row._count.memberships,
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentAccount(row: UserRow): Account {
  const { id, name, email, isAdmin } = row
  return {
    id,
    name,
    email,
    isAdmin,
    canCreateProjects: mayCreateProjects(row),
    hasPassword: row.passwordHash !== null,
    linked: row.oidcSubject !== null,
    searchEngine: row.searchEngine,
  }
}
