import 'server-only'
import type { PageSnapshot } from '@/generated/prisma/client'
import type { FetchedPage } from '@/lib/automation/search/fetch-page'
import { prisma } from '@/lib/platform/server/db'

/**
 * Keeps a page as this reader read it. The same text of the same address is kept once for each of them, with the time of
 * their first reading; another text is another snapshot. Nothing that was kept ever changes, so that a quote can be held
 * against it.
 */
export async function keepSnapshot(reader: string, page: FetchedPage): Promise<PageSnapshot> {
  const { url, finalUrl, contentType, title, text, sha256 } = page
  const snapshots = prisma().pageSnapshot
  const data = [{ reader, url, finalUrl, contentType, title, text, sha256 }]
  const [created] = await snapshots.createManyAndReturn({ data, skipDuplicates: true })
  return created ?? snapshots.findUniqueOrThrow({ where: { reader_url_sha256: { reader, url, sha256 } } })
}
