import 'server-only'
import type { AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { type DeviceCookie, NO_DEVICE } from '@/lib/platform/server/device-cookie'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { identityProvider } from '@/lib/platform/server/identity-provider'
import { log } from '@/lib/platform/server/log'
import { clientAddress } from '@/lib/platform/server/throttle'
import { checkCredentials } from './check-credentials'
import { rememberDevice } from './known-devices'
import { matchIdentity } from './match-identity'
import { recordSession } from './record-sign-in'

const TWO_WEEKS = 14 * 24 * 60 * 60

/** Nobody: what an identity that matches no account becomes until `signIn` refuses it. */
const STRANGER = { id: 'stranger', sessionVersion: 0 }

/**
 * How people prove who they are. A session is a signed cookie that names an account and its session version;
 * lib/platform/server/identify.ts compares both with the account on every request. `device` is what the browser keeps about
 * accounts that know it.
 */
export function authOptions(device: DeviceCookie = NO_DEVICE): AuthOptions {
  const oidc = identityProvider(async (claims) => (await matchIdentity(claims)) ?? STRANGER)
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: TWO_WEEKS },
    useSecureCookies: env().NEXTAUTH_URL?.startsWith('https://') ?? false,
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    providers: [password(device), ...(oidc ? [oidc] : [])],
    callbacks: {
      signIn: ({ user }) => user.id !== STRANGER.id || '/sign-in?error=stranger',
      jwt: ({ token, user }) => (user ? { userId: user.id, sessionVersion: user.sessionVersion } : token),
      session: ({ session, token }) => ({ expires: session.expires, userId: token.userId ?? '' }),
    },
    events: {
      signIn: ({ user, account }) =>
        recordSession('session.started', user.id, {
          how: account?.provider === 'oidc' ? 'identity-provider' : 'password',
        }),
      signOut: ({ token }) => recordSession('session.ended', token?.userId ?? '', {}),
    },
    logger: {
      error: (code, metadata) => log.error('sign-in failed', { code, cause: causeOf(metadata) }),
      warn: (code) => log.warn('sign-in', { code }),
      debug: () => undefined,
    },
  }
}

const password = (device: DeviceCookie) =>
  CredentialsProvider({
    credentials: { email: {}, password: {} },
    async authorize(input, request) {
      try {
        const address = clientAddress(request.headers?.['x-forwarded-for'])
        const user = await checkCredentials(input, address, device.given)
        if (user) device.remember(rememberDevice(device.given, user))
        return user
      } catch (error) {
        // The message becomes a query parameter of the sign-in page, which knows these codes only.
        if (error instanceof AppError && error.code === 'throttled')
          throw new Error(`throttled:${String(error.extra.data?.seconds)}`)
        log.error('sign-in failed', { cause: causeOf(error) })
        throw new Error('unavailable')
      }
    },
  })

function causeOf(error: unknown): string {
  if (error instanceof Error) return error.stack ?? error.message
  if (typeof error === 'object' && error !== null && 'error' in error) return causeOf(error.error)
  return String(error)
}
