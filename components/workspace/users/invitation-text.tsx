import type { Offer } from '@/lib/workspace/users/invitations/contract'
import { ROLE_TEXT } from '@/lib/workspace/users/members/contract'

/** Who invites to what, in a sentence or two. */
export function InvitationText({ invitation }: { invitation: Offer }) {
  const { createdBy, project, role, isAdmin, canCreateProjects } = invitation
  return (
    <>
      <p>
        {createdBy} invites you to {project ? <strong className="text-ink">{project.name}</strong> : 'Assay'}
        {role ? ` as ${ROLE_TEXT[role].name.toLowerCase()}` : ''}
        {canCreateProjects ? ', with the right to create projects' : ''}
        {isAdmin ? ', and to administer the workspace' : ''}.
      </p>
      {role ? <p className="mt-1">{ROLE_TEXT[role].means}</p> : null}
    </>
  )
}
