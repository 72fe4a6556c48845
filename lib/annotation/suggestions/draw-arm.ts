import { createHash } from 'node:crypto'
import type { Arm, Shares } from './contract'

/** What an arm is drawn for: one annotation's answers to one question of a kind of unit. */
export interface DrawSubject {
  annotationId: string
  unitKind: string
  question: string
}

const ORDER = ['shown', 'hidden', 'none'] as const
/** Bits of the hash that become a number: as many as a number holds exactly. */
const BITS = 48

/**
 * The arm of an annotation for a question, by shares in percent that sum to 100. A hash stands for the dice: the same
 * subject always draws the same arm, whatever is drawn before or after it, and nobody chooses an annotation's id.
 */
export function drawArm({ annotationId, unitKind, question }: DrawSubject, shares: Shares): Arm {
  const hash = createHash('sha256')
    .update(JSON.stringify(['arm/1', annotationId, unitKind, question]))
    .digest()
  const percent = (hash.readUIntBE(0, BITS / 8) / 2 ** BITS) * 100
  let upTo = 0
  for (const arm of ORDER) {
    upTo += shares[arm]
    if (percent < upTo) return arm
  }
  throw new RangeError(`the shares sum to ${upTo} percent`)
}
