import type { Member, Role } from './contract'

/** The columns that `presentMember` needs. */
export const memberSelect = {
  userId: true,
  role: true,
  quota: true,
  domains: true,
  tags: true,
  languages: true,
  createdAt: true,
  user: { select: { name: true, email: true, deactivatedAt: true } },
} as const

interface MemberRow {
  userId: string
  role: Role
  quota: number | null
  domains: string[]
  tags: string[]
  languages: string[]
  createdAt: Date
  user: { name: string; email: string | null; deactivatedAt: Date | null }
}

/** E-mail addresses are shown to managers only. */
export function presentMember(row: MemberRow, options: { email: boolean }): Member {
  const { userId, role, quota, domains, tags, languages, user } = row
  const email = options.email ? user.email : null
  return {
    userId,
    name: user.name,
    email,
    role,
    quota,
    takes: { domains, tags, languages },
    active: !user.deactivatedAt,
    createdAt: row.createdAt.toISOString(),
  }
}
