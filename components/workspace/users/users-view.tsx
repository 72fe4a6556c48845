'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Form from 'next/form'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { KeyRound, ScrollText, Search } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { PageLink } from '@/components/ui/page-link'
import { Pagination } from '@/components/ui/pagination'
import type { UserPage, UsersQuery } from '@/lib/workspace/users/contract'
import { usersQuery } from '@/lib/workspace/users/hooks'
import type { InvitationList } from '@/lib/workspace/users/invitations/contract'
import { InvitationTable } from './invitation-table'
import { InviteDialog } from './invite-dialog'
import { UserTable } from './user-table'

type UsersViewProps = {
  /** The reader. */
  userId: string
  query: UsersQuery
  initialData: UserPage
  invitations: InvitationList
}

/** All accounts, for administrators. */
export function UsersView({ userId, query, initialData, invitations }: UsersViewProps) {
  const { data } = useQuery({ ...usersQuery(query), initialData, placeholderData: keepPreviousData })
  const pages = Math.max(1, Math.ceil(data.total / data.pageSize))
  const href = (page: number) => `/admin/users?${new URLSearchParams({ search: query.search, page: String(page) })}`
  return (
    <>
      <PageHeader
        title="People"
        description={
          <>
            Everybody with an account. Projects say in which role. See also{' '}
            <PageLink href="/teams" className="underline">
              teams
            </PageLink>
            ,{' '}
            <PageLink href="/admin/groups" className="underline">
              groups of the identity provider
            </PageLink>{' '}
            and{' '}
            <PageLink href="/admin/mail" className="underline">
              e-mails
            </PageLink>
            .
          </>
        }
        actions={
          <>
            <ButtonLink href="/admin/audit-log" icon={<ScrollText aria-hidden className="size-4" />}>
              Audit log
            </ButtonLink>
            <ButtonLink href="/admin/keys" icon={<KeyRound aria-hidden className="size-4" />}>
              Provider keys
            </ButtonLink>
            <InviteDialog projectId={null} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Form action="/admin/users" className="flex items-end gap-2">
          <Field label="Name or e-mail" className="max-w-sm flex-1">
            <Input name="search" type="search" key={query.search} defaultValue={query.search} maxLength={200} />
          </Field>
          <Button type="submit" icon={<Search aria-hidden className="size-4" />}>
            Search
          </Button>
        </Form>
        {data.users.length === 0 ? (
          <EmptyState title="Nobody found">Try a shorter part of the name or the address.</EmptyState>
        ) : (
          <UserTable userId={userId} users={data.users} alike={data.alike} />
        )}
        <Pagination
          label="Pages of people"
          previous={query.page > 1 ? href(query.page - 1) : null}
          next={query.page < pages ? href(query.page + 1) : null}
          summary={`Page ${query.page} of ${pages}, ${data.total} ${data.total === 1 ? 'person' : 'people'}`}
        />
        <InvitationTable projectId={null} initialData={invitations} />
      </div>
    </>
  )
}
