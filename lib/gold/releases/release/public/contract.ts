/** A release by its secret link: to read and download, for anybody who has it. */
import { z } from 'zod'
import { FILE_TYPES, fileQuery, sinceMadeSchema } from '@/lib/gold/releases/release/contract'
import { fileSchema, manifestSchema } from '@/lib/gold/releases/release/manifest/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { withdrawnSchema } from '@/lib/workspace/items/withdrawn/contract'

/** What anybody with the link sees. */
export const publicReleaseSchema = z.object({
  number: z.number().int(),
  name: z.string(),
  notes: z.string(),
  digest: z.string(),
  bytes: z.number().int(),
  /** Null where the release was withdrawn. */
  manifest: manifestSchema.nullable(),
  readme: z.string(),
  fileList: z.array(fileSchema),
  /** Set where the release was withdrawn: it has no card and no files then. */
  withdrawn: withdrawnSchema.nullable(),
  ...sinceMadeSchema.shape,
})
export type PublicRelease = z.infer<typeof publicReleaseSchema>

const secretParams = z.object({ secret: z.string().min(1).max(200) })
const tag = 'releases'
const opened = '/api/public/releases/{secret}' as const

export const getPublicReleaseEndpoint = endpoint({
  method: 'GET',
  path: opened,
  summary: 'A release by its secret link',
  tag,
  auth: 'public',
  params: secretParams,
  response: publicReleaseSchema,
})

export const downloadPublicReleaseEndpoint = endpoint({
  method: 'GET',
  path: `${opened}/archive`,
  summary: 'The archive of a release by its secret link',
  tag,
  auth: 'public',
  fails: ['gone'],
  params: secretParams,
  tagged: true,
  response: { stream: ['application/zip'] },
})

export const downloadPublicFileEndpoint = endpoint({
  method: 'GET',
  path: `${opened}/file`,
  summary: 'One file of a release by its secret link',
  tag,
  auth: 'public',
  fails: ['gone'],
  params: secretParams,
  query: fileQuery,
  tagged: true,
  response: { stream: FILE_TYPES },
})
