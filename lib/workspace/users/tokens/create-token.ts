import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { oneTimeSecret } from '@/lib/workspace/users/one-time-secret'
import type { CreatedToken, CreateToken } from './contract'
import { presentToken } from './present'

const ONE_DAY_MS = 24 * 60 * 60 * 1000
const MAX_TOKENS = 50
const PREFIX_LENGTH = 'assay_'.length + 4

/** Makes a personal token; the secret in the answer is never shown again. */
export async function createToken(actor: Actor, body: CreateToken): Promise<CreatedToken> {
  const { secret, hash } = oneTimeSecret('assay_')
  const expiresAt = body.days === null ? null : new Date(Date.now() + body.days * ONE_DAY_MS)
  const row = await transaction(async (tx) => {
    const tokenCount = await tx.apiToken.count({ where: { userId: actor.userId, revokedAt: null } })
    if (tokenCount >= MAX_TOKENS) throw new AppError('rule', `You have ${MAX_TOKENS} tokens; revoke one first.`)
    const columns = { userId: actor.userId, name: body.name, prefix: secret.slice(0, PREFIX_LENGTH), expiresAt }
    const created = await tx.apiToken.create({ data: { ...columns, tokenHash: hash } })
    await record(tx, 'token.created', { actorId: actor.userId }, { tokenId: created.id, name: body.name })
    return created
  })
  return { token: presentToken(row), secret }
}
