import { redirect } from 'next/navigation'
import { Door } from '@/components/workspace/users/door'
import { SetUpForm } from '@/components/workspace/users/set-up-form'
import { isSetUp } from '@/lib/workspace/users/queries'

export const metadata = { title: 'Set up' }

export default async function SetUpPage() {
  if (await isSetUp()) redirect('/sign-in')
  return (
    <Door
      title="Welcome to Assay"
      description="Nobody has an account yet. Create the first one: it administers the workspace and invites the others. Assay printed a code when it started, which you need here."
    >
      <SetUpForm />
    </Door>
  )
}
