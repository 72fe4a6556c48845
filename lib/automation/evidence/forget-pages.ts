import 'server-only'
import { removeOld } from '@/lib/platform/jobs/remove-old'
import { env } from '@/lib/platform/server/env'

/**
 * Forgets copies of pages after ASSAY_KEEP_PAGES_DAYS. Kept are those that somebody has quoted, and those whose passages a run gave an item as
 * evidence: an answer may cite them.
 */
export const forgetPages = (days = env().ASSAY_KEEP_PAGES_DAYS): Promise<number> =>
  removeOld({
    what: 'page copies',
    days,
    remove: (tx, before, most) => tx.$executeRaw`
      with cited as (
        select e.data ->> 'snapshotId' "id" from events e where e.type = 'search.quoted'
        union select found #>> '{}' from found_evidence f, jsonb_path_query(f.entry, '$.**.snapshot') found)
      delete from page_snapshots where id in (
        select p.id from page_snapshots p
        where p.fetched_at < ${before} and not exists (select 1 from cited c where c.id = p.id::text)
        order by p.id limit ${most} for update skip locked)`,
  })
