import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { askFirst, prisma, type Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { sha256 } from '@/lib/platform/server/identify'
import { lookAlikes } from '@/lib/text/look-alike'
import type { Account, UserPage, UsersQuery } from './contract'
import { presentAccount, presentUser, userSelect } from './present'
import { throttleLink } from './throttles'

const PAGE_SIZE = 50

/** Is there anybody yet? Until then /setup makes the first administrator. */
export async function isSetUp(): Promise<boolean> {
  const { rows } = await askFirst<{ is: boolean }>({ text: 'select exists (select 1 from users) as is' })
  return rows[0]?.is === true
}

export async function getAccount(actor: Actor): Promise<Account> {
  return presentAccount(found(await prisma().user.findUnique({ where: { id: actor.userId } })))
}

/** One page of all accounts, active ones first, by name. Administrators only. */
export async function listUsers(actor: Actor, query: UsersQuery): Promise<UserPage> {
  if (!actor.isAdmin) throw new AppError('forbidden', 'Only administrators see all accounts.')
  const matches = { contains: query.search, mode: 'insensitive' } as const
  const where: Prisma.UserWhereInput = query.search ? { OR: [{ name: matches }, { email: matches }] } : {}
  const [total, rows] = await Promise.all([
    prisma().user.count({ where }),
    prisma().user.findMany({
      where,
      select: userSelect,
      orderBy: [{ deactivatedAt: { sort: 'asc', nulls: 'first' } }, { name: 'asc' }, { id: 'asc' }],
      skip: (query.page - 1) * PAGE_SIZE,
      take: PAGE_SIZE,
    }),
  ])
  const people = await prisma().user.findMany({ where: { removedAt: null }, select: { id: true, name: true } })
  const alike = lookAlikes(
    rows.filter(({ removedAt }) => removedAt === null).map(({ id, name }) => ({ id, name })),
    people,
  ).map(({ of, other }) => ({ userId: of.id, name: other.name }))
  return { users: rows.map(presentUser), alike, total, page: query.page, pageSize: PAGE_SIZE }
}

/** Whom a reset link is for, or null when it has been used or has expired. Throws `throttled` after many guesses. */
export async function findReset(token: string, address: string): Promise<{ email: string } | null> {
  const where = { tokenHash: sha256(token), usedAt: null, expiresAt: { gt: new Date() }, user: { deactivatedAt: null } }
  return throttleLink(address, async () => {
    const reset = await prisma().passwordReset.findFirst({ where, select: { user: { select: { email: true } } } })
    return reset?.user.email ? { email: reset.user.email } : null
  })
}

/**
 * Keeps these people's accounts from being deactivated or removed until the transaction ends, which takes back their shares and memberships. Take
 * it before any task; that they stay members is what the project's row is held for. Returns those that are there and active, by id.
 */
export async function holdPeople(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const held = await tx.$queryRaw<{ id: string; isActive: boolean }[]>`
    select id, deactivated_at is null "isActive" from users where id = any(${[...userIds]}::uuid[]) order by id for share`
  return held.flatMap(({ id, isActive }) => (isActive ? [id] : []))
}
