'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyButton } from '@/components/ui/copy-button'
import { Download } from '@/components/ui/icons'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { csvRow } from '@/lib/text/csv-row'
import type { InvitedMany } from '@/lib/workspace/users/invitations/contract'
import { ROLE_TEXT } from '@/lib/workspace/users/members/contract'

const href = (path: string) => new URL(path, window.location.origin).href

/** The links of many people, shown once: each to copy, and all of them as a file. */
export function InvitedPeople({ invited: { links, skipped, expiresAt } }: { invited: InvitedMany }) {
  const csv = [
    csvRow(['email', 'role', 'link', 'expires']),
    ...links.map(({ email, role, path }) => csvRow([email, role, href(path), expiresAt])),
  ].join('')
  return (
    <>
      {links.length > 0 ? (
        <>
          <p className="text-muted text-sm">
            Each works once, for its address, until <Time value={expiresAt} />.
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyButton value={csv} what="all as CSV" showLabel size="md" variant="secondary" />
            <Button icon={<Download aria-hidden className="size-4" />} onClick={() => save(csv)}>
              Download CSV
            </Button>
          </div>
          <div className="max-h-80 overflow-y-auto">
            <Table stacked caption="Invitation links">
              <thead>
                <tr>
                  <Th>For</Th>
                  <Th>Role</Th>
                  <Th>
                    <span className="sr-only">Link</span>
                  </Th>
                </tr>
              </thead>
              <tbody>
                {links.map(({ email, role, path }) => (
                  <Tr key={email}>
                    <Th scope="row" className="break-all">
                      {email}
                    </Th>
                    <Td label="Role">{role ? ROLE_TEXT[role].name : 'An account'}</Td>
                    <Td className="py-0.5">
                      <CopyButton value={href(path)} what={`the link for ${email}`} />
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
          </div>
        </>
      ) : null}
      {skipped.length > 0 ? (
        <Callout live={false} title="No link was made for">
          <ul>
            {skipped.map(({ email, why }) => (
              <li key={email} className="break-all">
                {email}: {why === 'member' ? 'a member already' : 'invited already; renew the open invitation instead'}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </>
  )
}

function save(csv: string) {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'invitations.csv'
  link.click()
  URL.revokeObjectURL(address)
}
