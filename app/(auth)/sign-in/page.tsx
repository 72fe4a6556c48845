import { redirect } from 'next/navigation'
import { Door } from '@/components/workspace/users/door'
import { MeasuredNote } from '@/components/workspace/users/measured-note'
import { SignInForm } from '@/components/workspace/users/sign-in-form'
import { env } from '@/lib/platform/server/env'
import { pageActor } from '@/lib/platform/server/page-actor'
import { isSetUp } from '@/lib/workspace/users/queries'
import { safePath, signInProblem } from '@/lib/workspace/users/rules'

export const metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { callbackUrl, error } = await searchParams
  const path = safePath(typeof callbackUrl === 'string' ? callbackUrl : null)
  if (!(await isSetUp())) redirect('/setup')
  if (await pageActor()) redirect(path)
  const problem = signInProblem(typeof error === 'string' ? error : null)
  return (
    <Door title="Sign in">
      <SignInForm path={path} problem={problem} provider={env().OIDC_ISSUER ? env().OIDC_NAME : null} />
      <MeasuredNote />
    </Door>
  )
}
