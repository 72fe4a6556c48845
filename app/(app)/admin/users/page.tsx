import { UsersView } from '@/components/workspace/users/users-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { usersQuery } from '@/lib/workspace/users/contract'
import { listInvitations } from '@/lib/workspace/users/invitations/queries'
import { listUsers } from '@/lib/workspace/users/queries'

export const metadata = { title: 'People' }

export default async function UsersPage({ searchParams }: PageProps<'/admin/users'>) {
  const actor = await requireActor('/admin/users', await searchParams)
  const query = pageQuery(usersQuery, await searchParams)
  const users = await pageData(listUsers(actor, query))
  const invitations = await listInvitations(actor, null)
  return <UsersView userId={actor.userId} query={query} initialData={users} invitations={invitations} />
}
