import { z } from 'zod'
import { placeSchema, secretSchema } from '@/lib/gold/releases/push/contract'

const PLACE_FIELDS = {
  hub: ['address', 'repository', 'branch'],
  s3: ['address', 'region', 'bucket', 'prefix'],
} as const
const SECRET_FIELDS = { hub: ['token'], s3: ['accessKeyId', 'secretAccessKey', 'sessionToken'] } as const

const kinds = z.looseObject({ kind: z.enum(['hub', 's3']) })

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

/** What credentials of long standing do not have is left out. */
const pickSecret = (from: Readonly<Record<string, unknown>>, kind: keyof typeof SECRET_FIELDS) =>
  pick(
    from,
    SECRET_FIELDS[kind].filter((name) => name !== 'sessionToken' || (from[name] ?? '') !== ''),
  )

/** The fields of the form, flat as a form has them, as the order that the server takes. */
export const orderSchema = kinds
  .transform(({ kind, ...fields }) => ({
    place: { kind, ...pick(fields, PLACE_FIELDS[kind]) },
    secret: { kind, ...pickSecret(fields, kind) },
  }))
  .pipe(z.object({ place: placeSchema, secret: secretSchema }))

/** The fields of a secret alone. */
export const secretFormSchema = kinds
  .transform(({ kind, ...fields }) => ({ kind, ...pickSecret(fields, kind) }))
  .pipe(secretSchema)
