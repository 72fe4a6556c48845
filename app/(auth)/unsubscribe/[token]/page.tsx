import { StopMailForm } from '@/components/adjudication/mail/stop-mail-form'
import { Door } from '@/components/workspace/users/door'
import { isStopToken } from '@/lib/adjudication/mail/queries'

export const metadata = { title: 'Stop e-mails' }

export default async function StopMailPage({ params }: PageProps<'/unsubscribe/[token]'>) {
  const { token } = await params
  return isStopToken(token) ? (
    <Door
      title="Stop e-mails"
      description="Then Assay tells you nothing by e-mail of what waits for you. Your inbox still lists it."
    >
      <StopMailForm token={token} />
    </Door>
  ) : (
    <Door title="This link is not valid">
      <p className="text-sm">A part of it may be missing. You can also stop e-mails on your account page.</p>
    </Door>
  )
}
