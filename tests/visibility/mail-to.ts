import { readNews } from '@/lib/adjudication/mail/claim-mail'
import { composeMail } from '@/lib/adjudication/mail/message'
import { transaction } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import type { Written } from './written'

/** What they would be sent now, had they been told of nothing before; null: nothing, or no e-mail goes to them. */
export async function mailTo(user: Written['users'][number]): Promise<string | null> {
  if (user.deactivatedAt) return null
  const { content } = await transaction((tx) => readNews(tx, actorOf(user), {}))
  const links = { base: 'https://assay.example.org', stop: 'https://assay.example.org/unsubscribe/x' }
  return content && JSON.stringify(composeMail(content, 'at_once', links))
}
