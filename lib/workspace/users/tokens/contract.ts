/** Personal tokens for the API and the command line: shown once, kept as a hash, revocable. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'

export const tokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters, to recognise it by. */
  prefix: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Token = z.infer<typeof tokenSchema>
export const tokenListSchema = z.object({ tokens: z.array(tokenSchema) })

export const createTokenBody = z.object({
  name: nameText('Write what it is for.', 100),
  /** Days until it expires; null is never. */
  days: z.number().int().min(1).max(3650).nullable().default(null),
})
export type CreateToken = z.output<typeof createTokenBody>
export const createdTokenSchema = z.object({ token: tokenSchema, secret: z.string() })
export type CreatedToken = z.infer<typeof createdTokenSchema>

const tag = 'users'

export const listTokensEndpoint = endpoint({
  method: 'GET',
  path: '/api/tokens',
  summary: 'Your personal tokens that still work',
  tag,
  auth: 'session',
  response: tokenListSchema,
})

export const createTokenEndpoint = endpoint({
  method: 'POST',
  path: '/api/tokens',
  summary: 'Make a personal token; its secret is shown once',
  tag,
  auth: 'session',
  body: createTokenBody,
  response: createdTokenSchema,
})

export const revokeTokenEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/tokens/{tokenId}',
  summary: 'Revoke a personal token at once',
  tag,
  auth: 'session',
  params: z.object({ tokenId: z.uuid() }),
  response: 'empty',
})
