import { AcceptInvitation } from '@/components/users/accept-invitation'
import { Door } from '@/components/users/door'
import { InvitationText } from '@/components/users/invitation-text'
import { LinkProblem } from '@/components/users/link-problem'
import { openLink } from '@/lib/server/open-link'
import { pageActor } from '@/lib/server/page-actor'
import { findInvitation } from '@/lib/users/invitations/queries'

export const metadata = { title: 'Invitation' }

export default async function InvitationPage({ params }: PageProps<'/invitations/[token]'>) {
  const { token } = await params
  const { value, problem } = await openLink((address) => findInvitation(token, address))
  if (!value) return <LinkProblem problem={problem} askFor="a new invitation" />
  const actor = await pageActor()
  return (
    <Door title="You are invited" description={<InvitationText invitation={value} />}>
      <AcceptInvitation token={token} email={value.email} signedInAs={actor?.name ?? null} />
    </Door>
  )
}
