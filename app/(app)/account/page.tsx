import { AccountView } from '@/components/users/account-view'
import { requireActor } from '@/lib/server/page-actor'
import { getAccount } from '@/lib/users/queries'
import { listTokens } from '@/lib/users/tokens/queries'

export const metadata = { title: 'Account' }

export default async function AccountPage() {
  const actor = await requireActor('/account')
  const [account, { tokens }] = await Promise.all([getAccount(actor), listTokens(actor)])
  return <AccountView initialData={account} tokens={tokens} />
}
