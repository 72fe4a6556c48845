import 'server-only'
import type { PageSnapshot } from '@/generated/prisma/client'
import type { FetchedPage } from '@/lib/search/fetch-page'
import { prisma } from '@/lib/server/db'

/**
 * Keeps a page as it was read. The same text of the same address is kept once, with the time of the first reading; another
 * text is another snapshot. Nothing that was kept ever changes, so that a quote can be held against it.
 */
export async function keepSnapshot(page: FetchedPage): Promise<PageSnapshot> {
  const { url, finalUrl, contentType, title, text, sha256 } = page
  const snapshots = prisma().pageSnapshot
  const data = [{ url, finalUrl, contentType, title, text, sha256 }]
  const [created] = await snapshots.createManyAndReturn({ data, skipDuplicates: true })
  return created ?? snapshots.findUniqueOrThrow({ where: { url_sha256: { url, sha256 } } })
}
