import { ChoosePasswordForm } from '@/components/workspace/users/choose-password-form'
import { Door } from '@/components/workspace/users/door'
import { LinkProblem } from '@/components/workspace/users/link-problem'
import { openLink } from '@/lib/platform/server/open-link'
import { findReset } from '@/lib/workspace/users/queries'

export const metadata = { title: 'New password' }

export default async function ResetPage({ params }: PageProps<'/resets/[token]'>) {
  const { token } = await params
  const { value, problem } = await openLink((address) => findReset(token, address))
  if (!value) return <LinkProblem problem={problem} askFor="a new link" />
  return (
    <Door
      title="Choose a new password"
      description={`For ${value.email}. All sessions and personal tokens of the account end.`}
    >
      <ChoosePasswordForm token={token} email={value.email} />
    </Door>
  )
}
