import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { sha256 } from '@/lib/platform/server/identify'
import type { Role } from '@/lib/workspace/users/members/contract'

export interface OpenInvitation {
  id: string
  email: string | null
  isAdmin: boolean
  canCreateProjects: boolean
  projectId: string | null
  projectName: string | null
  role: Role | null
  createdBy: string
  createdAt: Date
  expiresAt: Date
}

/**
 * Invitations that can be accepted: neither used, withdrawn nor expired, and made by somebody who may still make them,
 * so that whoever loses a right cannot have handed it on for later.
 */
function openInvitations(tx: Tx, which: Prisma.Sql, lock = Prisma.empty): Promise<OpenInvitation[]> {
  return tx.$queryRaw<OpenInvitation[]>`
    select i.id, i.email, i.is_admin "isAdmin", i.can_create_projects "canCreateProjects", i.project_id "projectId", p.name "projectName", i.role::text "role",
           c.name "createdBy", i.created_at "createdAt", i.expires_at "expiresAt"
    from invitations i
    join users c on c.id = i.created_by_id
    left join projects p on p.id = i.project_id
    left join memberships m on m.project_id = i.project_id and m.user_id = c.id
    where i.accepted_at is null and i.revoked_at is null and i.expires_at > now() and c.deactivated_at is null
      and (c.is_admin or not (i.is_admin or i.can_create_projects))
      and (case when i.project_id is null then c.is_admin else coalesce(m.role = 'manager', c.is_admin) end)
      and ${which}
    order by i.created_at desc, i.id ${lock}`
}

const held = Prisma.sql`for update of i`

/** The invitation behind a link, held until the transaction ends: of two clicks, the second finds it used. */
export async function lockInvitation(tx: Tx, token: string): Promise<OpenInvitation | null> {
  return (await openInvitations(tx, Prisma.sql`i.token_hash = ${sha256(token)}`, held))[0] ?? null
}

/** The invitations addressed to an e-mail, held until the transaction ends. */
export function invitationsFor(tx: Tx, email: string): Promise<OpenInvitation[]> {
  return openInvitations(tx, Prisma.sql`i.email = ${email}`, held)
}

export async function invitationByToken(tx: Tx, token: string): Promise<OpenInvitation | null> {
  return (await openInvitations(tx, Prisma.sql`i.token_hash = ${sha256(token)}`))[0] ?? null
}

/** A project's open invitations, newest first; all there are without a project. */
export function invitationsOf(tx: Tx, projectId: string | null): Promise<OpenInvitation[]> {
  return openInvitations(tx, projectId ? Prisma.sql`i.project_id = ${projectId}::uuid` : Prisma.sql`true`)
}
