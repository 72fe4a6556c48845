/** What somebody chose at the desk, as it waits on the device until the server has it: the endpoints' bodies without revisions. */
import { z } from 'zod'
import { replies } from '@/lib/annotation/comments/contract'
import type { Json } from '@/lib/protocols/protocol'
import { disagreementCauses } from '@/lib/workspace/tasks/contract'

const json: z.ZodType<Json> = z.json()
const choice = z.union([z.object({ lane: z.string() }), z.object({ value: json })])
/** By it the server and the device know what was said: the same words may be said again, or of another question. */
const remarkId = z.uuid().optional()

export const deskChoiceSchema = z.discriminatedUnion('does', [
  z.object({ does: z.literal('settle'), choice, reason: z.string() }),
  z.object({ does: z.literal('withdraw') }),
  z.object({ does: z.literal('take_unit'), lane: z.string() }),
  z.object({ does: z.literal('cause'), cause: z.enum(disagreementCauses).nullable() }),
  z.object({ does: z.literal('propose'), value: json, comment: z.string() }),
  z.object({ does: z.literal('reply'), value: json, reply: z.enum(replies), comment: z.string() }),
  z.object({ does: z.literal('accept'), choice, reason: z.string(), remarkId }),
  z.object({ does: z.literal('accept_unit'), lane: z.string() }),
  z.object({ does: z.literal('object'), value: json, comment: z.string(), remarkId }),
  z.object({ does: z.literal('take_back') }),
])
export type DeskChoice = z.infer<typeof deskChoiceSchema>

/** What is no news to whoever chose: the states of the place that they saw, or that their choice itself brings about. */
export const knownSchema = z.object({ known: z.array(json) })

/** What stands settled, as a choice of a lane or a value knows it. */
export const settledStatesSchema = z.array(
  z.object({ unit: z.string(), question: z.string(), value: json, reason: z.string() }),
)

/** A choice where it was made. */
export interface WaitingChoice {
  unit: string
  question: string
  choice: DeskChoice
  /** ISO time. */
  at: string
}
