import 'server-only'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { env } from './env'

type Claims = Record<string, unknown>

/** The generic OpenID Connect provider that the environment names, or null. `oidc` is part of its redirect URI. */
export function identityProvider(profile: OAuthConfig<Claims>['profile']): OAuthConfig<Claims> | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_GROUPS_CLAIM, OIDC_NAME } = env()
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null
  return {
    id: 'oidc',
    name: OIDC_NAME,
    type: 'oauth',
    wellKnown: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    userinfo: {
      request: ({ client, tokens }) =>
        completeClaims(
          tokens.id_token ?? '',
          async () => ({ ...(await client.userinfo(tokens.access_token ?? '')) }),
          OIDC_GROUPS_CLAIM,
        ),
    },
    profile,
  }
}

/**
 * What an identity token says, completed by the user-info endpoint when it holds no e-mail address, or not the claim with groups: the specification
 * lets a provider answer in either place. The token's signature, audience and nonce have been checked by next-auth.
 */
export async function completeClaims(
  idToken: string,
  userInfo: () => Promise<Claims>,
  groupsClaim?: string,
): Promise<Claims> {
  const claims: Claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  if (typeof claims.email === 'string' && (groupsClaim === undefined || groupsClaim in claims)) return claims
  const info = await userInfo()
  // OpenID Connect Core 5.3.2: an answer about another subject must not be used.
  if (info.sub !== claims.sub) throw new Error('the user-info endpoint speaks of another subject')
  return { ...info, ...claims }
}
