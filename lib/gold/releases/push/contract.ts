/** Sending the files of a release to a place outside: what is asked, and what is told of it. */
import { z } from 'zod'
import { releaseParams } from '@/lib/gold/releases/release/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { ADDRESS_TEXT, BRANCH, BUCKET, isPlaceAddress, PREFIX, REGION, REPOSITORY } from './rules'

const address = z
  .string()
  .trim()
  .max(500)
  .refine(isPlaceAddress, ADDRESS_TEXT)
  .overwrite((text) => text.replace(/\/+$/, ''))
  .meta({ examples: ['https://storage.example.org'] })

const s3PlaceSchema = z.strictObject({
  kind: z.literal('s3'),
  /** The server, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  address,
  region: z.string().trim().max(100).regex(REGION, 'A region looks like eu-central-1; where there is none, auto.'),
  bucket: z.string().trim().regex(BUCKET, 'A bucket has 3 to 63 lower-case letters, digits, dots and hyphens.'),
  /** The folder in the bucket; the paths of the release come behind it. */
  prefix: z
    .string()
    .trim()
    .overwrite((text) => text.replace(/^\/+|\/+$/g, ''))
    .max(500)
    .regex(PREFIX, 'Name a folder, of letters A to Z, digits and - _ . with slashes between its parts.'),
})
export type S3Place = z.infer<typeof s3PlaceSchema>

const hubPlaceSchema = z.strictObject({
  kind: z.literal('hub'),
  /** The server: `https://huggingface.co`. */
  address,
  /** Of datasets, with its owner: `my-lab/facts`. */
  repository: z.string().trim().max(200).regex(REPOSITORY, 'Write owner and name, as in my-lab/facts.'),
  branch: z
    .string()
    .trim()
    .max(200)
    .regex(BRANCH, 'A branch has letters, digits and - _ . / in its name.')
    .default('main'),
})
export type HubPlace = z.infer<typeof hubPlaceSchema>

export const placeSchema = z.discriminatedUnion('kind', [s3PlaceSchema, hubPlaceSchema])
export type Place = z.infer<typeof placeSchema>

/** What a header can carry. */
const credential = z
  .string()
  .trim()
  .min(1, 'It is missing: give it.')
  .max(4000)
  .regex(/^[\x21-\x7e]+$/, 'It has no blanks and no letters beyond ASCII. Copy it again.')

export const secretSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('s3'),
    accessKeyId: credential,
    secretAccessKey: credential,
    /** Of temporary credentials, which have a third part. */
    sessionToken: credential.optional(),
  }),
  z.strictObject({
    kind: z.literal('hub'),
    token: credential.regex(/^hf_/, 'A token of the Hub begins with hf_. Copy all of it.'),
  }),
])
export type Secret = z.infer<typeof secretSchema>

export const pushStates = ['running', 'done', 'failed', 'cancelled'] as const

export const pushSchema = z.object({
  id: z.uuid(),
  state: z.enum(pushStates),
  place: placeSchema,
  /** Where people look at it; null where there is no page for it. */
  page: z.string().nullable(),
  files: z.int(),
  bytes: z.int(),
  /** Files that stood there already, byte for byte. */
  sameFiles: z.int(),
  sentBytes: z.int(),
  /** Why it failed, and what to do. */
  error: z.string().nullable(),
  /** The commit, or the version of SHA256SUMS in a bucket that keeps versions; null where there is none. */
  revision: z.string().nullable(),
  /** sha-256 of the release's SHA256SUMS. */
  digest: z.string(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Push = z.infer<typeof pushSchema>

export const pushListSchema = z.object({
  pushes: z.array(pushSchema),
  /** A folder that no other release of this installation has in its name, to begin with. */
  folder: z.string(),
  abilities: z.object({ push: z.boolean() }),
})
export type PushList = z.infer<typeof pushListSchema>

export const fileStates = ['new', 'same', 'other'] as const

export const pushPreviewSchema = z.object({
  /** `other`: a file of that name stands there with other bytes, and is replaced. */
  files: z.array(z.object({ path: z.string(), bytes: z.int(), state: z.enum(fileStates) })),
  /** Bytes that have to be sent. */
  bytes: z.int(),
})
export type PushPreview = z.infer<typeof pushPreviewSchema>

const path = '/api/projects/{projectId}/releases/{number}/pushes' as const
const pushParams = releaseParams.extend({ pushId: z.uuid() })
const common = { tag: 'releases', auth: 'actor' } as const

const body = z
  .object({ place: placeSchema, secret: secretSchema })
  .refine(({ place, secret }) => place.kind === secret.kind, {
    path: ['secret', 'kind'],
    message: 'Give the credentials of the place that is named.',
  })
export type PushOrder = z.infer<typeof body>

export const listPushesEndpoint = endpoint({
  ...common,
  method: 'GET',
  path,
  summary: 'Where a release was sent, and by whom',
  params: releaseParams,
  response: pushListSchema,
})

export const startPushEndpoint = endpoint({
  ...common,
  method: 'POST',
  path,
  summary: 'Send the files of a release to a bucket or a repository of the Hub; the server does it in the background',
  params: releaseParams,
  cost: 20,
  body,
  response: pushSchema,
})

export const previewPushEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/preview`,
  summary: 'What would be sent: asks the place what stands there, and sends nothing',
  params: releaseParams,
  cost: 20,
  fails: ['unavailable'],
  body,
  response: pushPreviewSchema,
})

export const cancelPushEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/{pushId}/cancel`,
  summary: 'Stop sending; what has arrived stays there',
  params: pushParams,
  response: pushSchema,
})

export const retryPushEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/{pushId}/retry`,
  summary: 'Send the rest of a push that failed, with other credentials if they are given',
  params: pushParams,
  cost: 20,
  body: z.object({ secret: secretSchema.optional() }),
  response: pushSchema,
})
