import 'server-only'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { stop } from './choose-mail'
import { userOfStopToken } from './stop-link'

/** Stops the e-mails of whom a link belongs to. Twice is as good as once. @throws `gone` */
export async function stopMail(token: string): Promise<void> {
  const userId = userOfStopToken(token)
  await transaction(async (tx) => {
    const user = userId && (await tx.user.findFirst({ where: { id: userId, removedAt: null }, select: { id: true } }))
    if (!user) throw new AppError('gone', 'This link stops nobody’s e-mails. A part of it may be missing.')
    await stop(tx, user.id)
  })
}
