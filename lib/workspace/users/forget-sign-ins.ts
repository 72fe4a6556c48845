import 'server-only'
import { removeOld } from '@/lib/platform/jobs/remove-old'
import { env } from '@/lib/platform/server/env'

/** Forgets who came in and went out, and wrong passwords, after ASSAY_KEEP_SIGN_INS_DAYS; a trigger lets nothing else go. */
export const forgetSignIns = (days = env().ASSAY_KEEP_SIGN_INS_DAYS): Promise<number> =>
  removeOld({
    what: 'sign-ins',
    days,
    remove: async (tx, before, most) => {
      await tx.$queryRaw`select set_config('assay.forgetting_sign_ins_before', ${before.toISOString()}, true)`
      const count = await tx.$executeRaw`
        delete from events where id in (
          select id from events
          where project_id is null and type in ('session.started', 'session.ended', 'sign_in.failed', 'sign_in.locked')
            and at < ${before}
          order by at, id limit ${most} for update skip locked)`
      return { count, more: count === most }
    },
  })
