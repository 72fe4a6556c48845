import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { sha256 } from '@/lib/platform/server/identify'
import type { Role } from '@/lib/workspace/users/members/contract'
import type { Invitation } from './contract'

export interface StoredInvitation {
  id: string
  email: string | null
  emailDomain: string | null
  isAdmin: boolean
  canCreateProjects: boolean
  projectId: string | null
  projectName: string | null
  role: Role | null
  createdBy: string
  createdAt: Date
  expiresAt: Date
  places: number
  state: Invitation['state']
}

/**
 * An open invitation has a place left, is neither withdrawn nor expired, and was made by somebody who may still make it, so
 * that whoever loses a right cannot have handed it on for later.
 */
const STATE = Prisma.sql`case
  when i.revoked_at is not null then 'withdrawn'
  when i.used >= i.places then 'used'
  when i.expires_at > now() and c.deactivated_at is null
    and (c.is_admin or not (i.is_admin or i.can_create_projects))
    and (case when i.project_id is null then c.is_admin else coalesce(m.role = 'manager', c.is_admin) end) then 'open'
  else 'expired' end`

const FROM = Prisma.sql`from invitations i
  join users c on c.id = i.created_by_id
  left join projects p on p.id = i.project_id
  left join memberships m on m.project_id = i.project_id and m.user_id = c.id`

function selectInvitations(tx: Tx, which: Prisma.Sql, end = Prisma.empty): Promise<StoredInvitation[]> {
  return tx.$queryRaw<StoredInvitation[]>`
    select i.id, i.email, i.email_domain "emailDomain", i.is_admin "isAdmin", i.can_create_projects "canCreateProjects",
           i.project_id "projectId", p.name "projectName", i.role::text "role", c.name "createdBy",
           i.created_at "createdAt", i.expires_at "expiresAt", i.places, ${STATE} "state"
    ${FROM} where ${which}
    order by i.created_at desc, i.email nulls first, i.id ${end}`
}

const isOpen = Prisma.sql`${STATE} = 'open'`
const rowLock = Prisma.sql`for update of i`
const behind = (token: string) => Prisma.sql`${isOpen} and i.token_hash = ${sha256(token)}`
const ofProject = (projectId: string | null) =>
  projectId ? Prisma.sql`i.project_id = ${projectId}::uuid` : Prisma.sql`true`

/** The invitation behind a link, held until the transaction ends: of two who come for its last place, the second finds it used. */
export async function lockInvitation(tx: Tx, token: string): Promise<StoredInvitation | null> {
  return (await selectInvitations(tx, behind(token), rowLock))[0] ?? null
}

/** The invitations addressed to an e-mail, held until the transaction ends. */
export function invitationsFor(tx: Tx, email: string): Promise<StoredInvitation[]> {
  return selectInvitations(tx, Prisma.sql`${isOpen} and i.email = ${email}`, rowLock)
}

export async function invitationByToken(tx: Tx, token: string): Promise<StoredInvitation | null> {
  return (await selectInvitations(tx, behind(token)))[0] ?? null
}

/** One invitation in whatever state, held until the transaction ends. */
export async function lockInvitationById(tx: Tx, id: string): Promise<StoredInvitation | null> {
  return (await selectInvitations(tx, Prisma.sql`i.id = ${id}::uuid`, rowLock))[0] ?? null
}

/** A page of a project's invitations, newest first; of all there are without a project. */
export async function invitationsOf(
  tx: Tx,
  projectId: string | null,
  { show, skip, take }: { show: 'open' | 'all'; skip: number; take: number },
): Promise<{ rows: StoredInvitation[]; total: number }> {
  const which = show === 'open' ? Prisma.sql`${isOpen} and ${ofProject(projectId)}` : ofProject(projectId)
  const [counted] = await tx.$queryRaw<{ total: number }[]>`select count(*)::int "total" ${FROM} where ${which}`
  const rows = await selectInvitations(tx, which, Prisma.sql`limit ${take} offset ${skip}`)
  return { rows, total: counted?.total ?? 0 }
}

/** Those of the addresses that an open invitation to the project names; to no project without one. */
export async function invitedAddresses(tx: Tx, projectId: string | null, emails: string[]): Promise<string[]> {
  const where = projectId ? Prisma.sql`i.project_id = ${projectId}::uuid` : Prisma.sql`i.project_id is null`
  const rows = await selectInvitations(tx, Prisma.sql`${isOpen} and ${where} and i.email = any(${emails}::text[])`)
  return rows.flatMap(({ email }) => email ?? [])
}
