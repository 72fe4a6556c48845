import 'server-only'
import { Prisma } from '@/generated/prisma/client'

/** The condition on `tasks t` with `items i`: gold of this project that serves for calibration in no copy yet, and with its item for no practice; what was tallied is no gold to be held against. */
export const notChosen = (projectId: string): Prisma.Sql => Prisma.sql`
  t.project_id = ${projectId}::uuid and t.state = 'gold' and i.discarded_at is null
  and not exists (select 1 from golds v where v.task_id = t.id and v.superseded_at is null and v.votes is not null)
  and not exists (select 1 from task_copies c join tasks k on k.id = c.task_id
                  where c.original_id = t.id and c.purpose = 'calibration' and k.state <> 'discarded')
  and not exists (select 1 from practice_items p join tasks own on own.id = p.task_id where own.item_id = t.item_id)`
