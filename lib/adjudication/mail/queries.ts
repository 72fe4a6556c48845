import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { mailSettings, missingMailVariables } from '@/lib/platform/server/smtp'
import type { MailChoice, MailServerStatus } from './contract'
import { userOfStopToken } from './stop-link'

export const getMailChoice = (actor: Actor): Promise<MailChoice> => readChoice(prisma(), actor.userId)

export async function readChoice(tx: Tx, userId: string): Promise<MailChoice> {
  const choice = await tx.mailChoice.findUnique({ where: { userId } })
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  return {
    mode: choice?.mode ?? 'off',
    serverSends: mailSettings() !== null,
    hasAddress: email !== null,
    problem: choice?.problem ?? null,
  }
}

/** Does a link stop anybody's e-mails? */
export const isStopToken = (token: string): boolean => userOfStopToken(token) !== null

/** Whether e-mails go out, and why not. Administrators only; no password leaves the server. */
export async function getMailServer(actor: Actor): Promise<MailServerStatus> {
  if (!actor.isAdmin) throw new AppError('forbidden', 'How the mail server is, is for administrators.')
  const settings = mailSettings()
  const server = settings && (await prisma().mailServer.findUnique({ where: { address: settings.address } }))
  const wanted = { mode: { not: 'off' }, user: { deactivatedAt: null } } as const
  return {
    address: settings?.address ?? null,
    from: env().ASSAY_MAIL_FROM ?? null,
    signsIn: settings !== null && settings.user !== '',
    missing: missingMailVariables(),
    problem: server?.problem ?? null,
    failingSince: server?.failingSince?.toISOString() ?? null,
    retryAt: server?.retryAt?.toISOString() ?? null,
    acceptedAt: server?.acceptedAt?.toISOString() ?? null,
    people: await prisma().mailChoice.count({ where: wanted }),
    refused: await prisma().mailChoice.count({ where: { ...wanted, problem: { not: null } } }),
  }
}
