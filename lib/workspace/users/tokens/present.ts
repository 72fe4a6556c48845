import type { ApiToken } from '@/generated/prisma/client'
import type { Token } from './contract'

export function presentToken(row: ApiToken): Token {
  const iso = (date: Date | null) => date?.toISOString() ?? null
  const { id, name, prefix, createdAt } = row
  return {
    id,
    name,
    prefix,
    createdAt: createdAt.toISOString(),
    expiresAt: iso(row.expiresAt),
    lastUsedAt: iso(row.lastUsedAt),
  }
}
