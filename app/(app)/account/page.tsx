import { MailPanel } from '@/components/adjudication/mail/mail-panel'
import { BookmarkPanel } from '@/components/automation/evidence/bookmark-panel'
import { AccountView } from '@/components/workspace/users/account-view'
import { getMailChoice } from '@/lib/adjudication/mail/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { listProposedEngines } from '@/lib/workspace/projects/queries'
import { getAccount } from '@/lib/workspace/users/queries'
import { listTokens } from '@/lib/workspace/users/tokens/queries'
import { AccountKeys } from './account-keys'

export const metadata = { title: 'Account' }

export default async function AccountPage() {
  const actor = await requireActor('/account')
  const [account, { tokens }, proposed, mail] = await Promise.all([
    getAccount(actor),
    listTokens(actor),
    listProposedEngines(actor),
    getMailChoice(actor),
  ])
  return (
    <AccountView
      initialData={account}
      tokens={tokens}
      proposed={proposed}
      bookmarkPanel={<BookmarkPanel />}
      mailPanel={<MailPanel initialData={mail} />}
      keyPanel={<AccountKeys />}
    />
  )
}
