import { UsersView } from '@/components/users/users-view'
import { requireActor } from '@/lib/server/page-actor'
import { pageData, pageQuery } from '@/lib/server/page-data'
import { usersQuery } from '@/lib/users/contract'
import { listInvitations } from '@/lib/users/invitations/queries'
import { listUsers } from '@/lib/users/queries'

export const metadata = { title: 'People' }

export default async function UsersPage({ searchParams }: PageProps<'/admin/users'>) {
  const actor = await requireActor('/admin/users', await searchParams)
  const query = pageQuery(usersQuery, await searchParams)
  const users = await pageData(listUsers(actor, query))
  const { invitations } = await listInvitations(actor, null)
  return <UsersView userId={actor.userId} query={query} initialData={users} invitations={invitations} />
}
