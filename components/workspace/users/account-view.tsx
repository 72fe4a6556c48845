'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TextSizeSwitch } from '@/components/shell/text-size-switch'
import { ThemeSwitch } from '@/components/shell/theme-switch'
import { Badge } from '@/components/ui/badge'
import { DefinitionList } from '@/components/ui/definition-list'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import type { Account } from '@/lib/workspace/users/contract'
import { accountQuery } from '@/lib/workspace/users/hooks'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import type { Token } from '@/lib/workspace/users/tokens/contract'
import { tokensQuery } from '@/lib/workspace/users/tokens/hooks'
import { NameForm } from './name-form'
import { PasswordForm } from './password-form'
import { TokenPanel } from './token-panel'

const MAY_CREATE = 'You may create projects.'

type AccountViewProps = { initialData: Account; tokens: Token[]; keyPanel: ReactNode }

/** Everything a person may change about themselves. `keyPanel` lists the keys of all screens. */
export function AccountView({ initialData, tokens, keyPanel }: AccountViewProps) {
  const { data: account } = useQuery({ ...accountQuery(), initialData })
  const { data: own } = useQuery({ ...tokensQuery(), initialData: { tokens } })
  const ways = [account.hasPassword ? 'Password' : null, account.linked ? 'single sign-on' : null].filter(Boolean)
  return (
    <>
      <PageHeader title="Account" />
      <div className="flex max-w-3xl flex-col gap-6">
        <Panel title="You">
          <DefinitionList
            items={[
              { term: 'E-mail', description: account.email ?? 'None' },
              { term: 'Signs in with', description: ways.join(' and ') || 'Nothing yet' },
              ...(account.isAdmin ? [{ term: 'Right', description: <Badge tone="accent">Administrator</Badge> }] : []),
              { term: 'Projects', description: account.canCreateProjects ? MAY_CREATE : NO_PROJECT_CREATION },
            ]}
          />
          <NameForm name={account.name} />
        </Panel>
        <Panel title="Appearance" description="Kept in this browser.">
          <div className="flex flex-wrap gap-x-8 gap-y-4">
            <div>
              <h3 className="mb-1.5 font-medium text-sm">Theme</h3>
              <ThemeSwitch />
            </div>
            <div>
              <h3 className="mb-1.5 font-medium text-sm">Text size</h3>
              <TextSizeSwitch />
            </div>
          </div>
        </Panel>
        {keyPanel}
        <Panel title="Password" description="Changing it ends the sessions on all your other devices.">
          {account.hasPassword && account.email ? (
            <PasswordForm email={account.email} tokens={own.tokens} />
          ) : (
            <p className="text-muted text-sm">
              You sign in without a password. An administrator can make you a link to choose one.
            </p>
          )}
        </Panel>
        <TokenPanel initialData={tokens} />
      </div>
    </>
  )
}
