import { AccountView } from '@/components/workspace/users/account-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { getAccount } from '@/lib/workspace/users/queries'
import { listTokens } from '@/lib/workspace/users/tokens/queries'
import { AccountKeys } from './account-keys'

export const metadata = { title: 'Account' }

export default async function AccountPage() {
  const actor = await requireActor('/account')
  const [account, { tokens }] = await Promise.all([getAccount(actor), listTokens(actor)])
  return <AccountView initialData={account} tokens={tokens} keyPanel={<AccountKeys />} />
}
