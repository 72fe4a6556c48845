'use client'

import { useQuery } from '@tanstack/react-query'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Token } from '@/lib/workspace/users/tokens/contract'
import { tokensQuery, useRevokeToken } from '@/lib/workspace/users/tokens/hooks'
import { NewTokenDialog } from './new-token-dialog'

/** The own personal tokens, for the API and the command line. */
export function TokenPanel({ initialData }: { initialData: Token[] }) {
  const { data } = useQuery({ ...tokensQuery(), initialData: { tokens: initialData } })
  return (
    <Panel
      title="Personal tokens"
      description="For the API and the command line. A token may do what you may, except manage accounts."
      actions={<NewTokenDialog />}
    >
      {data.tokens.length === 0 ? (
        <p className="text-muted text-sm">You have none.</p>
      ) : (
        <Table caption="Personal tokens">
          <thead>
            <tr>
              <Th>Name</Th>
              <Th>Begins with</Th>
              <Th>Made</Th>
              <Th>Last used</Th>
              <Th>Expires</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.tokens.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function TokenRow({ token }: { token: Token }) {
  const revoke = useRevokeToken()
  return (
    <Tr>
      <Th scope="row" className="min-w-40 [overflow-wrap:anywhere]">
        <bdi>{token.name}</bdi>
      </Th>
      <Td>
        <code className="font-mono text-xs">{token.prefix}…</code>
      </Td>
      <Td>
        <Time value={token.createdAt} format="date" />
      </Td>
      <Td>{token.lastUsedAt ? <Time value={token.lastUsedAt} format="relative" /> : 'Never'}</Td>
      <Td>{token.expiresAt ? <Time value={token.expiresAt} format="relative" /> : 'Never'}</Td>
      <Td>
        <AlertDialog
          title={`Revoke “${token.name}”?`}
          description="Whatever uses it stops working at once. This cannot be undone."
          confirmLabel="Revoke"
          onConfirm={() => revoke.mutateAsync(token.id)}
          trigger={
            <Button size="sm">
              Revoke<span className="sr-only"> {token.name}</span>
            </Button>
          }
        />
      </Td>
    </Tr>
  )
}
