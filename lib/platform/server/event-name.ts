/**
 * What an event is called outside of the server. Its id counts the events of the whole house, so that two of one's own would
 * tell how much everybody else did in between (docs/decisions/008-blindness.md).
 */
import 'server-only'
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { eventName } from '@/lib/platform/api/input'
import { env } from './env'
import { AppError } from './errors'

const CIPHER = 'aes-256-ecb'
const BLOCK = 16
const ID_AT = 8

/** One key for each log, so that an event has another name in each. */
const keyOf = (log: string) => createHmac('sha256', env().NEXTAUTH_SECRET).update(`names of events: ${log}`).digest()

/** The event's name in this log: the same at each reading, and good as the place where a page goes on. */
export function nameEvent(log: string, id: bigint): string {
  const block = Buffer.alloc(BLOCK)
  block.writeBigInt64BE(id, ID_AT)
  // A single block, so that no two ids share anything to compare: the cipher is a permutation that only the server knows.
  const cipher = createCipheriv(CIPHER, keyOf(log), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex')
}

/** The event of this name; throws `invalid_request` where this log has given nobody such a name. */
export function eventIn(log: string, name: string): bigint {
  const id = eventName.safeParse(name).success ? idOf(log, name) : null
  if (id === null) throw new AppError('invalid_request', 'There is no such event here. Begin with the newest ones.')
  return id
}

function idOf(log: string, name: string): bigint | null {
  const decipher = createDecipheriv(CIPHER, keyOf(log), null).setAutoPadding(false)
  const block = Buffer.concat([decipher.update(Buffer.from(name, 'hex')), decipher.final()])
  return block.readBigInt64BE(0) === 0n ? block.readBigInt64BE(ID_AT) : null
}
