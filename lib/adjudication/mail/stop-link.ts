/** The link in every e-mail that stops them, without signing in: whose it is, signed. It stops e-mails, and nothing else. */
import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { env } from '@/lib/platform/server/env'

const signatureOf = (userId: string): string =>
  createHmac('sha256', env().NEXTAUTH_SECRET).update(`stop e-mails to ${userId}`).digest('base64url')

export const stopToken = (userId: string): string => `${userId}.${signatureOf(userId)}`

/** Whose e-mails a token stops; null: nobody's. */
export function userOfStopToken(token: string): string | null {
  const [userId = '', signature = ''] = token.split('.')
  const wanted = Buffer.from(signatureOf(userId))
  const signatureBytes = Buffer.from(signature)
  const isSigned = signatureBytes.length === wanted.length && timingSafeEqual(signatureBytes, wanted)
  return isSigned && z.uuid().safeParse(userId).success ? userId : null
}
