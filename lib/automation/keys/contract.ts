import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { keyProviders } from './rules'

const statusSchema = z.object({
  provider: z.enum(keyProviders),
  title: z.string(),
  /** The variable of the environment that wins over what is entered. */
  variable: z.string(),
  /** Where it is sent, without credentials. */
  address: z.string(),
  /** Which key is used: that of the environment, the one entered here, or none. */
  used: z.enum(['environment', 'entered', 'none']),
  /** The key entered here, if any. `readable` false: it was sealed under another secret, and must be entered again. */
  entered: z
    .object({
      /** Its last four characters; null where it cannot be read, or is too short to tell any of it. */
      ending: z.string().nullable(),
      readable: z.boolean(),
      setBy: z.string(),
      setAt: z.iso.datetime(),
    })
    .nullable(),
  /** Guards a change; 0: none has ever been entered. */
  revision: z.int(),
})
export type KeyStatus = z.infer<typeof statusSchema>

export const keyStatusesSchema = z.object({
  keys: z.array(statusSchema),
  /** Is ASSAY_KEYS_SECRET set? Otherwise keys are sealed under NEXTAUTH_SECRET. */
  ownSecret: z.boolean(),
  /** Are recorded answers replayed instead of asking a model (ASSAY_LLM=scripted)? */
  scripted: z.boolean(),
})
export type KeyStatuses = z.infer<typeof keyStatusesSchema>

const params = z.object({ provider: z.enum(keyProviders) })
const common = { tag: 'provider keys', auth: 'session' } as const

export const listKeysEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/provider-keys',
  summary: 'Which keys of providers are set, and where; for administrators',
  response: keyStatusesSchema,
})

/** No blanks and nothing that a header cannot carry. */
const key = z
  .string()
  .trim()
  .min(8, 'A key has at least 8 characters.')
  .max(500, 'A key has at most 500 characters.')
  .regex(/^[\x21-\x7e]+$/, 'A key has no blanks and no letters beyond ASCII. Copy it again.')

export const setKeyBody = z.object({
  key,
  /** A revision that somebody else has replaced is refused with 409. */
  expectedRevision: z.int32(),
})
export type SetKey = z.infer<typeof setKeyBody>

export const setKeyEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/provider-keys/{provider}',
  summary: 'Enter a provider’s key, or another in its place; for administrators',
  params,
  body: setKeyBody,
  response: keyStatusesSchema,
})

export const removeKeyBody = setKeyBody.pick({ expectedRevision: true })
export type RemoveKey = z.infer<typeof removeKeyBody>

export const removeKeyEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/provider-keys/{provider}',
  summary: 'Remove the key that was entered; for administrators',
  params,
  body: removeKeyBody,
  response: keyStatusesSchema,
})

export const testKeyEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/provider-keys/{provider}/test',
  summary: 'Ask the provider something cheap with the key that is used; for administrators',
  params,
  cost: 20,
  response: z.object({ works: z.boolean(), said: z.string() }),
})
export type KeyTest = z.infer<(typeof testKeyEndpoint)['response']>
