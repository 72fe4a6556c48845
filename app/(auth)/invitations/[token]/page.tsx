import { AcceptInvitation } from '@/components/workspace/users/accept-invitation'
import { Door } from '@/components/workspace/users/door'
import { InvitationText } from '@/components/workspace/users/invitation-text'
import { LinkProblem } from '@/components/workspace/users/link-problem'
import { MeasuredNote } from '@/components/workspace/users/measured-note'
import { openLink } from '@/lib/platform/server/open-link'
import { pageActor } from '@/lib/platform/server/page-actor'
import { findInvitation } from '@/lib/workspace/users/invitations/queries'

export const metadata = { title: 'Invitation' }

export default async function InvitationPage({ params }: PageProps<'/invitations/[token]'>) {
  const { token } = await params
  const { value, problem } = await openLink((address) => findInvitation(token, address))
  if (!value) return <LinkProblem problem={problem} askFor="a new invitation" />
  const actor = await pageActor()
  return (
    <Door title="You are invited" description={<InvitationText invitation={value} />}>
      <AcceptInvitation
        token={token}
        email={value.email}
        emailDomain={value.emailDomain}
        signedInAs={actor?.name ?? null}
      />
      <MeasuredNote />
    </Door>
  )
}
