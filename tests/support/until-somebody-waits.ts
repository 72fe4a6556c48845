import { prisma } from '@/lib/platform/server/db'
import { until } from './wait'

/** Resolves once so many connections to this database wait for a lock. */
export const untilSomebodyWaits = (connections = 1): Promise<boolean> =>
  until(async () => {
    const rows = await prisma().$queryRaw<{ waiting: number }[]>`
      select count(*)::int "waiting" from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (rows[0]?.waiting ?? 0) >= connections
  })
